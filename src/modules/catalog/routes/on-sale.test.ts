import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';
import { hasEnded } from '#modules/catalog/term-days.ts';
import { isOnSale, isOpenToFamilies, whyClosed, whyNotSold } from './on-sale.ts';
import type { RouteForSale, TermForSale } from './route-for-sale.ts';

const TODAY = plainDate('2026-04-10');
const sale = routeForSale();
const [aTerm] = sale.terms as [TermForSale];
const open = (from: string | null, thru: string | null, changes: Partial<TermForSale> = {}) =>
  isOpenToFamilies(
    {
      ...aTerm,
      from_dt: from === null ? null : plainDate(from),
      thru_dt: thru === null ? null : plainDate(thru),
      ...changes,
    },
    TODAY,
  );

describe('a term is open to families', () => {
  it('from its first day to its last, both included', () => {
    expect(open('2026-04-10', '2026-04-10')).toBe(true);
    expect(open('2026-04-11', null)).toBe(false);
    expect(open(null, '2026-04-09')).toBe(false);
    expect(open(null, null)).toBe(true);
  });

  it('never where only staff may sell it', () => {
    expect(open(null, null, { is_admin_only: true })).toBe(false);
  });

  it('no more after its last day, whoever sells it', () => {
    expect(hasEnded({ thru_dt: plainDate('2026-04-09') }, TODAY)).toBe(true);
    expect(hasEnded({ thru_dt: TODAY }, TODAY)).toBe(false);
    expect(hasEnded({ thru_dt: null }, TODAY)).toBe(false);
  });
});

describe('a route is on sale', () => {
  const isSold = (changes: Partial<RouteForSale>) => isOnSale(routeForSale(changes), TODAY);
  const { route, program_group, period_program, period_program_group } = sale;

  it('while school, program and route are open and a term is', () => {
    expect(isSold({})).toBe(true);
  });

  it.each<[string, Partial<RouteForSale>]>([
    ['the route is taken out of sale', { route: { ...route, is_active: false } }],
    ['the school is closed', { program_group: { ...program_group, is_active: false } }],
    ['the program is closed', { period_program: { ...period_program, is_active: false } }],
    [
      'the school is closed in the period',
      { period_program_group: { ...period_program_group!, is_switched_on: false } },
    ],
    ['the school opens later', { period_program_group: { ...period_program_group!, hours: 'before' } }],
    ['the school has closed', { period_program_group: { ...period_program_group!, hours: 'after' } }],
    ['the school has no part in the period', { period_program_group: undefined }],
    ['another school year is sold now', { program_group: { ...program_group, current_period_id: 90 } }],
    ['the school sells no school year now', { program_group: { ...program_group, current_period_id: null } }],
    ['no term is left', { terms: [] }],
    ['only staff may sell its terms', { terms: [{ ...aTerm, is_admin_only: true }] }],
    ['its terms begin tomorrow', { terms: [{ ...aTerm, from_dt: plainDate('2026-04-11') }] }],
  ])('not where %s', (_, changes) => {
    expect(isSold(changes)).toBe(false);
  });

  it('where one of several terms is open', () => {
    const ended = { ...aTerm, thru_dt: plainDate('2026-04-09') };
    expect(isSold({ terms: [ended, aTerm] })).toBe(true);
  });

  it('without a look at seats, which are counted elsewhere', () => {
    expect(isSold({ route: { ...route, capacity: 0 } })).toBe(true);
  });
});

describe('the reason why a route is not sold', () => {
  const { route, program_group, period_program, period, period_program_group } = sale;
  const day = (text: string) => plainDate(text);
  const why = (changes: object) => whyNotSold({ ...routeForSale(), ...changes }, TODAY);
  const off = { is_active: false };
  const inSeason = (changes: object) => ({
    period_program_group: { ...period_program_group!, ...changes },
  });

  /** @shows SE1.5 */
  it.each<[string, object, string | null]>([
    ['none', {}, null],
    ['draft', { period: { ...period, is_draft: true } }, 'draft'],
    ['school', { program_group: { ...program_group, ...off } }, 'school_off'],
    ['school in the season', inSeason({ is_switched_on: false }), 'season_off'],
    ['opening', inSeason({ hours: 'before' }), 'school_opens'],
    ['closing', inSeason({ hours: 'after' }), 'school_closed'],
    ['no part in the season', { period_program_group: undefined }, 'season_off'],
    ['another season', { program_group: { ...program_group, current_period_id: 90 } }, 'other_season'],
    ['program', { period_program: { ...period_program, ...off } }, 'program_off'],
    ['route', { route: { ...route, ...off } }, 'route_ended'],
    ['no term', { terms: [{ ...aTerm, is_admin_only: true }] }, 'no_term'],
    ['terms', { terms: [{ ...aTerm, thru_dt: day('2026-04-09') }] }, 'terms_ended'],
  ])('is named: %s', (_, changes, reason) => {
    expect(why(changes)?.reason ?? null).toBe(reason);
  });

  /** @shows SE1.5 */
  it('is the first that holds', () => {
    const parts = {
      terms: [],
      route: { ...route, ...off },
      period_program: { ...period_program, ...off },
      program_group: { ...program_group, current_period_id: 90 },
      ...inSeason({ is_switched_on: false, hours: 'before' }),
    };
    expect(why(parts)?.reason).toBe('season_off');
    expect(why({ ...parts, ...inSeason({ hours: 'before' }) })?.reason).toBe('school_opens');
    expect(why({ ...parts, ...inSeason({}) })?.reason).toBe('other_season');
    expect(why({ ...parts, program_group: { ...program_group, ...off } })?.reason).toBe('school_off');
    expect(why({ ...parts, period: { ...period, is_draft: true } })?.reason).toBe('draft');
  });

  /** @shows SE1.5 */
  it('is the next term with its first day, where one comes after those that ended', () => {
    const terms = [
      { ...aTerm, thru_dt: day('2026-04-09') },
      { ...aTerm, from_dt: day('2026-06-01') },
      { ...aTerm, from_dt: day('2026-05-01') },
      { ...aTerm, from_dt: day('2026-04-20'), is_admin_only: true },
    ];
    expect(why({ terms })).toEqual({ reason: 'term_opens', on: '2026-05-01', at: null });
  });

  /** @shows SE1.5 */
  it('names the hour at which the school opens, or has closed', () => {
    const [opens_at, closes_at] = [new Date('2026-05-01T12:00:00Z'), new Date('2026-06-01T12:00:00Z')];
    const at = (hours: string) => why(inSeason({ hours, opens_at, closes_at }))?.at;
    expect([at('before'), at('open'), at('after')]).toEqual([opens_at, undefined, closes_at]);
  });

  it('is none of terms where staff sell', () => {
    expect(whyClosed(routeForSale({ terms: [] }))).toBeNull();
  });
});
