import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { CASES } from '#tests/support/season/broken-checks.ts';
import {
  calm,
  edited,
  facts,
  found,
  SEASON,
  viewOf,
  type Edit,
  type Row,
} from '#tests/support/season/calm-season.ts';
import { CHECK_CODES, SEVERITY_OF_CHECK } from './check.states.ts';
import { stopsOf } from './season-checks.ts';

/** @shows SE6.1 SE6.3 */
describe('a check of a season', () => {
  it('finds nothing in a season that is as it should be', () => {
    expect(found(calm(), facts())).toEqual([]);
  });

  it.each(CHECK_CODES)('says %s while it is broken, and no more once it is mended', (code) => {
    const { breaks, mends, says, without, known } = CASES[code];
    const broken = edited(calm(), breaks);
    const [check] = found(broken, facts(known)).filter((one) => one.code === code);
    expect([check?.text, check?.text_without_money]).toEqual([says, without]);
    const mended = found(edited(broken, mends), facts(known));
    expect(mended.filter((one) => one.code === code)).toEqual([]);
  });

  it.each(CHECK_CODES)('tells no amount of %s to staff without the right to money', (code) => {
    const { breaks, known } = CASES[code];
    for (const { text, text_without_money } of found(edited(calm(), breaks), facts(known)))
      expect(text_without_money ?? text).not.toMatch(/\$\d/);
  });

  it('is not about what has ended, nor about a season that is over', () => {
    const ended = edited(calm(), [
      ['payment_term', 5, { thru_dt: '2027-03-31' }],
      ['route', 3, { is_active: false }],
    ]);
    expect(found(ended, facts())).toEqual([]);
    const over = edited(calm(), CASES.no_term.breaks);
    expect(found(over, facts({ today: plainDate('2028-06-21') }))).toEqual([]);
  });

  it('of aid without a code is content with an award of the school', () => {
    const bare = edited(calm(), CASES.aid_without_code.breaks);
    expect(found(bare, facts({ awarded: new Set([1]) }))).toEqual([]);
    expect(found(bare, facts({ awarded: new Set([2]) })).map(({ code }) => code)).toEqual([
      'aid_without_code',
    ]);
  });

  it('of a price gap begins today and ends before the first day of school', () => {
    const late = edited(calm(), [['payment_term', 5, { from_dt: '2027-04-20' }]]);
    const gaps = (today: string) =>
      found(late, facts({ today: plainDate(today) })).map(({ code, text }) => [code, text.slice(-28)]);
    expect(gaps('2027-04-10')).toEqual([['no_term', 'from 04/10/2027 to 04/19/2027.'.slice(-28)]]);
    expect(gaps('2027-04-20')).toEqual([]);
    const never = edited(calm(), [['payment_term', 5, { is_admin_only: true }]]);
    expect(found(never, facts({ today: plainDate('2027-09-05') })).map(({ code }) => code)).toEqual([
      'no_term',
    ]);
    expect(found(never, facts({ today: plainDate('2027-09-06') }))).toEqual([]);
  });

  it('of a price gap is about the days from the opening to the closing of the school', () => {
    const term = (days: Row): Edit => ['payment_term', 5, days];
    const hours = (opens_at: string | null, closes_at: string | null): Edit => [
      'period_group',
      SEASON,
      { opens_at: opens_at && new Date(opens_at), closes_at: closes_at && new Date(closes_at) },
    ];
    const gap = (...edits: Edit[]) =>
      found(edited(calm(), edits), facts()).map(({ text }) => text.slice(-28));
    const [opens, closes] = ['2027-04-20T12:00:00Z', '2027-06-01T04:00:00Z'];
    expect(gap(hours(opens, null), term({ from_dt: '2027-04-20' }))).toEqual([]);
    expect(gap(hours(opens, null), term({ from_dt: '2027-04-22' }))).toEqual([
      'from 04/20/2027 to 04/21/2027.'.slice(-28),
    ]);
    // Midnight in New York is still of the day before.
    expect(gap(hours(null, closes), term({ thru_dt: '2027-05-31' }))).toEqual([]);
    expect(gap(hours(null, closes), term({ thru_dt: '2027-05-30' }))).toEqual([
      'from 05/31/2027 to 05/31/2027.'.slice(-28),
    ]);
  });

  it('of a school that does not open says that its hour opens nothing while it is switched off', () => {
    const opens_at = new Date('2027-04-20T12:00:00Z');
    const off = edited(calm(), [['period_group', SEASON, { is_active: false, opens_at }]]);
    expect(found(off, facts()).map(({ text }) => text)).toEqual([
      'Hillmark: is switched off, so it doesn’t open at its hour.',
    ]);
    const on = edited(calm(), [['period_group', SEASON, { opens_at }]]);
    expect(found(on, facts())).toEqual([]);
  });

  it('of the home page is content with a map, a drawing, or a drawing of the brand', () => {
    const bare = edited(calm(), CASES.no_home_map.breaks);
    expect(found(bare, facts({ drawn: new Set(['hm']) }))).toEqual([]);
    const off = edited(bare, [['program_group', 1, { is_on_home_page: false }]]);
    expect(found(off, facts())).toEqual([]);
  });

  it('of a missing message asks for the message that the page shows at this hour', () => {
    const closes_at = new Date('2027-04-01T15:00:00Z');
    const rows = edited(calm(), [['period_group', SEASON, { closes_at, inactive_msg: null }]]);
    expect(found(rows, facts()).map(({ text }) => text)).toEqual([
      'Hillmark: its page has no message while contracts are not sold.',
    ]);
  });

  it.each([
    ['by June 15, 2027', undefined],
    ['the law of 2015', undefined],
    ['from 2027-28 on', undefined],
    ['until 2026', '2026'],
    ['for 2026-27', '2026-27'],
    ['for 2028–2029', '2028–2029'],
    ['1250 Harbor Yard, $2026', undefined],
  ])('reads the years of "%s"', (faq, year) => {
    const rows = edited(calm(), [['period_program', SEASON, { faq }]]);
    expect(found(rows, facts()).map(({ text }) => /"(.*)"/.exec(text)?.[1])).toEqual(year ? [year] : []);
  });
});

/** @shows SE6.1 SE6.2 */
describe('the checks that hold a season', () => {
  it('are those of severity stop', () => {
    const rows = edited(
      calm(),
      CHECK_CODES.filter((code) => SEVERITY_OF_CHECK[code] !== 'stop').flatMap((code) => CASES[code].breaks),
    );
    expect(found(rows, facts()).length).toBeGreaterThan(10);
    const stops = stopsOf(viewOf(rows), facts());
    expect(new Set(stops.map(({ code }) => code))).toEqual(new Set(['no_term']));
  });
});
