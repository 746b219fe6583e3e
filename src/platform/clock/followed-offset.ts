import type { Log } from '#platform/log/log.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { ClockOffset } from './clock.ts';

export type FollowedOffset = {
  offsetMs: ClockOffset;
  refresh(): Promise<void>;
  stop(): void;
};

const EVERY_MS = 5_000;

/** The offset never decreases, in any order of answers (K1). */
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
