import { addDays, dayIn, type PlainDate } from '#kit/plain-date.ts';
import { edgesOf, type Hours } from '#modules/catalog/opening.ts';

/** A time in which no school opens or closes by its hour. */
export type Span = {
  at: Date;
  from: PlainDate;
  /** the last day, included; null: for ever */
  thru: PlainDate | null;
};

/** From now on, the spans between the hours of both catalogs (SE8.2). */
export function spansOf(
  hours: readonly Hours[],
  { now, time_zone }: { now: Date; time_zone: string },
): Span[] {
  const edges = edgesOf(hours);
  const later = edges.filter((edge) => edge > now.getTime()).map((edge) => new Date(edge));
  const lastDayBefore = (edge: Date) => dayIn(time_zone, new Date(edge.getTime() - 1));
  return [now, ...later].map((at, nth) => ({
    at,
    from: dayIn(time_zone, at),
    thru: later[nth] ? lastDayBefore(later[nth]) : null,
  }));
}

export const isInSpan = (day: PlainDate, { from, thru }: Span): boolean =>
  from <= day && (thru === null || day <= thru);

/** The days on which something begins to be otherwise: the day of an hour has two spans. */
export const daysOfSpans = (spans: readonly Span[]): PlainDate[] =>
  spans.flatMap(({ from }) => [from, addDays(from, 1)]);
