import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { drainOutbox } from '#platform/outbox/outbox.ts';
import { onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { send, sessionOf } from '#tests/support/app/people.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { moneyReviewEmails, reviewLastWeek } from './money-review.service.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

beforeEach(() => {
  shop.context.clock.moveTo('2026-04-10T14:00:00Z');
});

async function refund({ order_id }: PayingFamily, amount_cents: number, cancel_order = false) {
  const { tokens } = await sessionOf(shop.app, staff);
  const answer = await send(shop.app, {
    method: 'POST',
    url: `/admin/order/${order_id}/refund`,
    payload: { amount_cents, way: 'processor', reason: 'a late start', cancel_order },
    headers: { authorization: `Bearer ${tokens.access_token}`, 'idempotency-key': randomUUID() },
  });
  expect(answer.errors).toEqual([]);
}

async function mailsOfReview() {
  const before = shop.context.mail.sent.length;
  await reviewLastWeek(shop.context);
  await drainOutbox(shop.context, moneyReviewEmails(shop.context));
  return shop.context.mail.sent.slice(before).filter(({ ref }) => ref.startsWith('orders.money_review'));
}

/** @shows H4.3 */
it('the office gets the week’s refunds without cancellation, and waivers, once, on Monday', async () => {
  const family = await onFourPayments(shop, aCard());
  const ended = await onFourPayments(shop, aCard());
  await refund(family, 10_000);
  await refund(ended, 20_000, true);
  const payments = await staffPaymentsOf(shop, staff, family.order_id);
  await payments.edit(2, { is_waived: true, adjustment_reason: 'a gift' });
  await payments.edit(3, { amount: 1000, adjustment_reason: 'a mistake' });
  await payments.edit(4, { amount: 1200, adjustment_reason: 'one more stop' });
  expect(await mailsOfReview()).toEqual([]);
  shop.context.clock.advanceMs(3 * DAY_MS);
  const [mail, ...others] = await mailsOfReview();
  expect(others).toEqual([]);
  expect(mail!.subject).toBe('What staff gave away from 04/06/2026 to 04/12/2026');
  const order = `Order ${family.order_id} on 04/10/2026`;
  for (const line of [
    'Refund, contract continues: $100.00, by Dana Cole. a late start',
    'Payment waived: $1,100.00, by Dana Cole. a gift',
    'Payment reduced: $100.00, by Dana Cole. a mistake',
  ])
    expect(mail!.text).toContain(line);
  expect(mail!.text.split(order)).toHaveLength(4);
  expect(mail!.text).not.toContain(`Order ${ended.order_id} `);
  expect(mail!.text).not.toContain('one more stop');
  expect(await mailsOfReview()).toEqual([]);
});

/** @shows H4.3 */
it('a week without such a decision sends nothing', async () => {
  shop.context.clock.advanceMs(40 * DAY_MS);
  expect(await mailsOfReview()).toEqual([]);
});
