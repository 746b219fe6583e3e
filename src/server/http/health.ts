import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import { findStop } from '#modules/billing/charges/collection-stop.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { fieldsErrorsSoFar } from '#modules/billing/methods/entries/fields-errors.service.ts';
import { readFreeSpace } from '#platform/files/data-folder.ts';
import { readMailBacklog } from '#platform/outbox/outbox.ts';
import { VERSION } from '#platform/db/program-version.ts';
import { faultsSoFar } from '#platform/log/faults-so-far.ts';
import { bearerOf } from './guard.ts';
import { serverRefusals } from './server.refusals.ts';

/** What the company has to do at its processor, and how often the processor's fields failed in browsers. */
function processorHealth({ gateway, knownReadiness, isKindEnabled }: BillingContext) {
  const known = knownReadiness();
  return {
    name: gateway.processor,
    read_at: known?.read_at ?? null,
    to_do: known?.problems.map(({ sentence }) => sentence) ?? [],
    closed: (['card', 'bank'] as const).filter((kind) => !isKindEnabled(kind)),
    fields: fieldsErrorsSoFar(),
  };
}

/**
 * `GET /api/health`: 200 while the database answers, 503 while it is away (K6). `background` tells how the
 * thread is that makes mails and papers: at rest, running, or being started again after it died; `mail`, how
 * many wait and how old the oldest is in seconds (H16); `collection`, whether due payments are collected
 * or have stopped until staff release them (S19). Staff also read the version (MO1), the room that is
 * left in the data folder (MO2), how many errors nobody has caught since the process started (MC1), and what
 * is to be done at the processor (MS5).
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
      processor: processorHealth(context.billing),
    };
    return { success: true, items: [{ status: 'ok', ...forStaff, background, mail, collection }] };
  });
}
