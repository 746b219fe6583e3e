import type { Log } from '#platform/log/log.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { ClockOffset } from './clock.ts';

export type FollowedOffset = {
  offsetMs: ClockOffset;
  /** reads it now: this process has just moved it */
  refresh(): Promise<void>;
  stop(): void;
};

const EVERY_MS = 5_000;

/**
 * The sandbox clock's offset as the database has it: at once for the process that moves it, within seconds
 * for every other. It never goes back, whatever order the answers come in.
 * Source: K1
 */
export async function followOffset(read: () => Promise<number>, log: Log): Promise<FollowedOffset> {
  let known = await read();
  const refresh = async () => void (known = Math.max(known, await read()));
  const timer = setInterval(() => {
    refresh().catch((error: unknown) =>
      log.warn({ error: describeError(error) }, 'the clock setting could not be read'),
    );
  }, EVERY_MS);
  timer.unref();
  return { offsetMs: () => known, refresh, stop: () => clearInterval(timer) };
}
