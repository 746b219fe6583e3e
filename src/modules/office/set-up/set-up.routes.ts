import type { FastifyInstance } from 'fastify';
import { handle } from '#server/http/handle.ts';
import type { AppContext } from '#server/app-context.ts';
import { readSetUp } from './set-up.contract.ts';
import * as setUp from './set-up.service.ts';

export function registerSetUpRoutes(app: FastifyInstance, { db, clock }: AppContext): void {
  handle(app, readSetUp, async () => [await setUp.readSetUp({ db, clock })]);
}
