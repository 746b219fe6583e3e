import { MINUTE_MS } from '#kit/durations.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { countFault } from '#platform/log/faults-so-far.ts';
import type { Log } from '#platform/log/log.ts';

/** More in a minute means that something is broken for good. */
const MOST_A_MINUTE = 20;

type Watch = {
  log: Pick<Log, 'error' | 'fatal'>;
  /** stops serving, finishes what runs, and ends the process with an error, so that a new one starts */
  end: () => void;
};

/**
 * Keeps the process alive where an error was caught by nobody: a promise that nobody awaits, or a listener or
 * timer that throws. What is true of families and money is in the database, whose transactions refuse
 * statements after their end, so the portal serves on. It ends in order where its memory cannot be trusted:
 * after an error of Node itself, an exhausted stack, or too many errors in a minute.
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

/** Errors after which nothing in memory is sure. */
function isOfMemory(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isOfNode = typeof code === 'string' && /^ERR_(INTERNAL_ASSERTION|OUT_OF_MEMORY)/.test(code);
  return isOfNode || (error instanceof RangeError && /call stack|allocation/i.test(String(message)));
}
