import { MINUTE_MS } from '#kit/durations.ts';
import { within } from '#kit/within.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import type { Processor } from '#platform/payments/processor.ts';
import type { Kind, Readiness } from '#platform/payments/readiness.ts';
import { readinessProblems, type ReadinessProblem } from './readiness.ts';

export type KnownReadiness = { read_at: Date; problems: readonly ReadinessProblem[] };

export type FollowedReadiness = {
  check: () => Promise<void>;
  /** always true with test keys, and before the first reading */
  isKindEnabled: (kind: Kind) => boolean;
  known: () => KnownReadiness | undefined;
};

type Parts = {
  clock: Clock;
  log: Log;
  name: Processor;
  read: (() => Promise<Readiness>) | undefined;
};

const READ_AGAIN_MS = 10 * MINUTE_MS;
const WITHIN_MS = 5_000;

const isLiveMode = (name: Processor): boolean => name === 'stripe_live';

function logProblems(
  { log, name }: Pick<Parts, 'log' | 'name'>,
  problems: readonly ReadinessProblem[],
  before: readonly ReadinessProblem[],
): void {
  for (const { what, sentence, closes } of problems) {
    if (before.some((each) => each.sentence === sentence)) continue;
    const line = { processor: name, what };
    if (isLiveMode(name) && closes.length > 0) log.error({ ...line, closes }, sentence);
    else log.warn(line, sentence);
  }
  if (before.length > 0 && problems.length === 0) log.info({ processor: name }, 'the account is ready');
}

/** Test keys move no money and only warn. After a failed reading the last result stays (MS5). */
export function followReadiness({ clock, log, name, read }: Parts): FollowedReadiness {
  const isLive = isLiveMode(name);
  let known: KnownReadiness | undefined;
  const isDue = () => !known || clock.now().getTime() - known.read_at.getTime() >= READ_AGAIN_MS;
  const readNow = async () => {
    const readiness = await within(WITHIN_MS, read!());
    if (!readiness) throw new Error('no answer in time');
    const problems = readinessProblems(readiness, clock.time_zone);
    logProblems({ log, name }, problems, known?.problems ?? []);
    known = { read_at: clock.now(), problems };
  };
  return {
    check: async () => {
      if (!read || !isDue()) return;
      await readNow().catch((error: unknown) =>
        log.warn({ error: describeError(error) }, 'the account at the processor did not say what it may do'),
      );
    },
    isKindEnabled: (kind) => !isLive || !known?.problems.some(({ closes }) => closes.includes(kind)),
    known: () => known,
  };
}
