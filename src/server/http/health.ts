import type { FastifyInstance } from 'fastify';
import { hasRight } from '#kit/endpoint/right.ts';
import { Refusal } from '#kit/refusal.ts';
import { findStop } from '#modules/billing/charges/collection-stop.service.ts';
import { readHealth, runJobNow, type Health } from '#modules/office/health/health.contract.ts';
import { noteRunNow } from '#modules/office/health/health.service.ts';
import { isDatabaseAway } from '#platform/db/database-away.ts';
import type { AppContext } from '#server/app-context.ts';
import { healthLines } from '#server/health/health-lines.ts';
import { readHealthFacts } from '#server/health/read-facts.ts';
import { bearerOf } from './guard.ts';
import { handle } from './handle.ts';
import { serverRefusals } from './server.refusals.ts';

/** The facts of `GET /api/health` for staff. */
async function readFacts(context: AppContext) {
  const { mail, ...facts } = await readHealthFacts(context);
  const { waiting, oldest_s, given_up, refused } = mail;
  return {
    version: facts.version,
    disk: facts.disk,
    clock: facts.clock,
    backup: facts.backup,
    faults: facts.faults,
    mail: { waiting, oldest_s },
    mail_faults: { given_up, refused },
    collection: facts.collection,
    background: facts.background,
    processor: facts.processor,
    proxy: facts.proxy,
  };
}

async function readPage(context: AppContext): Promise<Health> {
  const facts = await readHealthFacts(context);
  const kept = new Map(facts.kept.map((line) => [line.key, line]));
  const lines = healthLines(facts).map((line) => {
    const known = kept.get(line.key);
    return { ...line, since: known?.state === line.state ? known.since.toISOString() : null };
  });
  return { lines, jobs: facts.jobs };
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
 * release the collection. `/admin/health` grades the facts (HE1).
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
    const facts = viewer && hasRight(viewer, 'families') && (await readFacts(context));
    return { success: true, items: [{ status: 'ok', ...facts }] };
  });
  handle(app, readHealth, async () => [await readPage(context)]);
  handle(app, runJobNow, async ({ viewer, body: { job } }) => {
    const { db, clock } = context;
    const pressed = { now: clock.now(), realNow: clock.realNow(), staff: viewer, job };
    const isFirst = await db.transaction((tx) => noteRunNow(tx, pressed));
    if (isFirst) await context.triggerJob(job as `${string}.${string}`);
  });
}
