import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { chooseMethod, onDay, onFourPayments, untilDay } from '#tests/support/app/payment-days.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import type { OwedPage, OwedRow, OwedSort } from './owed.contract.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

const owed = async (order_id: number): Promise<OwedRow[]> =>
  (await (await staffPaymentsOf(shop, staff, order_id)).staff.call('GET', '/admin/owed')).items[0].rows;

describe('what is owed', () => {
  it('is what failed, with why, since when, what comes next and whom to call', async () => {
    shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
    const soft = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    const hard = await onFourPayments(shop, aCard());
    const bank = await onFourPayments(shop, aCard());
    const good = await onFourPayments(shop, aCard());
    expect(await owed(good.order_id)).toEqual([]);
    await chooseMethod(shop, hard, 'card', TEST_CARDS.declinesCharges);
    await chooseMethod(shop, bank, 'bank', TEST_ACCOUNTS.returnedR01);
    const day = soft.due[1]!;
    await untilDay(shop, addDays(day, 6));
    const rows = await owed(good.order_id);
    const rowOf = (order_id: number) => rows.find((row) => row.order_id === order_id);
    expect(rowOf(good.order_id)).toBeUndefined();
    expect(rowOf(soft.order_id)).toMatchObject({
      payment_number: 2,
      amount_cents: 110_000,
      owed_since: day,
      days_late: 6,
      status: 'failed',
      reason: 'insufficient funds on the card',
      next_try_on: addDays(day, 8),
      is_past_due: false,
      school: { path: 'hm' },
      parent: { id: soft.user_id, name: 'Adaeze Okafor' },
      contract_number: expect.stringMatching(/^2\d-HM-/),
    });
    expect(rowOf(soft.order_id)!.guardians[0]).toMatchObject({
      email: soft.email,
      phone: expect.stringMatching(/^\d{3}-\d{3}-\d{4}$/),
    });
    expect(rowOf(hard.order_id)).toMatchObject({
      reason: 'the card was declined',
      next_try_on: null,
      is_past_due: true,
    });
    expect(rowOf(bank.order_id)).toMatchObject({
      status: 'returned',
      reason: 'insufficient funds (R01)',
      is_past_due: false,
    });
    // What staff take in is owed no more.
    await (await staffPaymentsOf(shop, staff, soft.order_id)).edit(2, { received_by: 'paymentTypeCash' });
    await (
      await staffPaymentsOf(shop, staff, hard.order_id)
    ).staff.call('POST', `/order/${hard.order_id}/cancel`, { reason: 'They moved away.' });
    expect((await owed(good.order_id)).map((row) => row.order_id)).toEqual([bank.order_id]);
  });

  it('is also what nobody has tried to collect although its day has passed', async () => {
    shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
    const family = await onFourPayments(shop, aCard());
    shop.context.clock.moveToDay(addDays(family.due[1]!, 1), 6);
    const row = (await owed(family.order_id)).find(({ order_id }) => order_id === family.order_id);
    expect(row).toMatchObject({ status: 'scheduled', reason: null, days_late: 1, is_past_due: false });
    await onDay(shop, addDays(family.due[1]!, 1));
    expect((await owed(family.order_id)).some(({ order_id }) => order_id === family.order_id)).toBe(false);
  });
});

