import { addDays, dayIn, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';

/** The only clock of the program (C3). `today` is the calendar day in the time zone of the company. */
export type Clock = {
  now(): Date;
  /** the real time, even in a moved sandbox: phones compute their codes by the real time */
  realNow(): Date;
  today(): PlainDate;
  time_zone: string;
};

export type ClockOffset = () => number;

const unmoved: ClockOffset = () => 0;

/** @param time_zone  IANA name, America/New_York by default of the company (C3, K1) */
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

/** Kept, because finding the day of an instant is expensive. */
type KnownDay = { day: PlainDate; from: Date; until: Date };

function dayAround(time_zone: string, at: Date): KnownDay {
  const day = dayIn(time_zone, at);
  return { day, from: startOfDayIn(time_zone, day), until: startOfDayIn(time_zone, addDays(day, 1)) };
}
