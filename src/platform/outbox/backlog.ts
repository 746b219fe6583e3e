import { MINUTE_MS } from '#kit/durations.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { OutboxDeps } from './outbox.ts';
import {
  clearGivenUp,
  countFaults,
  countMails,
  countWaitingRows,
  type MailFaults,
} from './outbox.queries.ts';

export { hasItsWords } from './outbox.queries.ts';

/**
 * Sends a given-up mail again, with two weeks of attempts.
 * @returns false for a mail that was not given up, or whose words were erased
 */
export const sendGivenUpAgain = (tx: Tx, id: number): Promise<boolean> => clearGivenUp(tx, id);

export const readMailFaults = (db: Db): Promise<MailFaults> => countFaults(db);

/** A mail that waits for longer is in the log as an error. */
export const ALARM_AFTER_MS = 30 * MINUTE_MS;

/** The age is in whole seconds (H16). */
export async function readMailBacklog({
  db,
  clock,
}: Pick<OutboxDeps, 'db' | 'clock'>): Promise<{ waiting: number; oldest_s: number }> {
  const { waiting, oldest_at } = await countWaitingRows(db);
  const ageMs = oldest_at ? clock.now().getTime() - oldest_at.getTime() : 0;
  return { waiting, oldest_s: Math.max(0, Math.floor(ageMs / 1000)) };
}

export type MailState = MailFaults & { waiting: number; oldest_s: number; sent_in_an_hour: number };

/** The backlog and the faults with what was sent, in one statement. */
export async function readMailState(db: Db, now: Date): Promise<MailState> {
  const { oldest_at, ...counts } = await countMails(db, now);
  const ageMs = oldest_at === null ? 0 : now.getTime() - new Date(oldest_at).getTime();
  return { ...counts, oldest_s: Math.max(0, Math.floor(ageMs / 1000)) };
}

export async function watchMailBacklog(deps: Pick<OutboxDeps, 'db' | 'clock' | 'log'>): Promise<void> {
  const backlog = await readMailBacklog(deps);
  if (backlog.oldest_s * 1000 >= ALARM_AFTER_MS) deps.log.error(backlog, 'mails wait for too long');
}
