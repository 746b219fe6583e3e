import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconciliationDifferences } from '#db/tables/billing/reconciliation.ts';
import { m } from '#i18n/messages.js';
import { DAY_MS } from '#kit/durations.ts';
import { cents } from '#kit/money.ts';
import { addDays } from '#kit/plain-date.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { anActiveOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { MAIL_CONFIG } from '#tests/support/billing/mailed-order.ts';
import { aRefund, dollars } from '#tests/support/billing/refunds.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { reconciliationEmails } from './reconciliation-emails.service.ts';
import { canTakeIn, readReconciliationOf } from './read-reconciliation.service.ts';
import { DIFFERENCE_CLASSES } from './difference.states.ts';

let t: TestBilling;
let order: ActiveOrder;
beforeAll(async () => {
  t = await createTestBilling();
  order = await anActiveOrder(t);
});
afterAll(() => t.close());
beforeEach(() => t.database.db.delete(reconciliationDifferences));

const read = () => readReconciliationOf(t.database.db, t.clock);

type Row = typeof reconciliationDifferences.$inferInsert;

let refs = 0;

async function aDifference(changes: Partial<Row> = {}): Promise<number> {
  const at = t.clock.now();
  const [row] = await t.database.db
    .insert(reconciliationDifferences)
    .values({
      kind: 'theirs_only',
      class: 'charge',
      ref: `ch_odd_${(refs += 1)}`,
      ours_cents: cents(0),
      theirs_cents: cents(5_000),
      happened_at: at,
      first_seen_at: at,
      last_seen_at: at,
      ...changes,
    })
    .returning({ id: reconciliationDifferences.id });
  return row!.id;
}

const agoDays = (days: number) => new Date(t.clock.now().getTime() - days * DAY_MS);

describe('the comparison that staff read', () => {
  it('has no run and nothing open before the first night', async () => {
    expect(await read()).toEqual({ run: null, open_count: 0, open_cents: 0, open: [], closed: [] });
  });

  it('sums what is open as theirs less ours, so that two opposite differences come to nothing', async () => {
    await aDifference({ theirs_cents: cents(5_000) });
    await aDifference({ kind: 'ours_only', ours_cents: cents(5_000), theirs_cents: cents(0) });
    expect(await read()).toMatchObject({ open_count: 2, open_cents: 0 });
    await aDifference({ class: 'refund', theirs_cents: cents(-700) });
    expect(await read()).toMatchObject({ open_count: 3, open_cents: -700 });
  });

  it('counts the days since it happened, in days of the company, and none twice', async () => {
    await aDifference({ happened_at: agoDays(3) });
    await aDifference({ happened_at: agoDays(0) });
    const { open } = await read();
    expect(open.map(({ days_open }) => days_open)).toEqual([3, 0]);
    expect(open[0]!.happened_on).toBe(addDays(t.clock.today(), -3));
  });

  it('shows what is gone for thirty days, and the days that it stood open', async () => {
    const today = t.clock.today();
    const shown = await aDifference({ happened_at: agoDays(32), gone_on: addDays(today, -30) });
    await aDifference({ happened_at: agoDays(40), gone_on: addDays(today, -31) });
    const { open, closed } = await read();
    expect(open).toEqual([]);
    expect(closed).toMatchObject([{ id: shown, days_open: 2, gone_on: addDays(today, -30) }]);
  });

  it('names who explained a difference, and counts it as open no more', async () => {
    const { user_id } = await aColleague(t.database.db);
    const explained = { explained_at: t.clock.now(), explained_by_id: user_id, explanation: 'A gift.' };
    await aDifference(explained);
    const { open_count, closed } = await read();
    expect(open_count).toBe(0);
    expect(closed).toMatchObject([
      { explanation: 'A gift.', explained_by: 'Dana Cole', explained_on: t.clock.today() },
    ]);
  });

  it('leads to the order of our charge, and offers to record a refund that nobody here sent', async () => {
    const { order_id, attempt_id } = order;
    const { rows } = await t.database.db.execute<{ ref: string }>(
      sql`select gateway_ref as ref from charge_attempts where id = ${attempt_id}`,
    );
    await aDifference({ ref: rows[0]!.ref });
    expect((await read()).open).toMatchObject([{ order_id, can_record: false, can_take_in: true }]);
    await createRefund(t.billing, aRefund(order, { amount_cents: dollars(1) }));
    const { rows: ours } = await t.database.db.execute<{ ref: string }>(
      sql`select gateway_ref as ref from refunds order by id desc limit 1`,
    );
    await aDifference({ class: 'refund', ref: ours[0]!.ref });
    await aDifference({ class: 'refund', ref: 're_by_hand' });
    await aDifference({ class: 'refund', kind: 'amount', ref: 're_other_sum' });
    const found = (await read()).open.slice(1).map((one) => [one.ref, one.order_id, one.can_record]);
    expect(found).toEqual([
      [ours[0]!.ref, order_id, false],
      ['re_by_hand', null, true],
      ['re_other_sum', null, false],
    ]);
  });
});

describe('the mail to the office about differences', () => {
  const write = () =>
    reconciliationEmails({ db: t.database.db, clock: t.clock, config: MAIL_CONFIG })['billing.differences']!(
      {},
    );

  it('names how many are open, their sum and the age of the oldest, with words for one', async () => {
    await aDifference({ happened_at: agoDays(1) });
    const mail = (await write())!;
    expect(mail.to).toEqual(['office@bus.example']);
    expect(mail.html).toContain(m.mail_differences_preview_one());
    expect(mail.text).toContain(`${m.mail_differences_oldest()}: ${m.mail_differences_days_one()}`);
    await aDifference({ happened_at: agoDays(3), theirs_cents: cents(-6_000) });
    const two = (await write())!;
    expect(two.html).toContain(m.mail_differences_preview({ n: 2 }));
    expect(two.text).toContain(`${m.mail_differences_oldest()}: ${m.mail_differences_days({ n: 3 })}`);
    expect(two.text).toContain(`${m.mail_differences_sum()}: -$10.00`);
  });

  it('is not written once all were explained or are gone', async () => {
    await aDifference({ gone_on: t.clock.today() });
    expect(await write()).toBeUndefined();
  });
});

describe('what staff can have read again at the processor', () => {
  it('is a charge, a refund or a dispute, and no line and no balance', () => {
    expect(DIFFERENCE_CLASSES.filter((each) => canTakeIn({ class: each }))).toEqual([
      'charge',
      'refund',
      'dispute',
    ]);
  });
});