describe('the list of what is owed', () => {
  const PER_FAMILY = 21;
  let list: SeasonApp;
  let reader: StaffMember;
  let all: OwedRow[];

  const read = (query: string) => reader.call('GET', `/admin/owed?${query}`);
  const page = async (query = ''): Promise<OwedPage> => (await read(query)).items[0];
  async function pages(query: string): Promise<OwedPage[]> {
    const found = [await page(query)];
    for (let { next } = found[0]!; next !== null; { next } = found.at(-1)!)
      found.push(await page(`${query}&after=${encodeURIComponent(next)}`));
    return found;
  }
  const idsOf = (rows: readonly OwedRow[]) => rows.map(({ payment_id }) => payment_id);
  const sumsOf = (rows: readonly OwedRow[]) => ({
    amount_cents: rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  });
  const ofSchool = (path: string) => all.filter(({ school }) => school.path === path);

  /** Two families at one school and one at another, each with payments that are alike in all but the id. */
  beforeAll(async () => {
    list = await openSeasonApp();
    reader = await aStaffMember(list.app, list.context.db);
    const names = ['zoe Adams', 'Adaeze Okafor', 'ádaeze Byrne'];
    const today = list.context.clock.today();
    for (const [at, name] of names.entries()) {
      const { user_id, order_id } = await onFourPayments(list, aCard());
      const [first, last] = name.split(' ');
      await list.context.db.execute(
        sql`update users set first_name = ${first}, last_name = ${last} where id = ${user_id}`,
      );
      if (at === 2)
        await list.context.db.execute(sql`update orders
          set program_group_id = (select id from program_groups where path = 'rcs') where id = ${order_id}`);
      await list.context.db.execute(sql`
        insert into payments (order_id, payment_number, amount_cents, pay_on, status, next_try_on)
        select ${order_id}, 10 + n, 100 * (1 + n * 5 % 7), ${today}::date - 1 - n * 3 % 5, 'failed',
          case when n % 4 > 0 then ${today}::date + n % 4 end
        from generate_series(1, ${PER_FAMILY}) n`);
    }
    all = (await pages('limit=200')).flatMap(({ rows }) => rows);
  }, 60_000);
  afterAll(() => list.close());

  const ORDERS: [OwedSort, (row: OwedRow) => PlainDate | number | string][] = [
    ['since', (row) => row.owed_since],
    ['amount', (row) => -row.amount_cents],
    ['next', (row) => row.next_try_on ?? ''],
    [
      'parent',
      (row) => ['ádaeze byrne', 'adaeze okafor', 'zoe adams'].indexOf(row.parent.name.toLowerCase()),
    ],
  ];

  it.each(ORDERS)('has every payment once on its pages, by %s', async (sort, key) => {
    const inOrder = all.toSorted((a, b) => {
      const [one, other] = [key(a), key(b)];
      return one < other ? -1 : one > other ? 1 : a.payment_id - b.payment_id;
    });
    expect(new Set(idsOf(inOrder)).size).toBe(3 * PER_FAMILY);
    const found = await pages(`sort=${sort}&limit=20`);
    expect(found.map(({ rows }) => rows.length)).toEqual([20, 20, 20, 3]);
    expect(idsOf(found.flatMap(({ rows }) => rows))).toEqual(idsOf(inOrder));
  });

  it('has fifty payments on a page, the longest owed first, and no page behind a full last one', async () => {
    const [first, second, ...more] = await pages('');
    expect([first!.rows.length, second!.rows.length, more]).toEqual([50, 13, []]);
    expect(first).toEqual(await page('sort=since&limit=50'));
    expect((await pages('limit=21')).map(({ rows }) => rows.length)).toEqual([21, 21, 21]);
  });

  it('counts and sums up the school that was asked for', async () => {
    const sums = ({ rows: _, next: __, ...said }: OwedPage) => said;
    expect([ofSchool('hm').length, ofSchool('rcs').length]).toEqual([2 * PER_FAMILY, PER_FAMILY]);
    expect(sums(await page('limit=1'))).toEqual({ total: 63, is_total_capped: false, sums: sumsOf(all) });
    for (const path of ['hm', 'rcs']) {
      const found = await pages(`school=${path}&limit=10`);
      const rows = ofSchool(path);
      expect(idsOf(found.flatMap((each) => each.rows)).toSorted()).toEqual(idsOf(rows).toSorted());
      const said = { total: rows.length, is_total_capped: false, sums: sumsOf(rows) };
      expect(found.map(sums)).toEqual(found.map(() => said));
    }
    // A school without debts may be asked for.
    expect(await page('school=nga')).toEqual({
      rows: [],
      total: 0,
      is_total_capped: false,
      sums: sumsOf([]),
      next: null,
    });
  });

  /** @shows OF1.2 */
  it('has the filters in memory: days late, nothing will be tried, state, route, family', async () => {
    const cases: [string, (row: OwedRow) => boolean][] = [
      ['days_late=2..3', ({ days_late }) => days_late >= 2 && days_late <= 3],
      ['days_late=4..', ({ days_late }) => days_late >= 4],
      ['past_due=yes', ({ is_past_due }) => is_past_due],
      ['past_due=no', ({ is_past_due }) => !is_past_due],
      ['search=byrne', ({ parent }) => parent.name.endsWith('Byrne')],
    ];
    for (const [query, keeps] of cases) {
      const kept = all.filter(keeps);
      expect([query, kept.length > 0 && kept.length < all.length]).toEqual([query, true]);
      const found = idsOf((await pages(`${query}&limit=200`)).flatMap(({ rows }) => rows));
      expect([query, found.toSorted()]).toEqual([query, idsOf(kept).toSorted()]);
    }
    expect((await page('state=failed')).total).toBe(all.length);
    expect((await page('state=returned')).total).toBe(0);
    const [{ lines }] = (await reader.call('GET', '/admin/list-choices')).items;
    const ofLines = await Promise.all(
      lines.map(async ({ id }: { id: number }) => (await page(`line=${id}&limit=1`)).total),
    );
    expect(ofLines.reduce((sum, n) => sum + n, 0)).toBe(all.length);
  });

  it('misses no other payment when the last one of a page is received meanwhile', async () => {
    const first = await page('sort=amount&limit=20');
    const received = first.rows.at(-1)!.payment_id;
    const set = (paid_at: Date | null) =>
      list.context.db.execute(sql`update payments set paid_at = ${paid_at} where id = ${received}`);
    await set(list.context.clock.now());
    const rest = await page(`sort=amount&limit=200&after=${encodeURIComponent(first.next!)}`);
    await set(null);
    expect(rest.total).toBe(all.length - 1);
    expect(idsOf([...first.rows, ...rest.rows]).toSorted()).toEqual(idsOf(all).toSorted());
  });

  it('goes on behind a family with the longest name, of any letters', async () => {
    const id = all[0]!.parent.id;
    const longest = '\u5b89'.repeat(255);
    await list.context.db.execute(
      sql`update users set first_name = ${longest}, last_name = ${longest} where id = ${id}`,
    );
    const found = await pages('sort=parent&limit=62');
    expect(found.map(({ rows }) => rows.length)).toEqual([62, 1]);
    expect(found.flatMap(({ rows }) => rows.slice(-1).map(({ parent }) => parent.id))).toEqual([id, id]);
  });

  it.each([
    ['a sort that there is not', 'sort=newest', 'sort'],
    ['a school that there is not', 'school=nowhere', 'school'],
    ['a page that no page has led to', 'after=2', 'after'],
    ['a page of another sort', `sort=amount&after=${encodeURIComponent('["2026-04-10",1]')}`, 'after'],
    ['a page behind what no text holds', `after=${encodeURIComponent(String.raw`["\u0000",1]`)}`, 'after'],
    ['a page of no rows', 'limit=0', 'limit'],
    ['a page of too many rows', 'limit=201', 'limit'],
  ])('refuses %s by its name', async (_what, query, field) => {
    const { status, fields } = await read(query);
    expect([status, Object.keys(fields)]).toEqual([422, [field]]);
  });
});
