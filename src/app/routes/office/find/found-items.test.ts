import { describe, expect, it } from 'vitest';
import type { FoundGroup, Hit } from '#modules/office/lookup/lookup.contract.ts';
import { MENU } from '#app/routes/office/menu.ts';
import { foundItems, onlyExact } from './found-items.ts';
import { findPages, PAGES } from './pages.ts';

const hit = (title: string, is_exact = false): Hit => ({
  id: 1,
  path: `/admin/${title}`,
  title,
  detail: '',
  is_exact,
});

const group = (changes: Partial<FoundGroup>): FoundGroup => ({
  kind: 'family',
  total: 1,
  is_total_capped: false,
  path: '/admin/users/parents?search=a',
  hits: [hit('Ada')],
  ...changes,
});

const titles = (groups: ReturnType<typeof foundItems>) =>
  groups.map(({ kind, items }) => `${kind}: ${items.map(({ title }) => title).join(', ')}`);

/** @shows OF2.2 */
describe('the groups of a search', () => {
  it('end with the way to all, where a list has more', () => {
    const found = [
      group({ total: 1 }),
      group({ kind: 'order', total: 1234 }),
      group({ kind: 'student', total: 10_000, is_total_capped: true }),
      group({ kind: 'route', total: 9, path: null }),
    ];
    expect(titles(foundItems(found, []))).toEqual([
      'family: Ada',
      'order: Ada, See all 1,234',
      'student: Ada, See all, more than 10,000',
      'route: Ada',
    ]);
  });

  it('have pages last, and first if the whole name is typed', () => {
    const found = [group({})];
    expect(titles(foundItems(found, findPages('pay', PAGES))).at(-1)).toMatch(/^page: Payments, Payouts/);
    expect(titles(foundItems(found, findPages('payouts', PAGES)))[0]).toBe('page: Payouts');
    expect(titles(foundItems(found, findPages('new school', PAGES)))[0]).toMatch(/^page: New school/);
  });

  it('have no page of a right that is missing', () => {
    const allowed = MENU.filter(({ right }) => right === 'families');
    expect(findPages('pay', allowed)).toEqual([]);
    expect(findPages('order', allowed).map(({ path }) => path)).toEqual(['/admin/orders']);
  });
});

/** @shows OF2.4 */
it('Enter opens the only exact hit, and none of two', () => {
  const one = foundItems([group({ hits: [hit('Ada', true), hit('Ben')] })], []);
  expect(onlyExact(one)?.title).toBe('Ada');
  expect(onlyExact(foundItems([group({})], []))).toBeUndefined();
  const two = foundItems(
    [group({ hits: [hit('2027', true)] }), group({ kind: 'order', hits: [hit('7', true)] })],
    [],
  );
  expect(onlyExact(two)).toBeUndefined();
});
