import { dayIn, type PlainDate } from '#kit/plain-date.ts';

/**
 * The only clock of the program (C3).
 * `today` is the company's calendar day, in the company's one time zone.
 */
export type Clock = {
  now(): Date;
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
  return { now, today: () => dayIn(time_zone, now()), time_zone };
}
