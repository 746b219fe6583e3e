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
import { listPayoutRows } from './list-payouts.service.ts';

let t: TestBilling;
beforeAll(async () => {
  t = await createTestBilling();
  t.clock.moveToDay(plainDate('2026-04-13'), 12);
  const charged = async () => {
    const opened = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    await collect(t.billing, opened.attempt_id);
    return opened;
  };
  const order = await charged();
  await charged();
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
