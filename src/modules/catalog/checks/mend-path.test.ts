import { describe, expect, it } from 'vitest';
import { objectOf } from '#modules/catalog/objects/catalog-objects.ts';
import { hasFormat } from '#modules/catalog/objects/object.ts';
import { ENDED_KINDS, type ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { CASES } from '#tests/support/season/broken-checks.ts';
import { calm, edited, facts, found, SEASON, type Edit } from '#tests/support/season/calm-season.ts';
import type { CheckFacts } from './check.ts';
import { CHECK_CODES } from './check.states.ts';
import { mendPath } from './season-checks.ts';

const pathsOf = (edits: readonly Edit[], known?: Partial<CheckFacts>) =>
  found(edited(calm(), edits), facts(known)).map((check) => ({
    code: check.code,
    path: mendPath(SEASON, check),
  }));

/** The form of such an object has a button in place of the switch. */
const isEndedByButton = (kind: ObjectKind) =>
  kind !== 'period_group' && (ENDED_KINDS as readonly ObjectKind[]).includes(kind);

/** @shows SE6.1 */
describe('the link of a check', () => {
  it.each(CHECK_CODES)('of %s names a field that the form has, or a long text', (code) => {
    const { breaks, known } = CASES[code];
    const paths = pathsOf(breaks, known).filter((one) => one.code === code);
    expect(paths.length).toBeGreaterThan(0);
    for (const { path } of paths) {
      const { pathname, searchParams } = new URL(path, 'https://portal.example');
      const [, text, owner] = /^\/admin\/texts\/(\w+)\/(\w+):\d+$/.exec(pathname) ?? [];
      const kind = (owner ?? searchParams.get('object')!.split(':')[0]) as ObjectKind;
      const field = text ?? searchParams.get('field')!;
      expect(Object.keys(objectOf(kind).fields)).toContain(field);
      expect(hasFormat(objectOf(kind), field, 'html')).toBe(text !== undefined);
      expect(field === 'is_active' && isEndedByButton(kind)).toBe(false);
    }
  });

  it.each([
    ['the last day of the last term', 'terms_ended', { thru_dt: '2027-03-31' }, '5&field=thru_dt'],
    ['the last day of the term before a gap', 'no_term', { thru_dt: '2027-07-31' }, '5&field=thru_dt'],
    ['a new term before the first one', 'no_term', { from_dt: '2027-04-20' }, 'new&parent=3&field=name'],
    ['a new term where families have none', 'no_term', { is_admin_only: true }, 'new&parent=3&field=name'],
  ] as const)('opens %s', (_, code, days, term) => {
    expect(pathsOf([['payment_term', 5, days]])).toContainEqual({
      code,
      path: `/admin/seasons/${SEASON}?object=payment_term:${term}`,
    });
  });

  it('opens a new grade over the grades of the school, and the page of a long text', () => {
    const paths = [...pathsOf(CASES.no_grades.breaks), ...pathsOf(CASES.other_year.breaks)];
    expect(paths.map(({ path }) => path)).toEqual([
      '/admin/schools/1?object=grade:new&parent=1&field=text',
      `/admin/texts/faq/period_program:${SEASON}`,
    ]);
  });

  it.each([
    ['route', '/admin/seasons/2?object=route:7&field=capacity'],
    ['program', '/admin/schools?object=program:7&field=capacity'],
    ['division', '/admin/company?object=division:7&field=capacity'],
  ] as const)('leads to the page of a %s', (kind, path) => {
    const subject = { kind, id: 7, name: 'Any', version: 1 };
    expect(mendPath(SEASON, { subject, field: 'capacity' })).toBe(path);
  });
});
