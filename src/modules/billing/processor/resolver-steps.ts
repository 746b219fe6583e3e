import { MINUTE_MS, HOUR_MS } from '#kit/durations.ts';

/**
 * How long the resolver waits after each time that it sends a charge or a refund again. Four in an hour and a
 * half: longer than an outage usually takes, far shorter than a processor remembers keys.
 */
const REPLAY_PAUSES_MS: readonly number[] = [5 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, HOUR_MS];

/**
 * A request may still be on its way for a while; only then does finding nothing mean that there is nothing.
 */
const ABSENT_COUNTS_AFTER_MS = HOUR_MS;

/** A look-up that brought nothing is repeated after so long. */
const LOOK_UP_AGAIN_MS = 10 * MINUTE_MS;

/** One that waits for its payer is looked at so often, and given up when it is half an hour old. */
export const LOOK_AT_ACTION_MS = 2 * MINUTE_MS;
const GIVE_UP_AFTER_MS = 30 * MINUTE_MS;

/** Whether a charge has waited for its payer for so long that it is ended. */
export const isGivenUp = (first_sent_at: Date | null, now: Date): boolean =>
  first_sent_at !== null && now.getTime() - first_sent_at.getTime() >= GIVE_UP_AFTER_MS;

export type Step =
  /** written down and never sent: sending it is safe */
  | 'send'
  /** sent, answer lost: the same key and request again cannot charge twice */
  | 'replay'
  /** the processor may have forgotten the key: never send again, only ask */
  | 'look_up';

type SentRequest = { state: string; first_sent_at: Date | null; replays: number };

type Keys = { now: Date; idemHours: number };

/**
 * Whether a request may be sent again under its key, as the processor takes it for the same one.
 * @param idemHours  how long the processor remembers a key, none for one that knows no keys; one hour of it
 *   is left unused
 */
export const isKeyKnown = (first_sent_at: Date, { now, idemHours }: Keys): boolean =>
  now.getTime() - first_sent_at.getTime() < (idemHours - 1) * HOUR_MS;

/**
 * What the resolver does with an attempt next.
 * Source: reliability 4.3
 */
export function nextStep({ state, first_sent_at, replays }: SentRequest, keys: Keys): Step {
  if (state === 'created' || first_sent_at === null) return 'send';
  // It has been answered: nothing is sent again.
  if (state === 'action') return 'look_up';
  return isKeyKnown(first_sent_at, keys) && replays < REPLAY_PAUSES_MS.length ? 'replay' : 'look_up';
}

/**
 * What is written down of an attempt or a refund when the resolver takes it up, before anything is asked:
 * until when nobody else does, and that it was sent.
 */
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

/** From when on a look-up that finds nothing says that there is nothing. */
export function absentCountsFrom(last_sent_at: Date): Date {
  return new Date(last_sent_at.getTime() + ABSENT_COUNTS_AFTER_MS);
}
