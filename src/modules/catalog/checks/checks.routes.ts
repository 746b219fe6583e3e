import type { FastifyInstance } from 'fastify';
import { handle } from '#server/http/handle.ts';
import type { AppContext } from '#server/app-context.ts';
import * as calls from './checks.contract.ts';
import { listChecks, putAside, takeBack } from './checks.service.ts';

export function registerSeasonChecksRoutes(app: FastifyInstance, context: AppContext): void {
  handle(app, calls.listChecks, ({ viewer, params }) => listChecks(context, viewer, params.id));
  handle(app, calls.putCheckAside, async ({ viewer, params, body }) => [
    await putAside(context, viewer, { period_id: params.id, ...body }),
  ]);
  handle(app, calls.takeCheckBack, async ({ viewer, params, body }) => [
    await takeBack(context, viewer, { period_id: params.id, ...body }),
  ]);
}
