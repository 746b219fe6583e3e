import { join } from 'node:path';
import { addDays } from '#kit/plain-date.ts';
import {
  keepLines,
  listSizeDays,
  readDatabaseFacts,
  saveSizeDay,
} from '#modules/office/health/health.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { verifyAuditLog } from '#platform/audit/audit-chain.ts';
import { sizeOfFolder } from '#platform/files/data-folder.ts';
import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from '#server/app-context.ts';
import { healthLines } from './health-lines.ts';
import { readHealthFacts, VERIFIED } from './read-facts.ts';

/** Longer than the week of growth on the health page. */
const KEPT_DAYS = 30;

/** Keeps the state of each line, and logs each line that has become bad (HE1.3). */
export async function watchHealth(context: AppContext): Promise<void> {
  const { db, clock, log } = context;
  const lines = healthLines(await readHealthFacts(context));
  const bad = await db.transaction((tx) => keepLines(tx, clock.now(), lines));
  for (const { key, value, sentence } of bad) log.error({ line: key, value }, sentence!);
  await keepSizes(context);
}

async function keepSizes({ db, clock, config }: AppContext): Promise<void> {
  const day = clock.today();
  if ((await listSizeDays(db, day)).length > 0) return;
  const kept = config.s3 ? undefined : await sizeOfFolder(join(config.dataDir, 'files'));
  const { bytes } = await readDatabaseFacts(db);
  await db.transaction((tx) =>
    saveSizeDay(
      tx,
      { day, database_bytes: bytes, files: kept?.files ?? null, file_bytes: kept?.bytes ?? null },
      addDays(day, -KEPT_DAYS),
    ),
  );
}

/** Verifies the chain of the audit log, and notes the result in the audit log. */
export async function verifyChain(context: AppContext): Promise<void> {
  const { db, clock, log } = context;
  const { faults, chained } = await verifyAuditLog(context);
  const detail = { faults: faults.length, chained };
  await writeAudit(db, clock.now(), undefined, { action: VERIFIED, subject: 'audit', detail });
  if (faults.length > 0) log.error(detail, 'the chain of the audit log has faults: run audit verify');
}

export const healthJobs = (context: AppContext): Job[] => [
  { name: 'audit.verify', cron: '45 2 * * *', run: () => verifyChain(context) },
  { name: 'health.watch', cron: '*/5 * * * *', run: () => watchHealth(context) },
];
