import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import * as calls from './worklist.contract.ts';
import { claimWork, listWork } from './worklist.service.ts';

export function registerWorklistRoutes(app: FastifyInstance, { db, clock }: AppContext): void {
  handleList(app, calls.listWork, (query, { viewer }) => listWork({ db, clock }, viewer, query));
  handle(
    app,
    calls.claimWork,
    inTx(async (tx, { viewer, body }) => [await claimWork({ tx, clock }, viewer, body)]),
  );
}
