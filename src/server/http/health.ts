import type { FastifyInstance } from 'fastify';
import { hasRight } from '#kit/endpoint/right.ts';
import { Refusal } from '#kit/refusal.ts';
import { findStop } from '#modules/billing/charges/collection-stop.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { fieldsErrorsSoFar } from '#modules/billing/methods/entries/fields-errors.service.ts';
import { readFreeSpace } from '#platform/files/data-folder.ts';
import { readMailBacklog, readMailFaults } from '#platform/outbox/backlog.ts';
import { VERSION } from '#platform/db/program-version.ts';
import { faultsSoFar } from '#platform/log/faults-so-far.ts';
import { readHealth } from '#modules/office/health/health.contract.ts';
import type { AppContext } from '#server/app-context.ts';
import { bearerOf } from './guard.ts';
import { handle } from './handle.ts';
import { healthLines } from './health-lines.ts';
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

/** What any visitor may read. */
async function publicHealth({ db, clock, backgroundState }: AppContext) {
  const [mail, stop] = await Promise.all([readMailBacklog({ db, clock }), findStop(db)]);
  return { mail, collection: stop ? 'stopped' : 'running', background: backgroundState() };
}

async function staffHealth({ context, proxies }: FastifyInstance) {
  return {
    version: VERSION,
    disk: await readFreeSpace(context.config.dataDir),
    faults: faultsSoFar(),
    mail_faults: await readMailFaults(context.db),
    processor: processorHealth(context.billing),
    proxy: { trusted: context.config.trustProxy, sentence: proxies.sentence() },
  };
}

/**
 * `GET /api/health`: 200 while the database answers, 503 otherwise (K6). `background` is the state of the
 * thread for mails and PDFs; `mail` has the age of the oldest waiting mail in seconds (H16); `collection`
 * stays `stopped` until staff release the collection (S19). The facts of `staffHealth` are for staff
 * (MO1, MO2, MO4, MO8, MC1, MS5), and `/admin/health` grades them.
 */
export function serveHealth(app: FastifyInstance): void {
  const { context } = app;
  app.get('/health', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const forAll = await publicHealth(context).catch(() => {
      throw new Refusal(serverRefusals.database_away);
    });
    const token = bearerOf(request);
    const viewer = token ? await context.authenticate(token) : undefined;
    const forStaff = viewer && hasRight(viewer, 'families') && (await staffHealth(app));
    return { success: true, items: [{ status: 'ok', ...forStaff, ...forAll }] };
  });
  handle(app, readHealth, async () => {
    const [{ mail, ...forAll }, { mail_faults, ...forStaff }] = await Promise.all([
      publicHealth(context),
      staffHealth(app),
    ]);
    return [{ lines: healthLines({ ...forAll, ...forStaff, mail: { ...mail, ...mail_faults } }) }];
  });
}
