import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { logInAs, type Person } from '#tests/support/app/people.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';

let shop: SeasonApp;
let offer: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());

const inDays = async (days: number) => {
  shop.context.clock.advanceMs(days * DAY_MS);
  await takeEvents(shop.context.billing);
};

/** An order in two payments, the first of which was made by a card that disputes it. */
async function aDisputedOrder(card: string): Promise<{ parent: Person; order_id: number }> {
  const parent = await aBuyer(shop.app);
  const contract = aContract(parent, offer, 'HML-RT-S2');
  const { errors, items } = await checkOut(shop.app, parent, { contract, payment: aCard(card) });
  expect(errors).toEqual([]);
  await inDays(6);
  return { parent: await logInAs(shop.app, parent), order_id: items[0].id };
}

/** Staff who have just logged in, as days have passed. */
const staff = () => aStaffMember(shop.app, shop.context.db);
const disputesOf = async (order_id: number) =>
  (await (await staff()).call('GET', `/admin/order/${order_id}/disputes`)).items;

describe('the order of a disputed payment', () => {
  /** @shows MC15.5 S17.11 */
  it('tells staff which payment it is, about how much, why, and until when to answer', async () => {
    const { order_id } = await aDisputedOrder(TEST_CARDS.disputedThenWon);
    const [dispute, ...others] = await disputesOf(order_id);
    expect(others).toEqual([]);
    expect(dispute).toMatchObject({ payment_number: 1, state: 'open', reason: 'fraudulent', link: null });
    expect(dispute.due_on > dispute.opened_on).toBe(true);
    expect(dispute.fee_cents).toBe(1500);
    await inDays(25);
    const [decided] = await disputesOf(order_id);
    expect(decided).toMatchObject({
      state: 'won',
      fee_cents: 0,
      due_on: null,
      closed_on: expect.any(String),
    });
  });

  /** @shows S17.11 */
  it('is for its family a paid payment, with no word of a dispute', async () => {
    const { parent, order_id } = await aDisputedOrder(TEST_CARDS.disputedThenLost);
    const [order] = (await parent.call('GET', `/order/${order_id}`)).items;
    expect(order.payments[0]).toMatchObject({ payment_number: 1, is_processing: false });
    expect(order.payments[0].paid_at).not.toBeNull();
    const told = [order, await parent.call('GET', `/order/${order_id}/charges-to-come`)];
    expect(JSON.stringify(told)).not.toMatch(/disput|fraud/i);
    expect((await parent.call('GET', `/admin/order/${order_id}/disputes`)).status).toBe(403);
  });

  /** @shows S17.11 */
  it('stands as disputed among what can be refunded, and no family is mailed about it', async () => {
    const { order_id } = await aDisputedOrder(TEST_CARDS.disputedThenWon);
    const [{ taken }] = (await (await staff()).call('GET', `/admin/order/${order_id}/refunds`)).items;
    expect(taken).toMatchObject([{ payment_number: 1, standing: 'disputed' }]);
    const { rows } = await shop.context.db.execute(
      sql`select count(*)::int as mails from outbox where kind <> 'billing.dispute'
        and payload::text like '%disput%'`,
    );
    expect(rows).toEqual([{ mails: 0 }]);
  });

  it('that does not exist has none', async () => {
    expect(await disputesOf(987_654)).toEqual([]);
  });
});
