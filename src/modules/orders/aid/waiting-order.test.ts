import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import {
  changeAidCode,
  checkOutWithAid,
  claimOf,
  confirmAid,
  declineAid,
  theLowerSchool,
  usesOfAidCode,
  type AidedFamily,
} from '#tests/support/app/aid-to-confirm.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { attemptsOf, chooseMethod } from '#tests/support/app/payment-days.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '#tests/support/billing/test-instruments.ts';

let shop: SeasonApp;
let staff: StaffMember;
let route_id: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  ({ route_id } = await theLowerSchool(shop));
  await changeAidCode(shop, { needs_confirmation: true });
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.context.mail.sent.length = 0;
});

const REASON = 'The school has not awarded this.';

const mailsOf = async (kind: string, id: number) => {
  await drainJobs(shop.context, ['outbox.drain']);
  return shop.context.mail.sent.filter(({ ref }) => ref === `orders.${kind}.order-${id}`);
};
const ownOrder = async ({ order_id, ...family }: AidedFamily) =>
  (await family.call('GET', `/order/${order_id}`)).items[0];
const seatsTaken = async () =>
  (
    await shop.context.db.execute<{ seats_taken: number }>(
      sql`select seats_taken::int from routes where id = ${route_id}`,
    )
  ).rows[0]!.seats_taken;
const statusOf = async (order_id: number) =>
  (await shop.context.db.execute(sql`select status from orders where id = ${order_id}`)).rows[0]!.status;

