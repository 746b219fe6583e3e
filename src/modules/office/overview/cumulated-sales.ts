import { addDays, daysBetween, type PlainDate } from '#kit/plain-date.ts';

export type SignedOn = { day: PlainDate; n: number };

/**
 * Contracts signed until each day since the sale opened; what was signed before counts on the first day.
 * @param thru  the last day; the line ends there
 */
export function cumulated(
  signed: readonly SignedOn[],
  opened_on: PlainDate | null,
  thru: PlainDate,
): number[] {
  if (!opened_on || thru < opened_on) return [];
  const byDay = new Map<number, number>();
  for (const { day, n } of signed) {
    const nr = Math.max(0, daysBetween(opened_on, day));
    byDay.set(nr, (byDay.get(nr) ?? 0) + n);
  }
  let all = 0;
  return Array.from({ length: daysBetween(opened_on, thru) + 1 }, (_, nr) => (all += byDay.get(nr) ?? 0));
}

/** The first opening hour of a school, else the day of the first contract. */
export function openingDay(openings: readonly PlainDate[], signed: readonly SignedOn[]): PlainDate | null {
  const days = openings.length > 0 ? openings : signed.map(({ day }) => day);
  return days.toSorted()[0] ?? null;
}

export const signedSince = (signed: readonly SignedOn[], today: PlainDate, days: number): number =>
  signed.filter(({ day }) => day > addDays(today, -days) && day <= today).reduce((all, { n }) => all + n, 0);

/** This season's contracts today less last season's on the same day since opening. */
export function difference(now: readonly number[], before: readonly number[] | undefined): number | null {
  if (!before || before.length === 0 || now.length === 0) return null;
  const nr = Math.min(now.length, before.length) - 1;
  return now.at(-1)! - before[nr]!;
}
