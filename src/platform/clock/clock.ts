import { addDays, dayIn, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';

/**
 * The only clock of the program (C3).
 * `today` is the company's calendar day, in the company's one time zone.
 */
export type Clock = {
  now(): Date;
  /** the time of the world outside, wherever a sandbox has been moved to: phones make their codes by it */
  realNow(): Date;
  today(): PlainDate;
  time_zone: string;
};

/** How far the sandbox has been moved ahead of the real time, in milliseconds (K1). */
export type ClockOffset = () => number;

const unmoved: ClockOffset = () => 0;

/**
 * The real time, moved by `offset` where a sandbox rehearses the season.
 * @param timeZone  IANA name, default of the company America/New_York
 * Source: C3, K1
 */
export function systemClock(time_zone: string, offset: ClockOffset = unmoved): Clock {
  const now = () => new Date(Date.now() + offset());
  let known: KnownDay | undefined;
  const today = () => {
    const at = now();
    const isKnown = known && at >= known.from && at < known.until;
    known = isKnown ? known : dayAround(time_zone, at);
    return known!.day;
  };
  return { now, realNow: () => new Date(), today, time_zone };
}

/** A day with its two midnights: finding the day of an instant costs more than most of what asks for it. */
type KnownDay = { day: PlainDate; from: Date; until: Date };

function dayAround(time_zone: string, at: Date): KnownDay {
  const day = dayIn(time_zone, at);
  return { day, from: startOfDayIn(time_zone, day), until: startOfDayIn(time_zone, addDays(day, 1)) };
}
