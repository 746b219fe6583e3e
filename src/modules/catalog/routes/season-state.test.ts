import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { seasonState, type SchoolOfSeason } from './season-state.ts';

const day = plainDate;
const period = { id: 7 };
const season = { is_draft: false, starts_on: day('2026-09-01'), ends_on: day('2027-06-30') };
const selling: SchoolOfSeason = {
  period,
  program_group: { is_active: true, current_period_id: 7 },
  period_program_group: { is_switched_on: true, hours: 'open', opens_at: null, closes_at: null },
  current_starts_on: season.starts_on,
};
const before: SchoolOfSeason = {
  ...selling,
  program_group: { is_active: true, current_period_id: 6 },
  current_starts_on: day('2025-09-01'),
};
const later = { ...before, current_starts_on: day('2027-09-01') };
const inSeason = (changes: object): SchoolOfSeason => ({
  ...selling,
  period_program_group: { ...selling.period_program_group!, ...changes },
});
const switchedOff = inSeason({ is_switched_on: false });
const neverSold = { ...before, current_starts_on: null };
const TODAY = '2026-04-10';

const stateOf = (schools: SchoolOfSeason[], changes: object = {}, today = TODAY) =>
  seasonState({ ...season, ...changes }, schools, day(today));

describe('the state of a season', () => {
  /** @shows SE1.2 */
  it.each<[string, string, SchoolOfSeason[], object, string]>([
    ['draft', 'before it is published', [selling], { is_draft: true }, TODAY],
    ['coming', 'while no school has opened it', [before, neverSold], {}, TODAY],
    ['open', 'while a school sells', [before, selling], {}, TODAY],
    ['closed', 'once its schools sell no more', [switchedOff, later], {}, TODAY],
    ['ended', 'after its last day', [later], {}, '2027-07-01'],
  ])('is %s %s', (state, _, schools, changes, today) => {
    expect(stateOf(schools, changes, today)).toBe(state);
  });

  /** @shows SE1.2 */
  it('changes on the day after the last, and not on the last', () => {
    const states = ['2026-08-31', '2026-09-01', '2027-06-29', '2027-06-30', '2027-07-01'].map((today) =>
      stateOf([switchedOff], {}, today),
    );
    expect(states).toEqual(['closed', 'closed', 'closed', 'closed', 'ended']);
    expect(['2027-06-30', '2027-07-01'].map((today) => stateOf([before], {}, today))).toEqual([
      'coming',
      'ended',
    ]);
  });

  /** @shows SE1.2 */
  it('is open as long as a school sells, even after the last day, and a draft on every day', () => {
    const days = ['2026-08-31', '2027-06-30', '2027-07-01'];
    expect(days.map((today) => stateOf([selling], {}, today))).toEqual(['open', 'open', 'open']);
    expect(days.map((today) => stateOf([selling], { is_draft: true }, today))).toEqual([
      'draft',
      'draft',
      'draft',
    ]);
  });

  /** @shows SE1.2 */
  it('is coming until the hour of its first school, and closed after the hour of its last', () => {
    const states = (['before', 'open', 'after'] as const).map((hours) => stateOf([inSeason({ hours })]));
    expect(states).toEqual(['coming', 'open', 'closed']);
  });

  it('of a season without schools is coming, then ended', () => {
    expect([stateOf([]), stateOf([], {}, '2027-07-01')]).toEqual(['coming', 'ended']);
  });

  it('is closed where a school is switched off as a whole', () => {
    expect(stateOf([{ ...selling, program_group: { is_active: false, current_period_id: 7 } }])).toBe(
      'closed',
    );
  });
});
