import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { proveAgain as prove } from './current-password.service.ts';
import { proveAgain } from './proof.contract.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.contract.ts';
import { endOneSession, endOthers, listOpenSessions } from './own-sessions.service.ts';

export function registerOwnSessionsRoutes(app: FastifyInstance, { db, clock }: AppContext): void {
  handle(app, listOwnSessions, ({ viewer, meta }) => listOpenSessions(db, clock.now(), viewer, meta.ip));
  handle(
    app,
    endOwnSession,
    inTx((tx, { viewer, params }) => endOneSession(tx, clock.now(), viewer, params.session_id)),
  );
  handle(app, proveAgain, ({ viewer, body }) => prove(db, clock.now(), viewer, body.password));
  handle(
    app,
    endOtherSessions,
    inTx((tx, { viewer }) => endOthers(tx, clock.now(), viewer)),
  );
}
