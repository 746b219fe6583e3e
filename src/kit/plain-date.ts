import { UTCDate } from '@date-fns/utc';
import { TZDate, tzOffset } from '@date-fns/tz';
// The index of the package would load three hundred files at the start of the server.
import { addDays as addDaysTo } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { DAY_MS } from './durations.ts';
import { invariant } from './invariant.ts';

/**
 * A calendar day without time and zone, `YYYY-MM-DD`, ordered by string comparison. A due date is a plain
 * date; a click is an instant (`Date`).
 */
export type PlainDate = string & { readonly __kind: 'plain-date' };

// A database has no year 0, and libraries read the years before 100 as years of 1900: no year begins with 0.
const SHAPE = /^[1-9]\d{3}-\d{2}-\d{2}$/;

export function isPlainDate(text: string): text is PlainDate {
  return SHAPE.test(text) && isValid(parseISO(text));
}

/** @throws invariant when `text` is no day of the calendar */
export function plainDate(text: string): PlainDate {
  invariant(isPlainDate(text), `not a calendar day: ${text}`);
  return text;
}

function asUtc(date: PlainDate): UTCDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return new UTCDate(year, month - 1, day);
}

function fromUtc(date: Date): PlainDate {
  return format(date, 'yyyy-MM-dd') as PlainDate;
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return fromUtc(addDaysTo(asUtc(date), days));
}

/** A missing day is no day to wait for. */
export const laterDay = (day: PlainDate, other: PlainDate | null): PlainDate =>
  other !== null && other > day ? other : day;

/** Negative if `last` is before `first`. */
export function daysBetween(first: PlainDate, last: PlainDate): number {
  // A date alone is midnight in UTC, and UTC has days of 24 hours.
  return (Date.parse(last) - Date.parse(first)) / DAY_MS;
}

/**
 * The same day `months` later, clamped to the end of the month. Count from the original day, never from a
 * clamped day: 10/31, 11/30, 12/31 (T5).
 */
export function addMonthsClamped(date: PlainDate, months: number): PlainDate {
  return fromUtc(addMonths(asUtc(date), months));
}

const QUARTER_MS = 15 * 60_000;
const OFFSETS_KEPT = 1_000;
const offsets = new Map<string, number>();

/**
 * Caches offsets by quarter of an hour, the finest step of clock changes; most requests are for recent
 * minutes.
 */
export function offsetMsIn(time_zone: string, instant: Date): number {
  const key = `${time_zone} ${Math.floor(instant.getTime() / QUARTER_MS)}`;
  const offset = offsets.get(key) ?? tzOffset(time_zone, instant) * 60_000;
  offsets.set(key, offset);
  if (offsets.size > OFFSETS_KEPT) offsets.delete(offsets.keys().next().value!);
  return offset;
}

/** A date with UTC fields equal to the clock in the zone. */
export const shownIn = (time_zone: string, instant: Date) =>
  new UTCDate(instant.getTime() + offsetMsIn(time_zone, instant));

/** The calendar day of the company at an instant (C3). */
export function dayIn(time_zone: string, instant: Date): PlainDate {
  return fromUtc(shownIn(time_zone, instant));
}

/** The start of a day in the zone of the company, DST included. */
export function startOfDayIn(time_zone: string, date: PlainDate): Date {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return new Date(new TZDate(year, month - 1, day, time_zone).getTime());
}

/** `MM/dd/yyyy`, the only form for people in the specifications (accounts.md §9). */
export function formatDate(date: PlainDate): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

export function formatDateWithWeekday(date: PlainDate): string {
  return `${format(asUtc(date), 'EEE')} ${formatDate(date)}`;
}

/** `September 15, 2026`: the date line of a press release. */
export function formatLongDate(date: PlainDate): string {
  return format(asUtc(date), 'MMMM d, yyyy');
}

export function formatMonthAndDay(date: PlainDate): string {
  return format(asUtc(date), 'MMMM do');
}

/** `MM/dd/yyyy h:mm a` in the zone of the company (accounts.md §9). */
export function formatDateTime(time_zone: string, instant: Date): string {
  return format(shownIn(time_zone, instant), 'MM/dd/yyyy h:mm a');
}

/** `-04:00` */
export function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${offsetMs < 0 ? '-' : '+'}${hour}:${minute}`;
}

/** `UTC-04:00`: distinguishes the two equal hours in the night of the change from summer time. */
export function offsetIn(time_zone: string, instant: Date): string {
  return `UTC${offsetText(offsetMsIn(time_zone, instant))}`;
}

/** Reads `MM/dd/yyyy`; undefined for an impossible day. */
export function parseUsDate(text: string): PlainDate | undefined {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (!match) return undefined;
  const iso = `${match[3]}-${match[1]}-${match[2]}`;
  return isPlainDate(iso) ? iso : undefined;
}
