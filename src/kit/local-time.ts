import { format } from 'date-fns/format';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { isPlainDate, offsetMsIn, offsetText, shownIn } from './plain-date.ts';

/*
 * A day and time as staff write them, in company time: `2027-03-01T08:00`, with seconds if there are any. In
 * the night in which an hour comes twice, a time is of the first hour; the second hour names its offset:
 * `2027-11-07T01:30-05:00`.
 */

/** Until a season names the time zone of the company (C3). */
export const COMPANY_TIME_ZONE = 'America/New_York';

const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?([+-]\d{2}:\d{2})?$/;

type Read = { clockMs: number; offset: string | undefined };

function read(text: string): Read | undefined {
  const [, day, hour, minute, second = '00', offset] = TIME.exec(text) ?? [];
  if (!day || !isPlainDate(day)) return undefined;
  return { clockMs: Date.parse(`${day}T${hour}:${minute}:${second}Z`), offset };
}

export const isLocalTime = (text: string): boolean => read(text) !== undefined;

/** Whether a time is later than another one; both are local times of one zone. */
export function isLaterTime(text: string, other: string): boolean {
  const [later, earlier] = [read(text), read(other)];
  if (!later || !earlier) return false;
  // Only the second hour of a night names its offset.
  const place = ({ clockMs, offset }: Read) => clockMs + (offset === undefined ? 0 : HOUR_MS);
  return place(later) > place(earlier);
}

/** @returns undefined for a time that the clocks of the zone skip, and for another zone's offset */
export function instantOf(time_zone: string, text: string): Date | undefined {
  const time = read(text);
  if (!time) return undefined;
  const { clockMs, offset } = time;
  // Clocks change by less than a day, so one of these two offsets holds.
  const found = [-DAY_MS, DAY_MS]
    .map((away) => offsetMsIn(time_zone, new Date(clockMs + away)))
    .filter((offsetMs) => offsetMsIn(time_zone, new Date(clockMs - offsetMs)) === offsetMs)
    .filter((offsetMs) => offset === undefined || offsetText(offsetMs) === offset);
  return found.length > 0 ? new Date(clockMs - Math.max(...found)) : undefined;
}

/** Seconds stand only if there are any, parts of a second never. */
export function localTimeOf(time_zone: string, instant: Date): string {
  const wholeMs = Math.floor(instant.getTime() / 1000) * 1000;
  const shown = shownIn(time_zone, new Date(wholeMs));
  const text = format(shown, shown.getSeconds() === 0 ? "yyyy-MM-dd'T'HH:mm" : "yyyy-MM-dd'T'HH:mm:ss");
  return instantOf(time_zone, text)?.getTime() === wholeMs
    ? text
    : `${text}${offsetText(offsetMsIn(time_zone, instant))}`;
}

/** `Monday, 03/01/2027` */
export const weekdayAndDay = (time_zone: string, instant: Date): string =>
  format(shownIn(time_zone, instant), 'EEEE, MM/dd/yyyy');

/** `8:00 AM EST`: the name of the zone tells the two equal hours of a night apart (SE8.6). */
export function timeWithZone(time_zone: string, instant: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: time_zone, timeZoneName: 'short' });
  const zone = parts.formatToParts(instant).find(({ type }) => type === 'timeZoneName');
  return `${format(shownIn(time_zone, instant), 'h:mm a')} ${zone!.value}`;
}
