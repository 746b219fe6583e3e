import type { FastifyInstance } from 'fastify';
import { hasRight } from '#kit/endpoint/right.ts';
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
 * `GET /api/health`: 200 while the database answers, 503 otherwise (K6). `background` is the state of the
 * thread for mails and PDFs; `mail` has the age of the oldest waiting mail in seconds (H16); `collection`
 * stays `stopped` until staff release the collection (S19). Version, disk, faults and processor are for staff
 * (MO1, MO2, MC1, MS5).
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
    const forStaff = viewer &&
      hasRight(viewer, 'families') && {
        version: VERSION,
        disk: await readFreeSpace(context.config.dataDir),
        faults: faultsSoFar(),
        processor: processorHealth(context.billing),
      };
    return { success: true, items: [{ status: 'ok', ...forStaff, background, mail, collection }] };
  });
}
