import { describe, expect, it } from 'vitest';
import {
  instantOf,
  isLaterTime,
  isLocalTime,
  localTimeOf,
  timeWithZone,
  weekdayAndDay,
} from './local-time.ts';

const NEW_YORK = 'America/New_York';
const iso = (text: string, zone = NEW_YORK) => instantOf(zone, text)?.toISOString();

/** @shows SE8.6 */
describe('an hour in company time', () => {
  it.each([
    ['2027-03-01T08:00', '2027-03-01T13:00:00.000Z'],
    ['2027-07-01T08:00', '2027-07-01T12:00:00.000Z'],
    ['2027-03-01T08:00:07', '2027-03-01T13:00:07.000Z'],
    // 2027-03-14: clocks go from 1:59 to 3:00.
    ['2027-03-14T01:59', '2027-03-14T06:59:00.000Z'],
    ['2027-03-14T03:00', '2027-03-14T07:00:00.000Z'],
    // 2027-11-07: 1:00 to 1:59 comes twice, and is the first unless its offset says so.
    ['2027-11-07T00:59', '2027-11-07T04:59:00.000Z'],
    ['2027-11-07T01:00', '2027-11-07T05:00:00.000Z'],
    ['2027-11-07T01:59', '2027-11-07T05:59:00.000Z'],
    ['2027-11-07T01:00-05:00', '2027-11-07T06:00:00.000Z'],
    ['2027-11-07T01:59-05:00', '2027-11-07T06:59:00.000Z'],
    ['2027-11-07T02:00', '2027-11-07T07:00:00.000Z'],
  ])('%s is one instant, and is written alike', (text, instant) => {
    expect(iso(text)).toBe(instant);
    expect(localTimeOf(NEW_YORK, new Date(instant))).toBe(text);
  });

  it('is none where the clocks skip it, nor with the offset of another zone', () => {
    expect([iso('2027-03-14T02:00'), iso('2027-03-14T02:59')]).toEqual([undefined, undefined]);
    expect(iso('2027-03-01T08:00-04:00')).toBeUndefined();
    expect(iso('2027-03-01T08:00-05:00')).toBe('2027-03-01T13:00:00.000Z');
  });

  it('is of the zone of the company, on either half of the earth', () => {
    expect(iso('2027-10-03T03:00', 'Australia/Sydney')).toBe('2027-10-02T16:00:00.000Z');
    expect(iso('2027-10-03T02:30', 'Australia/Sydney')).toBeUndefined();
    expect(iso('2027-03-14T02:30', 'America/Phoenix')).toBe('2027-03-14T09:30:00.000Z');
  });

  it.each(['2027-03-01', '2027-03-01 08:00', '2027-03-01T8:00', '2027-02-30T08:00', '2027-03-01T24:00', ''])(
    '%s is no hour',
    (text) => {
      expect(isLocalTime(text)).toBe(false);
      expect(iso(text)).toBeUndefined();
    },
  );

  it('is later than another one by the clock, and in the second hour of a night', () => {
    expect(isLaterTime('2027-03-01T08:01', '2027-03-01T08:00')).toBe(true);
    expect(isLaterTime('2027-03-01T08:00', '2027-03-01T08:00')).toBe(false);
    expect(isLaterTime('2027-03-01T08:00:01', '2027-03-01T08:00')).toBe(true);
    expect(isLaterTime('2027-11-07T01:10-05:00', '2027-11-07T01:30')).toBe(true);
  });

  it('is shown with weekday, day and the name of the zone', () => {
    const shown = (instant: string) => {
      const at = new Date(instant);
      return `${weekdayAndDay(NEW_YORK, at)} ${timeWithZone(NEW_YORK, at)}`;
    };
    expect(shown('2027-03-01T13:00:00Z')).toBe('Monday, 03/01/2027 8:00 AM EST');
    expect(shown('2027-11-07T05:30:00Z')).toBe('Sunday, 11/07/2027 1:30 AM EDT');
    expect(shown('2027-11-07T06:30:00Z')).toBe('Sunday, 11/07/2027 1:30 AM EST');
  });
});
