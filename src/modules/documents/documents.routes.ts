import type { FastifyInstance } from 'fastify';
import { handle } from '#server/http/handle.ts';
import type { AppContext } from '#server/app-context.ts';
import { verifyContract } from './documents.contract.ts';
import { checkDocument } from './signed-copies.service.ts';

export function registerDocumentsRoutes(app: FastifyInstance, { db, clock }: AppContext): void {
  handle(app, verifyContract, async ({ params, meta }) => [
    await checkDocument(db, clock.now(), { ...params, ip: meta.ip }),
  ]);
}
