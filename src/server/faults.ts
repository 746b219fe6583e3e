import { MINUTE_MS } from '#kit/durations.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { countFault } from '#platform/log/faults-so-far.ts';
import type { Log } from '#platform/log/log.ts';

/** More in a minute means a permanent fault. */
const MOST_A_MINUTE = 20;

type Watch = {
  log: Pick<Log, 'error' | 'fatal'>;
  /** stops serving, finishes running work, and ends the process with an error, for a restart */
  end: () => void;
};

/**
 * Keeps the process alive after an uncaught error: a promise without an await, or a throwing listener or
 * timer. The facts about families and money are in the database, and transactions refuse statements after
 * their end: the portal can serve on. The portal ends in order if memory cannot be trusted: after an error of
 * Node itself, a stack overflow, or too many errors in a minute.
 * Source: MC1
 */
export function watchFaults({ log, end }: Watch): void {
  let lately: number[] = [];
  const note = (from: string) => (error: unknown) => {
    const faults = countFault();
    const now = performance.now();
    lately = [...lately.filter((at) => now - at < MINUTE_MS), now];
    const described = { from, faults, error: describeError(error) };
    if (isOfMemory(error) || lately.length > MOST_A_MINUTE) {
      log.fatal(described, 'an error was caught by nobody; the portal ends and is to be started again');
      return end();
    }
    log.error(described, 'an error was caught by nobody; the portal serves on');
  };
  process.on('unhandledRejection', note('promise'));
  process.on('uncaughtException', note('callback'));
}

function isOfMemory(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isOfNode = typeof code === 'string' && /^ERR_(INTERNAL_ASSERTION|OUT_OF_MEMORY)/.test(code);
  return isOfNode || (error instanceof RangeError && /call stack|allocation/i.test(String(message)));
}
