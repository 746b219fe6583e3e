import { MINUTE_MS, HOUR_MS } from '#kit/durations.ts';

/** An hour and a half: longer than a usual outage, far shorter than a processor remembers keys. */
const REPLAY_PAUSES_MS: readonly number[] = [5 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, HOUR_MS];

/** A request may be on the way for a while; an absence counts only later. */
const ABSENT_COUNTS_AFTER_MS = HOUR_MS;

const LOOK_UP_AGAIN_MS = 10 * MINUTE_MS;

export const LOOK_AT_ACTION_MS = 2 * MINUTE_MS;
const GIVE_UP_AFTER_MS = 30 * MINUTE_MS;

export const isGivenUp = (first_sent_at: Date | null, now: Date): boolean =>
  first_sent_at !== null && now.getTime() - first_sent_at.getTime() >= GIVE_UP_AFTER_MS;

export type Step =
  | 'send'
  /** sent, answer lost: the same key and request cannot charge twice */
  | 'replay'
  /** the processor may have forgotten the key: never send again, only ask */
  | 'look_up';

type SentRequest = { state: string; first_sent_at: Date | null; replays: number };

type Keys = { now: Date; idemHours: number };

/** @param idemHours  0 for a processor without keys; the last hour is left unused */
export const isKeyKnown = (first_sent_at: Date, { now, idemHours }: Keys): boolean =>
  now.getTime() - first_sent_at.getTime() < (idemHours - 1) * HOUR_MS;

/** Source: reliability 4.3 */
export function nextStep({ state, first_sent_at, replays }: SentRequest, keys: Keys): Step {
  if (state === 'created' || first_sent_at === null) return 'send';
  // The processor has answered: nothing is sent again.
  if (state === 'action') return 'look_up';
  return isKeyKnown(first_sent_at, keys) && replays < REPLAY_PAUSES_MS.length ? 'replay' : 'look_up';
}

/** Written before anything is asked: the lease against other flows, and the mark of the send. */
export function claimChanges(
  step: Step,
  { state, replays }: Pick<SentRequest, 'state' | 'replays'>,
  now: Date,
) {
  const until = (ms: number) => new Date(now.getTime() + ms);
  if (step === 'look_up')
    return { lease_until: until(state === 'action' ? LOOK_AT_ACTION_MS : LOOK_UP_AGAIN_MS) };
  const isReplay = step === 'replay';
  return {
    ...(isReplay ? { replays: replays + 1 } : { state: 'sent' as const, first_sent_at: now }),
    last_sent_at: now,
    lease_until: until(REPLAY_PAUSES_MS[isReplay ? replays : 0] ?? LOOK_UP_AGAIN_MS),
  };
}

export function absentCountsFrom(last_sent_at: Date): Date {
  return new Date(last_sent_at.getTime() + ABSENT_COUNTS_AFTER_MS);
}
