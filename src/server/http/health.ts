import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import { findStop } from '#modules/billing/charges/collection-stop.service.ts';
import { readFreeSpace } from '#platform/files/data-folder.ts';
import { readMailBacklog } from '#platform/outbox/outbox.ts';
import { VERSION } from '#platform/db/program-version.ts';
import { faultsSoFar } from '#server/faults.ts';
import { bearerOf } from './guard.ts';
import { serverRefusals } from './server.refusals.ts';

/**
 * `GET /api/health`: 200 while the database answers, 503 while it is away (K6). `background` tells how the
 * thread is that makes mails and papers: at rest, running, or being started again after it died; `mail`, how
 * many wait and how old the oldest is in seconds (H16); `collection`, whether due payments are collected
 * or have stopped until staff release them (S19). Staff also read the version (MO1), the room that is
 * left in the data folder (MO2), and how many errors nobody has caught since the process started (MC1).
 */
export function serveHealth(app: FastifyInstance): void {
  app.get('/health', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { context } = app;
    const [mail, stop] = await Promise.all([readMailBacklog(context), findStop(context.db)]).catch(() => {
      throw new Refusal(serverRefusals.database_away);
    });
    const collection = stop ? 'stopped' : 'running';
    const background = context.backgroundState();
    const token = bearerOf(request);
    const viewer = token ? await context.authenticate(token) : undefined;
    const isStaff = viewer?.is_staff === true && !viewer.lacks_factor;
    const forStaff = isStaff && {
      version: VERSION,
      disk: await readFreeSpace(context.config.dataDir),
      faults: faultsSoFar(),
    };
    return { success: true, items: [{ status: 'ok', ...forStaff, background, mail, collection }] };
  });
}
