import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { listContentBlocks as listContentBlocksCall } from './content.contract.ts';
import { listContentBlocks } from './content.service.ts';

export function registerContentRoutes(app: FastifyInstance, _context: AppContext): void {
  handle(app, listContentBlocksCall, ({ context }) => listContentBlocks(context.db));
}
