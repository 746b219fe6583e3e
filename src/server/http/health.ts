import type { FastifyInstance } from 'fastify';
import { hasRight } from '#kit/endpoint/right.ts';
import { Refusal } from '#kit/refusal.ts';
import { findStop } from '#modules/billing/charges/collection-stop.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { fieldsErrorsSoFar } from '#modules/billing/methods/entries/fields-errors.service.ts';
import { clockSkew } from '#platform/clock/clock-skew.ts';
import { readFreeSpace } from '#platform/files/data-folder.ts';
import { readMailBacklog, readMailFaults } from '#platform/outbox/backlog.ts';
import { isDatabaseAway } from '#platform/db/database-away.ts';
import { VERSION } from '#platform/db/program-version.ts';
import { faultsSoFar } from '#platform/log/faults-so-far.ts';
import { readHealth } from '#modules/office/health/health.contract.ts';
import { readBackupAge } from '#server/scheduled-backup.ts';
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

/** The facts for staff, as of now. */
async function readFacts({ context, proxies }: FastifyInstance) {
  const { db, clock, config, backgroundState, billing } = context;
  const [mail, stop, mail_faults, disk] = await Promise.all([
    readMailBacklog({ db, clock }),
    findStop(db),
    readMailFaults(db),
    readFreeSpace(config.dataDir),
  ]);
  return {
    version: VERSION,
    disk,
    clock: clockSkew(),
    backup: await readBackupAge(context),
    faults: faultsSoFar(),
    mail,
    mail_faults,
    collection: stop ? ('stopped' as const) : ('running' as const),
    background: backgroundState(),
    processor: processorHealth(billing),
    proxy: { trusted: config.trustProxy, sentence: proxies.sentence() },
  };
}

const KEPT_MS = 1_000;

/** Probes and floods ask the database once a second together (MH22). */
function onceASecond(look: () => Promise<unknown>): () => Promise<unknown> {
  let last = Promise.resolve<unknown>(undefined);
  let until = 0;
  return () => {
    const now = performance.now();
    if (now < until) return last;
    until = now + KEPT_MS;
    last = look();
    return last;
  };
}

/**
 * `GET /api/health`: 200 while the database answers, 503 otherwise (K6), at most a second old. Staff read the
 * facts too (MO1, MO2, MO4, MO8, MC1, MS5, H16, S19): `background` is the state of the thread for mails and
 * PDFs, `mail` has the age of the oldest waiting mail in seconds, `collection` stays `stopped` until staff
 * release the collection. `/admin/health` grades the facts.
 */
export function serveHealth(app: FastifyInstance): void {
  const { context } = app;
  const askDatabase = onceASecond(() => findStop(context.db));
  app.get('/health', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    await askDatabase().catch((error: unknown) => {
      throw isDatabaseAway(error) ? new Refusal(serverRefusals.database_away) : error;
    });
    const token = bearerOf(request);
    const viewer = token ? await context.authenticate(token) : undefined;
    const facts = viewer && hasRight(viewer, 'families') && (await readFacts(app));
    return { success: true, items: [{ status: 'ok', ...facts }] };
  });
  handle(app, readHealth, async () => {
    const { mail, mail_faults, ...facts } = await readFacts(app);
    return [{ lines: healthLines({ ...facts, mail: { ...mail, ...mail_faults } }) }];
  });
}
