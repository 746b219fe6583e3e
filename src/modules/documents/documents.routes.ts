import type { FastifyInstance } from 'fastify';
import { handle } from '#server/http/handle.ts';
import type { House } from '#server/app-context.ts';
import { verifyContract } from './documents.contract.ts';
import { checkPaper } from './signed-copies.service.ts';

export function registerDocumentsRoutes(app: FastifyInstance, { db, clock }: House): void {
  handle(app, verifyContract, async ({ params, meta }) => [
    { answer: await checkPaper(db, clock.now(), { ...params, ip: meta.ip }) },
  ]);
}
