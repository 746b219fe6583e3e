import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import * as calls from './seats.contract.ts';
import { holdSeat, releaseHold } from './seats.service.ts';
import * as waiting from './waiting-list.service.ts';

export function registerSeatsRoutes(app: FastifyInstance, { db, clock }: AppContext): void {
  const now = () => clock.now();
  handle(
    app,
    calls.holdSeat,
    inTx(async (tx, { viewer, params, body }) => [
      await holdSeat(tx, now(), {
        user_id: viewer.user_id,
        route_id: params.route_id,
        student_id: body.student_id,
      }),
    ]),
  );
  handle(
    app,
    calls.releaseHold,
    inTx((tx, { viewer, params }) => releaseHold(tx, now(), { user_id: viewer.user_id, ...params })),
  );
  handle(app, calls.listWaiting, ({ viewer }) => waiting.listWaiting(db, now(), viewer.user_id));
  handle(
    app,
    calls.joinWaitingList,
    inTx(async (tx, { viewer, params, body }) => [
      await waiting.joinWaitingList(tx, now(), {
        user_id: viewer.user_id,
        route_id: params.route_id,
        student_id: body.student_id,
      }),
    ]),
  );
  handle(
    app,
    calls.leaveWaitingList,
    inTx((tx, { viewer, params }) =>
      waiting.leaveWaitingList(tx, now(), { user_id: viewer.user_id, ...params }),
    ),
  );
}
