import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import { chooseMethod, onDay, onFourPayments, untilDay } from '#tests/support/app/payment-days.ts';
import { sessionOf } from '#tests/support/app/people.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { TEST_ACCOUNTS } from '#tests/support/billing/test-instruments.ts';

vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

/**
 * A family with the second debit under way at the bank at the end of the order; the debit is then returned.
 */
async function returnedAfterEnd() {
  const family = await onFourPayments(shop, aCard());
  await chooseMethod(shop, family, 'bank', TEST_ACCOUNTS.returnedR01);
  await onDay(shop, family.due[1]!);
  const payments = await staffPaymentsOf(shop, staff, family.order_id);
  const { id, status } = await payments.read(2);
  expect(status).toBe('processing');
  const reason = 'They moved away.';
  const ended = await payments.staff.call('POST', `/order/${family.order_id}/cancel`, { reason });
  expect(ended.errors).toEqual([]);
  await untilDay(shop, addDays(family.due[1]!, 6));
  return { family, payment_id: id, payments: await staffPaymentsOf(shop, staff, family.order_id) };
}

/** @shows MC4.1 MC4.2 MC4.3 */
it('a debit that comes back after the order has ended asks the family for nothing, anywhere', async () => {
  const { family, payment_id, payments } = await returnedAfterEnd();
  const mail = shop.context.mail.sent.findLast(({ ref }) => ref.startsWith('billing.bank_return'));
  expect(mail!.subject).toBe('Your bank returned your payment of $1,100.00');
  expect(mail!.text).toContain('Your contract has ended.');
  expect(mail!.text).not.toContain('owed again');
  expect(mail!.text).not.toContain('/pay');

  const parent = await sessionOf(shop.app, family);
  const [order] = (await parent.call('GET', `/order/${family.order_id}`)).items;
  expect(order).toMatchObject({ is_active: false, _order_due: 0, next_payment_on: null });
  expect(order.payments.map((row: any) => row.payment_number)).toEqual([1]);

  const [{ rows, total }] = (await payments.staff.call('GET', '/admin/owed')).items;
  expect([rows, total?.payments ?? 0]).toEqual([[], 0]);
  const path = `/order/${family.order_id}/payment/${payment_id}`;
  const [payment] = (await payments.staff.call('GET', path)).items;
  expect(payment).toMatchObject({ status: 'cancelled', may_change: 'nothing', next_try_on: null });
  const later = { version: payment.version, pay_on: addDays(shop.context.clock.today(), 20) };
  expect((await payments.staff.call('PUT', path, later)).status).toBe(409);

  const claims = (await listMatters(shop.context.db, shop.context.clock)).filter(
    ({ kind }) => kind === 'returned_after_end',
  );
  expect(claims).toMatchObject([
    { amount_cents: 110_000, payment: { order_id: family.order_id, payment_number: 2 } },
  ]);
});
