import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import { findStop } from '#modules/billing/charges/collection-stop.service.ts';
import { readMailBacklog } from '#platform/outbox/outbox.ts';
import { serverRefusals } from './server.refusals.ts';

/**
 * `GET /api/health`: 200 while the database answers, 503 while it is away (K6). `background` tells how the
 * thread is that makes mails and papers: at rest, running, or being started again after it died; `mail`, how
 * many wait and how old the oldest is in seconds (H16); `collection`, whether due payments are collected
 * or have stopped until staff release them (S19).
 */
export function serveHealth(app: FastifyInstance): void {
  app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const { context } = app;
    const [mail, stop] = await Promise.all([readMailBacklog(context), findStop(context.db)]).catch(() => {
      throw new Refusal(serverRefusals.database_away);
    });
    const collection = stop ? 'stopped' : 'running';
    const background = context.backgroundState();
    return { success: true, items: [{ status: 'ok', background, mail, collection }] };
  });
}
