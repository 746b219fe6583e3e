import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import * as calls from './content.contract.ts';
import { listContentBlocks, listNewsItems } from './content.service.ts';

export function registerContentRoutes(app: FastifyInstance, _context: AppContext): void {
  handle(app, calls.listContentBlocks, ({ context }) => listContentBlocks(context.db));
  handle(app, calls.listNewsItems, ({ context }) => listNewsItems(context.db));
}
