import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeAidCode, checkOutWithAid, confirmAid } from '#tests/support/app/aid-to-confirm.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { attemptsOf, chooseMethod, untilDay } from '#tests/support/app/payment-days.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { pricedAsSigned } from '#modules/pricing/price-snapshot.ts';
import { getSignedPrice } from '#modules/orders/orders.queries.ts';

vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
let roundTrip: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  shop.context.mail.sent.length = 0;
});

const VISA = '4242424242424242';
const byBank = (buyer: Buyer, more: object = {}) => ({
  payment: { ...aBankAccount(), ...more },
  user: { email: buyer.email, password: buyer.password },
});
const buy = (buyer: Buyer, rest: object) =>
  checkOut(shop.app, buyer, { contract: aContract(buyer, roundTrip, 'HML-RT-S2'), ...rest });

async function withDefault(kind: 'card' | 'bank'): Promise<Buyer & { default_id: number }> {
  const buyer = await aBuyer(shop.app);
  const [{ id: user_id }] = (await buyer.call('GET', '/user')).items;
  const default_id = await chooseMethod(shop, { user_id }, kind, kind === 'card' ? VISA : '000123456789');
  // The default must belong to the school: beside a general default, a new method becomes the school's
  // default.
  await shop.context.db.execute(sql`update payment_methods set program_group_id =
    (select id from program_groups where path = 'hm') where id = ${default_id}`);
  shop.context.clock.advanceMs(60_000);
  return { ...buyer, default_id };
}

const signedOf = async (order_id: number) => pricedAsSigned(await getSignedPrice(shop.context.db, order_id));
const toCome = async (buyer: Buyer, order_id: number) =>
  (await buyer.call('GET', `/order/${order_id}/charges-to-come`)).items[0];
async function mailText(): Promise<string> {
  await drainJobs(shop.context, ['outbox.drain']);
  return shop.context.mail.sent.find(({ subject }) => subject.includes('Your transportation contract'))!.text;
}

async function chargedLater(order_id: number, pay_on: string): Promise<number> {
  await untilDay(shop, addDays(pay_on as PlainDate, 1));
  return (await attemptsOf(shop, order_id)).find(({ payment_number }) => payment_number === 2)!.amount;
}

describe('a contract of two payments that is bought beside another default', () => {
  /** @shows MP1.1 MP1.4 */
  it('by bank signs what the Visa will be charged; mail, order page and charge agree', async () => {
    const buyer = await withDefault('card');
    const { status, items } = await buy(buyer, byBank(buyer));
    expect(status).toBe(200);
    const [{ id }] = items;
    const signed = await signedOf(id);
    expect(signed).toMatchObject({
      due_today_cents: 220_000,
      year_total_cents: 441_450,
      later: [
        { by: buyer.default_id, method: 'Visa ****4242', amount_cents: 215_000, surcharge_cents: 6_450 },
      ],
    });
    const { planned, pay_on } = await toCome(buyer, id);
    expect(planned).toMatchObject({ payment_method_id: buyer.default_id, total_cents: 221_450 });
    const text = await mailText();
    expect(text).toContain('$2,214.50, charged to Visa ****4242');
    expect(await chargedLater(id, pay_on)).toBe(221_450);
  });

  /** @shows MP1.2 MP1.4 */
  it('by bank for the later payment too signs and charges it to the account, without a fee', async () => {
    const buyer = await withDefault('card');
    const { items } = await buy(buyer, byBank(buyer, { is_for_later: true }));
    const [{ id }] = items;
    expect(await signedOf(id)).toMatchObject({
      year_total_cents: 435_000,
      later: [{ by: 'checkout', surcharge_cents: 0 }],
    });
    const { planned, pay_on } = await toCome(buyer, id);
    expect(planned).toMatchObject({ kind: 'bank', total_cents: 215_000 });
    expect(await mailText()).toContain('$2,150.00, charged to');
    expect(await chargedLater(id, pay_on)).toBe(215_000);
  });

  /** @shows MP1.1 MP1.4 */
  it('by card signs what the account will be debited, or the card where that is wanted', async () => {
    for (const [is_for_later, total] of [
      [false, 215_000],
      [true, 221_450],
    ] as const) {
      const buyer = await withDefault('bank');
      const { items } = await buy(buyer, { payment: { ...aCard(), is_for_later } });
      const [{ id }] = items;
      const [later] = (await signedOf(id)).later;
      expect(later!.amount_cents + later!.surcharge_cents).toBe(total);
      const { planned, pay_on } = await toCome(buyer, id);
      expect(planned.total_cents).toBe(total);
      expect(await chargedLater(id, pay_on)).toBe(total);
      shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
    }
  });

  /** @shows MP1.5 */
  it('is not signed when the later payments are others than those shown', async () => {
    const buyer = await withDefault('card');
    const later_shown = [{ pay_on: '2026-08-08', total_cents: 215_000, by: 'checkout' }];
    const refused = await buy(buyer, byBank(buyer, { later_shown }));
    expect([refused.status, refused.errors]).toEqual([
      409,
      ['The upcoming payments have changed. Nothing was charged. Please check them, then sign.'],
    ]);
    expect((await buyer.call('GET', '/orders')).items).toEqual([]);
    const shown = [{ ...later_shown[0], total_cents: 221_450, by: buyer.default_id }];
    expect((await buy(buyer, byBank(buyer, { later_shown: shown }))).status).toBe(200);
  });

  /** @shows MP1.4 */
  it('names the method and the sum in the signed copy', async () => {
    const buyer = await withDefault('card');
    const { items } = await buy(buyer, byBank(buyer));
    await drainJobs(shop.context, ['outbox.drain', 'orders.make-documents']);
    const [documents] = (await buyer.call('GET', `/order/${items[0].id}/documents`)).items;
    expect(documents.signed_copy.sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('an order whose aid is confirmed first', () => {
  /** @shows MP1.6 */
  it('charges later what it has signed, by its own card where that was wanted', async () => {
    const staff = await aStaffMember(shop.app, shop.context.db);
    await changeAidCode(shop, { needs_confirmation: true });
    const family = await checkOutWithAid(shop, { amount: 1000, identifier: 'HML-RT-S2' });
    const before = await signedOf(family.order_id);
    await confirmAid(staff, family.order_id);
    const charges = (await family.call('GET', `/order/${family.order_id}/charges-to-come`)).items;
    expect(charges.map(({ planned }: any) => planned.total_cents)).toEqual(
      before.later.map(({ amount_cents, surcharge_cents }) => amount_cents + surcharge_cents),
    );
  });
});

describe('the books', () => {
  it('are in order after all of that', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});
