import type { FastifyInstance } from 'fastify';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { handleList } from '#server/http/handle-list.ts';
import type { AppContext } from '#server/app-context.ts';
import * as calls from './second-person.contract.ts';
import { approveRequest, declineRequest, listRequests } from './second-person.service.ts';

export function registerSecondPersonRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, billing } = context;

  handleList(app, calls.listSecondPersonRequests, (query, { viewer }) =>
    listRequests(db, clock, query, viewer),
  );
  handle(app, calls.approveSecondPerson, async ({ viewer, params }) => {
    await approveRequest(billing, { staff: viewer, id: params.id });
    await sendEmailsSoon(context);
    return [{ id: params.id, outcome: 'approved' as const }];
  });
  handle(
    app,
    calls.declineSecondPerson,
    inTx(async (tx, { viewer, params, body }) => {
      await declineRequest(tx, clock.now(), { staff: viewer, id: params.id }, body.reason);
      return [{ id: params.id, outcome: 'declined' as const }];
    }),
  );
}
