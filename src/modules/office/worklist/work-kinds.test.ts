import { describe, expect, it } from 'vitest';
import { findPage } from '#app/site-map.ts';
import { WORK_KINDS, workFacts, workTone } from './work-kinds.ts';

const toneAt = (days: number, ages: Parameters<typeof workTone>[1] = null) =>
  workTone({ kind: 'paper', days }, ages);

/** @shows OF9.4 */
describe('the age of an entry', () => {
  it('is amber from two days on and red from five', () => {
    expect([0, 1, 2, 4, 5, 90].map((days) => toneAt(days))).toEqual([
      'none',
      'none',
      'amber',
      'amber',
      'red',
      'red',
    ]);
  });

  it('follows the ages that the company has set for the kind', () => {
    const ages = { paper: { amber: 1, red: 2 }, mail: { amber: 9, red: 9 } };
    expect([0, 1, 2].map((days) => toneAt(days, ages))).toEqual(['none', 'amber', 'red']);
    expect(workTone({ kind: 'aid_claim', days: 2 }, ages)).toBe('amber');
    expect(workTone({ kind: 'mail', days: 9 }, ages)).toBe('red');
  });
});

describe('a kind of work', () => {
  const place = {
    subject: '1',
    order_id: 2,
    user_id: 3,
    student_id: 4,
    program_group_id: 5,
    ref: 6,
    title: 'Ada Brandt & Co',
  };

  /** @shows OF7.3 OF9.2 */
  it('for an award without its child opens the dialog that links the award', () => {
    expect(workFacts('award_without_child').path(place)).toBe(
      '/admin/awards?season=6&school=5&state=open&search=Ada+Brandt+%26+Co&award=1',
    );
  });

  it.each(WORK_KINDS)('%s leads to pages of the portal', (kind) => {
    const { path, list } = workFacts(kind);
    for (const address of [path(place), list])
      expect(`${address}: ${findPage(address.split('?')[0]!)?.name}`).toMatch(/: (admin|order)\./);
  });

  /** @shows OF9.2 */
  it('for a lost amendment opens the change as it was asked for', () => {
    expect(workFacts('lost_amendment').path(place)).toBe('/admin/orders/2/change?again=6');
  });

  /** @shows OF9.1 OF9.2 */
  it('leads to the list of exactly this work, and to the family of an email where there is one', () => {
    expect(workFacts('acceptance').list).toContain('accepted=no');
    expect(workFacts('special_request').list).toContain('special_request=yes');
    expect(workFacts('award_without_child').list).toContain('state=open');
    expect(workFacts('season_check').path(place)).toBe('/admin/seasons/6/checks');
    expect(workFacts('mail').path(place)).toBe('/admin/users/parents/6');
    expect(workFacts('mail').path({ ...place, ref: null })).toBe('/admin/mails?state=given_up');
  });

  it('has a name that is a key of the ages in the season file', () => {
    for (const kind of WORK_KINDS) expect(kind).toMatch(/^[a-z][a-z0-9_.-]{0,99}$/);
  });
});
