import { addDays, dayIn, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';

/** The only clock of the program (C3). `today` is the calendar day in the time zone of the company. */
export type Clock = {
  now(): Date;
  /** the real time, even in a moved sandbox: phones compute their codes by the real time */
  realNow(): Date;
  today(): PlainDate;
  readonly time_zone: string;
};

export type ClockOffset = () => number;

const unmoved: ClockOffset = () => 0;

/**
 * @param zone  the present IANA name, America/New_York by default of the company (C3, K1); the company may
 *              change it until the first contract
 */
export function systemClock(zone: () => string, offset: ClockOffset = unmoved): Clock {
  const now = () => new Date(Date.now() + offset());
  let known: KnownDay | undefined;
  const today = () => {
    const [time_zone, at] = [zone(), now()];
    const isKnown = known?.time_zone === time_zone && at >= known.from && at < known.until;
    known = isKnown ? known : dayAround(time_zone, at);
    return known!.day;
  };
  return {
    now,
    realNow: () => new Date(),
    today,
    get time_zone() {
      return zone();
    },
  };
}

/** Kept, because finding the day of an instant is expensive. */
type KnownDay = { time_zone: string; day: PlainDate; from: Date; until: Date };

function dayAround(time_zone: string, at: Date): KnownDay {
  const day = dayIn(time_zone, at);
  const [from, until] = [startOfDayIn(time_zone, day), startOfDayIn(time_zone, addDays(day, 1))];
  return { time_zone, day, from, until };
}
