import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import * as calls from './rehearsals.contract.ts';
import { beginRehearsal, listRehearsals, readRehearsal, stopRehearsal } from './rehearsals.service.ts';

export function registerRehearsalRoutes(app: FastifyInstance, context: AppContext): void {
  handle(app, calls.listRehearsals, async () => listRehearsals(context));
  handle(app, calls.readRehearsal, async ({ params }) => [await readRehearsal(context, params.id)]);
  handle(app, calls.playRehearsal, async ({ viewer, body }) => [await beginRehearsal(context, viewer, body)]);
  handle(app, calls.stopRehearsal, async ({ viewer, params }) => [
    await stopRehearsal(context, viewer, params.id),
  ]);
}
