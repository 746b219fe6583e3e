import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { listMatters, settleMatter } from '#modules/billing/worklist/list-matters.service.ts';
import { aRefund } from '#tests/support/billing/refunds.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { importMovements } from './import-movements.service.ts';
import { firstPage } from '#kit/list/list-endpoint.ts';
import { csvLine } from '#kit/text/csv.ts';
import { listPayoutLineRows, listPayoutRows } from './list-payouts.service.ts';
import { payoutLinesFile } from './payout-lines-file.ts';

let t: TestBilling;
let orders: { order_id: number; user_id: number }[];
beforeAll(async () => {
  t = await createTestBilling();
  t.clock.moveToDay(plainDate('2026-04-13'), 12);
  const charged = async () => {
    const opened = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    await collect(t.billing, opened.attempt_id);
    return opened;
  };
  const order = await charged();
  orders = [order, await charged()];
  await night('2026-04-14');
  await createRefund(t.billing, {
    ...aRefund(order),
    amount_cents: cents(10_000),
    by: (await aColleague(t.database.db)).user_id,
  });
});
afterAll(() => t.close());

const rows = async () => (await listPayoutRows(t.database.db, t.clock, firstPage('newest'))).rows;

async function night(day: string) {
  t.clock.moveToDay(plainDate(day), 4);
  await importMovements(t.billing);
}

describe('a payout (check 34)', () => {
  /** @shows S18.14 */
  it('is there from the day that it is sent, and of nobody knows what until it has arrived', async () => {
    await night('2026-04-15');
    expect(await rows()).toMatchObject([
      { state: 'on_its_way', made_on: '2026-04-15', arrives_on: '2026-04-16', trace: null, adds_up: null },
    ]);
  });

  /** @shows S18.14 S18.15 */
  it('is the sum of its charges, fees and refunds, with the day and the trace of the bank', async () => {
    await night('2026-04-16');
    const [row] = await rows();
    expect(row).toMatchObject({
      state: 'arrived',
      trace: expect.stringMatching(/^SANDBOX\d{8}$/),
      payments_cents: 576_800,
      // 2.9 % and 30 cents of 2,884 dollars, twice.
      fees_cents: -16_788,
      refunds_cents: -10_000,
      disputes_cents: 0,
      other_cents: 0,
      amount_cents: 550_012,
      adds_up: true,
      missing_cents: 0,
      missing_lines: 0,
    });
  });

  /** @shows MS13.1 */
  it('opens to its orders and families, line by line, and the lines come to its sum', async () => {
    const { ref, amount_cents } = (await rows())[0]!;
    const read = (limit?: number) =>
      listPayoutLineRows(t.database.db, t.clock, { payout: ref, ...firstPage('newest', limit) });
    const { rows: lines, total, payout, next } = await read();
    expect([total, payout.ref, next]).toEqual([3, ref, null]);
    expect(lines.map(({ kind, payment, net_cents }) => [kind, payment?.order_id, net_cents])).toEqual([
      ['refund', orders[0]!.order_id, -10_000],
      ['charge', orders[1]!.order_id, 280_006],
      ['charge', orders[0]!.order_id, 280_006],
    ]);
    expect(lines.map(({ parent }) => parent?.id)).toEqual([0, 1, 0].map((nth) => orders[nth]!.user_id));
    expect(lines.reduce((all, { net_cents }) => all + net_cents, 0)).toBe(amount_cents);
    const page = await read(2);
    expect([page.rows.length, page.next]).toEqual([2, expect.any(String)]);
  });

  /** @shows MS13.2 */
  it('is a file with a line each: day, order, payment, family, amount, fee and its part', async () => {
    const { ref } = (await rows())[0]!;
    const place = { payout: ref, ...firstPage('newest') };
    const { rows: lines } = await listPayoutLineRows(t.database.db, t.clock, place);
    const { parent, id } = lines[1]!;
    const name = `${parent!.first_name} ${parent!.last_name}`;
    expect(csvLine(payoutLinesFile.columns.map(({ cell }) => cell(lines[1]!)))).toBe(
      `"04/13/2026","Payment","${orders[1]!.order_id}","1","${name}","2884.00","83.94","2800.06","${id}"\r\n`,
    );
  });

  /** @shows MS13.1 */
  it('that nobody knows is refused', async () => {
    const place = { payout: 'po_nobody_knows', ...firstPage('newest') };
    await expect(listPayoutLineRows(t.database.db, t.clock, place)).rejects.toThrow('payout_not_found');
  });

  /** @shows S18.15 */
  it('says which sum and how many lines are missing when it does not add up', async () => {
    const { db } = t.database;
    const lose = (ref: string | null) =>
      db.execute(sql`update processor_movements set payout_ref = ${ref} where kind = 'refund'`);
    const { ref } = (await rows())[0]!;
    await lose(null);
    expect(await rows()).toMatchObject([{ adds_up: false, missing_cents: -10_000, missing_lines: 1 }]);
    await lose(ref);
    await db.execute(sql`update processor_payouts set amount_cents = amount_cents + 5`);
    expect(await rows()).toMatchObject([{ adds_up: false, missing_cents: 5, missing_lines: 0 }]);
    await db.execute(sql`update processor_payouts set amount_cents = amount_cents - 5`);
    expect(await rows()).toMatchObject([{ adds_up: true }]);
  });

  /** @shows S18.16 */
  it('that failed is a matter for staff until somebody settles it', async () => {
    const { db } = t.database;
    const ofKind = async () =>
      (await listMatters(db, t.clock)).filter(({ kind }) => kind === 'payout_failed');
    expect(await ofKind()).toEqual([]);
    await db.execute(sql`update processor_payouts set state = 'failed'`);
    const [matter] = await ofKind();
    expect(matter).toMatchObject({ amount_cents: 550_012, since: '2026-04-15', days: 1 });
    const staff = { user_id: (await aColleague(db)).user_id } as Viewer;
    const { kind, subject } = matter!;
    await db.transaction((tx) => settleMatter(tx, t.clock, staff, { kind, subject, done: 'new account' }));
    expect(await ofKind()).toEqual([]);
  });

  /** @shows S18.16 */
  it('and a difference of the books is one too, until it is explained or gone', async () => {
    const { db } = t.database;
    const now = t.clock.now();
    await db.execute(sql`insert into reconciliation_differences
      (kind, class, ref, ours_cents, theirs_cents, happened_at, first_seen_at, last_seen_at)
      values ('theirs_only', 'charge', 'ch_x', 0, 4200, ${now}, ${now}, ${now})`);
    const ofKind = async () => (await listMatters(db, t.clock)).filter(({ kind }) => kind === 'difference');
    expect(await ofKind()).toMatchObject([{ subject: 'charge:ch_x', amount_cents: 4200 }]);
    await db.execute(sql`update reconciliation_differences set explained_at = ${now}`);
    expect(await ofKind()).toEqual([]);
  });
});
