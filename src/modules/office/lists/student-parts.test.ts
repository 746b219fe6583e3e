import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readCursor, type Key } from '#kit/list/cursor.ts';
import { totalOf } from '#kit/list/list-total.ts';
import { listedPage, type FoundRows } from '#platform/db/found-rows.ts';
import { drawLists } from '#tests/support/app/drawn-lists.ts';
import { drawOrders } from '#tests/support/app/drawn-orders.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { listedStudents, studentSort } from './student-list.queries.ts';
import type { StudentListSort } from './student-list.contract.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let shop: SeasonApp;

beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  const admin = await aStaffMember(shop.app, shop.context.db);
  await drawOrders(shop, 0.1);
  await drawLists(shop, admin);
});
afterAll(() => shop.close());

/** All students in the order of a sort, three a page, as a long list or as one that is sorted whole. */
async function inOrder(sort: StudentListSort, isLong: boolean): Promise<number[]> {
  const { db } = shop.context;
  const listed = listedStudents({ words: [], home: [] });
  const ids: number[] = [];
  // As of a list with more rows than the largest total.
  const long: FoundRows = { n: 10_001, total: totalOf(10_001), amount_cents: 0, ids: undefined };
  const query = { sort: studentSort(sort, {}), found: isLong ? long : undefined };
  let after: Key[] | undefined;
  do {
    const page = await listedPage(db, listed, { ...query, place: { sort, after, limit: 3 } });
    ids.push(...page.rows);
    after = readCursor(page.next ?? undefined, sort, ['number', 'text', 'number']);
  } while (after !== undefined);
  return ids;
}

/** @shows OF1.9 */
it.each(['line', 'grade'] as const)(
  'students by %s have one order, whether the list is sorted whole or name by name',
  async (sort) => {
    const whole = await inOrder(sort, false);
    expect(whole.length).toBeGreaterThan(30);
    expect(new Set(whole).size).toBe(whole.length);
    expect(await inOrder(sort, true)).toEqual(whole);
  },
);
