import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { attemptsOf, onDay, onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { collectDue } from './collect-due.service.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
beforeAll(async () => void (shop = await openSeasonApp()));
afterAll(() => shop.close());
const start = new Date('2026-04-10T14:00:00Z');
beforeEach(() => shop.context.clock.moveTo(start));
const TOO_SMALL = 'The smallest amount that can be charged is $0.50.';

async function owing(cents: number): Promise<PayingFamily> {
  const family = await onFourPayments(shop, aCard());
  await shop.context.db.execute(sql`
    update payments set amount_cents = ${cents}
    where order_id = ${family.order_id} and payment_number > 1`);
  return family;
}

const secondOf = async ({ order_id }: PayingFamily) =>
  (
    await shop.context.db.execute<{ id: number; status: string }>(
      sql`select id::int, status from payments where order_id = ${order_id} and payment_number = 2`,
    )
  ).rows[0]!;
const isCharged = async (family: PayingFamily) =>
  (await attemptsOf(shop, family.order_id)).some(({ payment_number }) => payment_number === 2);
const smallMatters = async () =>
  (await listMatters(shop.context.db, shop.context.clock)).filter(({ kind }) => kind === 'payment_too_small');
const remindersTo = ({ email }: PayingFamily) =>
  shop.context.mail.sent.filter(
    ({ to, ref }) => to.includes(email) && ref.startsWith('billing.payment_upcoming.'),
  );

describe('a payment of less than the processor charges', () => {
  /** @shows S27.4 */
  it('waits, fails no collection and stops no other, and staff find it on their list', async () => {
    const small = await owing(30);
    const others = [await owing(60), await owing(110_000)];
    const day = small.due[1]!;
    await onDay(shop, day, 9);
    await expect(collectDue(shop.context.billing)).resolves.toBeUndefined();
    await expect(collectDue(shop.context.billing)).resolves.toBeUndefined();
    expect([await isCharged(small), ...(await Promise.all(others.map(isCharged)))]).toEqual([
      false,
      true,
      true,
    ]);
    const payment = await secondOf(small);
    expect(payment.status).toBe('scheduled');
    expect(await smallMatters()).toMatchObject([
      {
        subject: `payment:${payment.id}`,
        since: day,
        amount_cents: 30,
        payment: { id: payment.id, order_id: small.order_id, payment_number: 2 },
      },
    ]);
    const staff = await aStaffMember(shop.app, shop.context.db);
    const waiver = { version: 1, is_waived: true, adjustment_reason: 'Too little to be charged.' };
    const waived = await staff.call('PUT', `/order/${small.order_id}/payment/${payment.id}`, waiver);
    expect([waived.status, await smallMatters()], 'until it is waived').toEqual([200, []]);
  });

  it('is charged where its fee makes it enough', async () => {
    // The card fee adds a cent.
    const family = await owing(49);
    await onDay(shop, family.due[1]!, 9);
    expect(await isCharged(family)).toBe(true);
  });

  /** @shows S27.4 */
  it('is not charged by staff either, who read why before they press', async () => {
    const family = await owing(20);
    shop.context.clock.moveToDay(family.due[1]!, 9);
    const staff = await aStaffMember(shop.app, shop.context.db);
    const { id } = await secondOf(family);
    const at = `/order/${family.order_id}/payment/${id}`;
    const [read] = (await staff.call('GET', at)).items;
    expect(read).toMatchObject({ is_due: true, charge_refused: TOO_SMALL });
    const charged = await staff.call('POST', `${at}/charge`, { version: read.version });
    expect([charged.status, charged.errors]).toEqual([422, [TOO_SMALL]]);
  });

  it('is neither announced to its family nor asked another card for', async () => {
    const family = await owing(30);
    await shop.context.db.execute(
      sql`update payment_methods set is_active = false where user_id = ${family.user_id}`,
    );
    shop.context.mail.sent.length = 0;
    await onDay(shop, family.due[1]!, 9);
    expect(remindersTo(family)).toEqual([]);
    expect((await secondOf(family)).status).toBe('scheduled');
  });
});

describe('after all of this', () => {
  it('the books are whole', async () =>
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]));
});
