import { CronExpressionParser } from 'cron-parser';
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { RUNNABLE_JOBS, type HealthJob, type HealthLine } from './health.contract.ts';
import type { HealthKey } from './health.states.ts';
import * as rows from './health.queries.ts';

export {
  listKeptLines,
  listSizeDays,
  readDatabaseFacts,
  readLastAudits,
  readProcessorFacts,
  readSalesFacts,
  saveSizeDay,
} from './health.queries.ts';

/** A job with runs within the hour is dead after so many failed runs in a row, another job after one. */
const FAILED_OFTEN = 3;

/** The jobs with a schedule; the next run is by the real time. */
export async function readJobs(db: Db, now: Date): Promise<HealthJob[]> {
  return (await rows.readJobFacts(db)).map((job) => toHealthJob(job, now));
}

function toHealthJob({ cron, timezone, failed_in_a_row, ...job }: rows.JobFacts, now: Date): HealthJob {
  const runs = CronExpressionParser.parse(cron, { tz: timezone, currentDate: now });
  const next = runs.next().toDate();
  const isFrequent = runs.next().toDate().getTime() - next.getTime() <= HOUR_MS;
  const isAtWork = job.waiting > 0 || job.running > 0;
  return {
    ...job,
    is_dead: !isAtWork && failed_in_a_row >= (isFrequent ? FAILED_OFTEN : 1),
    next_at: next.toISOString(),
  };
}

/**
 * Keeps the state of each line with the time of its last change.
 * @returns the lines that have become bad
 */
export async function keepLines(tx: Tx, now: Date, lines: readonly HealthLine[]): Promise<HealthLine[]> {
  const kept = new Map((await rows.listKeptLines(tx)).map((line) => [line.key, line.state]));
  const changed = lines.filter(({ key, state }) => kept.get(key) !== state);
  for (const { key, state } of changed) await rows.saveKeptLine(tx, { key, state, since: now });
  return changed.filter(({ state }) => state === 'bad');
}

/** The lines that were bad when the portal last looked, at most five minutes ago. */
export async function listBadParts(db: Db): Promise<HealthKey[]> {
  const kept = await rows.listKeptLines(db);
  return kept.filter(({ state }) => state === 'bad').map(({ key }) => key);
}

/** A second press within this time is the same press. */
const SAME_PRESS_MS = MINUTE_MS;

/**
 * Notes that staff run a job now: a dead job, or one of the runnable jobs (HE1.2).
 * @returns false for a second press
 * @throws Refusal job_not_dead
 */
export async function noteRunNow(
  tx: Tx,
  { now, realNow, staff, job }: { now: Date; realNow: Date; staff: Viewer; job: string },
): Promise<boolean> {
  const subject = `job:${job}`;
  await rows.lockJob(tx, job);
  const last = await rows.findLastRunNow(tx, subject);
  if (last && now.getTime() - last.getTime() < SAME_PRESS_MS) return false;
  const isRunnable = RUNNABLE_JOBS.some((name) => name === job);
  const isDead = (await readJobs(tx, realNow)).some(({ name, is_dead }) => name === job && is_dead);
  if (!isRunnable && !isDead) throw new Refusal(officeRefusals.job_not_dead);
  await writeAudit(tx, now, staff, { action: rows.runNowAction, subject });
  return true;
}
