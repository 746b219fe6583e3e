import { isDeepStrictEqual } from 'node:util';
import type { Log } from '#platform/log/log.ts';
import { describeError } from '#platform/log/describe-error.ts';

/** A fact of the database, held by a portal and changed by any portal. */
export type Followed<T> = {
  known: () => T;
  refresh: () => Promise<void>;
  /** runs before the new fact is known; after an error, the next reading runs the listener again */
  onChange: (listener: (next: T) => Promise<void>) => void;
  stop: () => void;
};

type Options<T> = {
  log: Log;
  /** the fact, for the log */
  of: string;
  /** the fact to hold, of the known and the read one */
  latest?: (known: T, read: T) => T;
};

const EVERY_MS = 5_000;

/** Reads a fact, and reads it again every five seconds. */
export async function follow<T>(
  read: () => Promise<T>,
  { log, of, latest = (_, read) => read }: Options<T>,
): Promise<Followed<T>> {
  let known: T = await read();
  const listeners: ((next: T) => Promise<void>)[] = [];
  const refresh = async () => {
    const next = latest(known, await read());
    if (isDeepStrictEqual(next, known)) return;
    for (const listener of listeners) await listener(next);
    known = latest(known, next);
  };
  const timer = setInterval(() => {
    refresh().catch((error: unknown) =>
      log.warn({ of, error: describeError(error) }, 'a followed fact could not be read'),
    );
  }, EVERY_MS);
  timer.unref();
  return {
    known: () => known,
    refresh,
    onChange: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}
