import { addDays } from '#kit/plain-date.ts';
import { findStop } from '#modules/billing/charges/collection-stop.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { fieldsErrorsSoFar } from '#modules/billing/methods/entries/fields-errors.service.ts';
import { newestComparison } from '#modules/billing/reconciliation/read-reconciliation.service.ts';
import * as health from '#modules/office/health/health.service.ts';
import { clockSkew, lastAnswerOf } from '#platform/clock/clock-skew.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import { VERSION } from '#platform/db/program-version.ts';
import { readFreeSpace } from '#platform/files/data-folder.ts';
import { filesTrouble } from '#platform/files/watched-files.ts';
import { faultsSoFar } from '#platform/log/faults-so-far.ts';
import { readMailState } from '#platform/outbox/backlog.ts';
import { listKeysInUse } from '#platform/vault/reseal.ts';
import type { AppContext } from '#server/app-context.ts';
import { NOTED_BACKUP, STORED_BACKUP } from '#server/scheduled-backup.ts';

/** The audit log has the time and result of the last check of its chain. */
export const VERIFIED = 'audit.verify';

const STARTED_AT = new Date(performance.timeOrigin);

const DAYS_OF_GROWTH = 7;

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
 * The facts of the health page, of `GET /api/health` for staff and of the metrics, in ten statements on one
 * connection (HE1.5).
 */
export async function readHealthFacts(context: AppContext) {
  const { db, clock, config, billing, vault } = context;
  const now = clock.now();
  const audited = [STORED_BACKUP, NOTED_BACKUP, VERIFIED];
  const asked = onOneConnection(db, (one) =>
    atOnce([
      health.readDatabaseFacts(one),
      health.readJobs(one, clock.realNow()),
      readMailState(one, now),
      health.readProcessorFacts(one),
      findStop(one),
      newestComparison(one),
      health.readLastAudits(one, audited),
      listKeysInUse(one),
      health.listSizeDays(one, addDays(clock.today(), -DAYS_OF_GROWTH)),
      health.listKeptLines(one),
    ]),
  );
  const [database, jobs, mail, calls, stop, books, audits, keys, sizes, kept] = await asked;
  return {
    now,
    version: VERSION,
    started_at: STARTED_AT,
    database,
    sizes,
    disk: await readFreeSpace(config.dataDir),
    files_trouble: filesTrouble(),
    clock: clockSkew(),
    backup: {
      is_on: config.backup !== undefined,
      is_wanted: config.isProduction,
      at: latest(audits[STORED_BACKUP]?.at, audits[NOTED_BACKUP]?.at),
    },
    jobs,
    mail,
    background: context.backgroundState(),
    processor: { ...processorHealth(billing), answered_at: lastAnswerOf('processor'), ...calls },
    collection: stop ? ('stopped' as const) : ('running' as const),
    books,
    audit: audits[VERIFIED] ?? null,
    keys: { in_use: keys.length, lost: keys.filter((key) => !vault.hasKey(key)) },
    proxy: { trusted: config.trustProxy, sentence: context.proxySentence() },
    faults: faultsSoFar(),
    kept,
  };
}

export type HealthFacts = Awaited<ReturnType<typeof readHealthFacts>>;

function latest(...times: (Date | undefined)[]): Date | null {
  const known = times.filter((at) => at !== undefined);
  return known.length === 0 ? null : new Date(Math.max(...known.map(Number)));
}
