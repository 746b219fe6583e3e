import type { FastifyInstance } from 'fastify';
import { fileOf } from '#kit/list/list-view.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { handleList } from '#server/http/handle-list.ts';
import type { AppContext } from '#server/app-context.ts';
import * as calls from './aid-claims.contract.ts';
import { listClaims, readClaim } from './aid-claims.service.ts';
import { claimList } from './claim-list.ts';
import { confirmAid, declineAid } from './decide-aid.service.ts';

export function registerAidRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, billing } = context;

  handleList(
    app,
    calls.listAidClaims,
    (query, { viewer }) => listClaims(context, query, viewer),
    fileOf(claimList),
  );
  handle(app, calls.confirmAid, async ({ viewer, params }) => {
    await confirmAid(billing, { staff: viewer, order_id: params.id }).finally(() => sendEmailsSoon(context));
    return [await readClaim(db, clock, { staff: viewer, order_id: params.id })];
  });
  handle(app, calls.declineAid, async ({ viewer, params, body }) => {
    await declineAid(billing, { staff: viewer, order_id: params.id, body });
    await sendEmailsSoon(context);
    return [await readClaim(db, clock, { staff: viewer, order_id: params.id })];
  });
}
