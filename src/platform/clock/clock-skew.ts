import { m } from '#i18n/messages.js';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import { readDatabaseTime } from './clock-settings.queries.ts';

/*
 * How far the clock of this machine is off, by the clocks of others. A wrong clock refuses codes of
 * authenticator apps and delivered events, and charges a day early or late (MO9).
 */

type TimeSource = 'database' | 'processor';

/** Authenticator apps allow half a minute. */
const LIMIT_S = 60;
/** Synchronized clocks differ by less. */
const LOOK_S = 5;

/** The time of a slow answer says little. */
const ANSWER_WITHIN_MS = 10_000;

const aheadS = new Map<TimeSource, number>();
const answeredAt = new Map<TimeSource, Date>();

/** When a clock was last read in this process; of the processor, the last answer to any call. */
export const lastAnswerOf = (source: TimeSource): Date | null => answeredAt.get(source) ?? null;

/** @param theirs  the time that an answer carries; an unreadable time is ignored */
export function noteTimeOf(source: TimeSource, theirs: Date): void {
  const ahead = Math.round((Date.now() - theirs.getTime()) / 1_000);
  answeredAt.set(source, new Date());
  if (Number.isFinite(ahead)) aheadS.set(source, ahead);
}

export async function noteDatabaseTime(db: Database): Promise<void> {
  const askedAt = Date.now();
  const theirs = await readDatabaseTime(db);
  if (Date.now() - askedAt < ANSWER_WITHIN_MS) noteTimeOf('database', theirs);
}

export type ClockSkew = {
  /** seconds that this machine is ahead of the farthest clock; below 0 behind */
  ahead_s: number;
  /** what to do; null for a clock that is right */
  sentence: string | null;
  /** seconds off, though not yet a minute */
  is_drifting: boolean;
};

const SENTENCES = { database: m.portal_clock_off_database, processor: m.portal_clock_off_processor } as const;

export function clockSkew(): ClockSkew {
  const [farthest] = [...aheadS].toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  if (!farthest) return { ahead_s: 0, sentence: null, is_drifting: false };
  const [source, ahead_s] = farthest;
  const isRight = Math.abs(ahead_s) <= LIMIT_S;
  const sentence = isRight ? null : SENTENCES[source]({ seconds: Math.abs(ahead_s) });
  return { ahead_s, sentence, is_drifting: isRight && Math.abs(ahead_s) >= LOOK_S };
}

/** @returns compares the clocks and logs a wrong clock once; for calls at intervals */
export function clockCheck({ db, log }: { db: Database; log: Log }): () => Promise<void> {
  let wasRight = true;
  return async () => {
    // A database that is away is told elsewhere.
    await noteDatabaseTime(db).catch(() => undefined);
    const { ahead_s, sentence } = clockSkew();
    if (sentence && wasRight) log.warn({ ahead_s }, sentence);
    wasRight = sentence === null;
  };
}