describe('an order whose aid is confirmed first', () => {
  /** @shows H6.7 */
  it('keeps its seat, and has no number, no charge and no papers until then', async () => {
    const before = await seatsTaken();
    const family = await checkOutWithAid(shop, { amount: 1000 });
    expect(family.answer.status).toBe(200);
    expect(await ownOrder(family)).toMatchObject({
      is_active: false,
      transactions: [],
      invoices: [],
      payments: [{ payment_number: 1, amount: 1000, is_success: false }],
      order_detail: {
        contract: {
          contract_number: null,
          contract_detail: { financial_aid: { state: 'to_confirm', is_awaited: true } },
        },
      },
    });
    expect(await seatsTaken()).toBe(before + 1);
    expect(await attemptsOf(shop, family.order_id)).toEqual([]);
    await drainJobs(shop.context, ['billing.collect', 'billing.resolve', 'orders.make-documents']);
    expect(await attemptsOf(shop, family.order_id)).toEqual([]);
    const [documents] = (await family.call('GET', `/order/${family.order_id}/documents`)).items;
    const paper = await shop.app.inject({ method: 'GET', url: documents.signed_copy.path });
    expect(paper.statusCode).toBe(404);
    const [office] = await mailsOf('aid_to_confirm', family.order_id);
    expect(office!.text).toContain('nothing is charged until you confirm the aid');
    const [told] = await mailsOf('aid_awaited', family.order_id);
    expect(told!.to).toContain(family.email);
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  it('holds the child’s place: pressing again answers the same order, another one is refused', async () => {
    const family = await checkOutWithAid(shop, { amount: 1000 });
    const again = await checkOutWithAid(shop, { amount: 1000, buyer: family });
    expect([again.answer.status, again.order_id]).toEqual([200, family.order_id]);
    const other = await checkOutWithAid(shop, { amount: 2000, buyer: family });
    expect(other.answer.status).toBe(409);
  });

  it('keeps the card that will pay: it cannot be deleted meanwhile', async () => {
    const family = await checkOutWithAid(shop, { amount: 1000 });
    const { rows } = await shop.context.db.execute<{ id: number }>(
      sql`select left_method_id::int as id from orders where id = ${family.order_id}`,
    );
    const { status } = await family.call('POST', '/accounting/payment-methods/delete', rows[0]!);
    expect(status).toBe(409);
  });

  it('keeps its child: it cannot be removed meanwhile', async () => {
    const family = await checkOutWithAid(shop, { amount: 1000 });
    const { status } = await family.call('DELETE', `/student/${family.student_id}`);
    expect(status).toBe(409);
  });

  /** @shows H6.9 */
  it('is charged when the office confirms, gets its number, and is collected as any other', async () => {
    const family = await checkOutWithAid(shop, { amount: 1000, identifier: 'HML-RT-S2' });
    const presses = await Promise.all([
      confirmAid(staff, family.order_id),
      confirmAid(staff, family.order_id),
    ]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    const order = await ownOrder(family);
    expect(order).toMatchObject({ is_active: true, payments: [{ is_success: true }, { amount: 500 }] });
    expect(order.order_detail.contract.contract_number).toMatch(/^\d\d-HM-/);
    expect(order.order_detail.contract.contract_detail.financial_aid).toMatchObject({
      state: 'confirmed',
      is_awaited: false,
    });
    // Half of 1,000.00, and the signed fee on half of the subtotal of 2,200.00 (P).
    expect((await attemptsOf(shop, family.order_id)).map(({ state, amount }) => [state, amount])).toEqual([
      ['succeeded', 53_300],
    ]);
    expect(await mailsOf('order_confirmed', family.order_id)).toHaveLength(1);
    expect(await mailsOf('aid_awaited', family.order_id)).toHaveLength(1);
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  /** @shows H6.10 */
  it('ends when its aid is declined; nothing was charged, and the code is free again', async () => {
    const [seats, uses] = [await seatsTaken(), await usesOfAidCode(shop)];
    const family = await checkOutWithAid(shop, { amount: 1000 });
    const goOn = await declineAid(staff, family.order_id, { reason: REASON, consequence: 'difference' });
    expect(goOn.status).toBe(422);
    const end = await declineAid(staff, family.order_id, { reason: REASON, consequence: 'end' });
    expect([end.status, await statusOf(family.order_id)]).toEqual([200, 'cancelled']);
    expect([await seatsTaken(), await usesOfAidCode(shop)]).toEqual([seats, uses]);
    expect(await attemptsOf(shop, family.order_id)).toEqual([]);
    const [mail] = await mailsOf('aid_declined', family.order_id);
    expect(mail!.text).toContain('Nothing was charged');
    expect(mail!.text).toContain(REASON);
    expect((await confirmAid(staff, family.order_id)).status).toBe(409);
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  /** @shows H6.11 MC15.1 */
  it('frees its seat when its card is refused then; its aid stays confirmed', async () => {
    const seats = await seatsTaken();
    const family = await checkOutWithAid(shop, { amount: 1000, payment: aCard(TEST_CARDS.declinesCharges) });
    const refused = await confirmAid(staff, family.order_id);
    expect([refused.status, refused.errors, await statusOf(family.order_id)]).toEqual([
      402,
      [
        expect.stringMatching(
          /^We tried to charge \$[\d,.]+, but it wasn’t collected: the card was declined\.$/,
        ),
      ],
      'payment_failed',
    ]);
    expect(await seatsTaken()).toBe(seats);
    const [mail] = await mailsOf('aid_not_charged', family.order_id);
    expect(mail!.to).toContain(family.email);
    expect(await claimOf(staff, family.order_id)).toBeUndefined();
    const again = await checkOutWithAid(shop, { amount: 1000, buyer: family });
    expect(again.answer.items[0]).toMatchObject({ is_active: true });
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  describe('whose card has expired meanwhile', () => {
    const endCardOf = (order_id: number) =>
      shop.context.db.execute(sql`update payment_methods set exp_month = 1, exp_year = 2026
        where id = (select left_method_id from orders where id = ${order_id})`);
    const laterMails = async ({ email }: AidedFamily) => {
      await drainJobs(shop.context, ['outbox.drain']);
      return shop.context.mail.sent.filter(
        ({ ref, to }) => ref.startsWith('billing.later_changed.') && to.includes(email),
      );
    };

    /** @shows MC7.1 */
    it('is charged to the family’s default with its own fee, and the family reads old and new', async () => {
      const family = await checkOutWithAid(shop, { amount: 1000, identifier: 'HML-RT-S2' });
      await endCardOf(family.order_id);
      const [{ id: user_id }] = (await family.call('GET', '/user')).items;
      await chooseMethod(shop, { user_id }, 'bank', TEST_ACCOUNTS.settles);
      expect((await confirmAid(staff, family.order_id)).status).toBe(200);
      const [first] = await attemptsOf(shop, family.order_id);
      expect(first).toMatchObject({ state: 'processing', amount: 50_000 });
      const told = (await laterMails(family)).map(({ text }) => text).join();
      for (const part of ['Before: $533.00 to Visa ****4242', 'Now: $500.00 to Bank account ****6789'])
        expect(told).toContain(part);
      expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
    });

    /** @shows MC7.2 */
    it('asks the family for another card where there is none, and is charged once there is one', async () => {
      const family = await checkOutWithAid(shop, { amount: 1000 });
      await endCardOf(family.order_id);
      const refused = await confirmAid(staff, family.order_id);
      expect([refused.status, await statusOf(family.order_id)]).toEqual([409, 'awaiting_aid']);
      expect(refused.errors.join()).toContain('We’ve emailed them');
      await drainJobs(shop.context, ['outbox.drain']);
      const asked = shop.context.mail.sent.filter(({ ref }) => ref.startsWith('orders.aid_method_needed.'));
      expect(asked[0]!.to).toContain(family.email);
      expect(asked[0]!.text).toContain('nothing was charged');
      expect(asked[0]!.html).toContain('/dashboard/payment-methods');
      const [{ id: user_id }] = (await family.call('GET', '/user')).items;
      await chooseMethod(shop, { user_id }, 'card', TEST_CARDS.mastercard);
      expect((await confirmAid(staff, family.order_id)).status).toBe(200);
      expect(await statusOf(family.order_id)).toBe('active');
      expect(await laterMails(family)).toHaveLength(1);
    });

    /** @shows MC7.3 */
    it('was told of it a month ahead, as it may be charged any day', async () => {
      const family = await checkOutWithAid(shop, { amount: 1000 });
      const end = addDays(shop.context.clock.today(), 10);
      await shop.context.db.execute(sql`update payment_methods
        set exp_month = ${Number(end.slice(5, 7))}, exp_year = ${Number(end.slice(0, 4))}
        where id = (select left_method_id from orders where id = ${family.order_id})`);
      await drainJobs(shop.context, ['billing.expiry-notices', 'outbox.drain']);
      await drainJobs(shop.context, ['billing.expiry-notices', 'outbox.drain']);
      const told = shop.context.mail.sent.filter(
        ({ ref, to }) => ref.startsWith('billing.card_expires.') && to.includes(family.email),
      );
      expect(told.map(({ subject }) => subject)).toEqual([
        'Visa ****4242 expires before a payment is charged',
      ]);
    });
  });

  it('that has lost its answer is followed by the resolver, and charged once', async () => {
    const payment = aCard(TEST_CARDS.answerLostAfterCharge);
    const family = await checkOutWithAid(shop, { amount: 1000, payment });
    await confirmAid(staff, family.order_id);
    shop.context.clock.advanceMs(2 * 3_600_000);
    await drainJobs(shop.context, ['billing.resolve']);
    expect(await statusOf(family.order_id)).toBe('active');
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});
