import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { chooseMethod, onDay, onFourPayments, untilDay } from '#tests/support/app/payment-days.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import type { OwedRow } from './owed.contract.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

const owed = async (order_id: number): Promise<OwedRow[]> =>
  (await (await staffPaymentsOf(shop, staff, order_id)).staff.call('GET', '/admin/owed')).items;

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
      order_is_active: true,
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
