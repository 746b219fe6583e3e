import { addDays, daysBetween, type PlainDate } from '#kit/plain-date.ts';
import type { Board, BoardTerm } from '#modules/office/seasons/board.contract.ts';

/** The days that all bars of a board share, both included. */
export type TimeLine = { from: PlainDate; thru: PlainDate };

const WHOLE = 100;

/** From the first opening of a term to the last first day of school (SE1.4). */
export function timeLineOf({
  season,
  schools,
  today,
}: Pick<Board, 'season' | 'schools' | 'today'>): TimeLine {
  const terms = schools
    .flatMap(({ programs }) => programs)
    .flatMap(({ routes }) => routes)
    .flatMap((route) => route.terms);
  const opened = terms.flatMap(({ from_dt }) => from_dt ?? []).sort();
  const firstDays = schools.flatMap(({ period_group }) => period_group?.first_day_of_school ?? []);
  const thru = [season.first_day_of_school ?? season.starts_on, ...firstDays].sort().at(-1)!;
  const from = opened[0] ?? today;
  return from < thru ? { from, thru } : { from: addDays(thru, -1), thru };
}

/** In percent of the line, from 0 to 100. */
function placeOf({ from, thru }: TimeLine, day: PlainDate): number {
  const place = (daysBetween(from, day) / (daysBetween(from, thru) + 1)) * WHOLE;
  return Math.min(WHOLE, Math.max(0, place));
}

/** Null outside of the line. */
export const markOf = (line: TimeLine, day: PlainDate): number | null =>
  day < line.from || day > line.thru ? null : placeOf(line, day);

/** A bar narrower than this cannot be seen. */
const NARROWEST = 1;

/** Begin and width of a term's bar in percent; a window without an end goes to the end of the line. */
export function barOf(line: TimeLine, { from_dt, thru_dt }: Pick<BoardTerm, 'from_dt' | 'thru_dt'>) {
  const begin = from_dt ? placeOf(line, from_dt) : 0;
  const end = thru_dt ? placeOf(line, addDays(thru_dt, 1)) : WHOLE;
  const x = Math.min(begin, WHOLE - NARROWEST);
  return { x, width: Math.max(NARROWEST, end - x) };
}
