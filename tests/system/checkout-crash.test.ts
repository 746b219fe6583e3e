import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveUnknown } from '#modules/billing/charges/charge-conversation.service.ts';
import { placeOrderShape } from '#modules/orders/orders.contract.ts';
import { placeOrder } from '#modules/orders/checkout/place-order.service.ts';
import { crashAt, Crashed } from '#tests/support/fakes/crash-at.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
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

let shop: SeasonApp;
let roundTrip: Offer;
let shuttle: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  shuttle = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Campus shuttle');
});
afterAll(() => shop.close());

const aidedContract = (buyer: Buyer) => ({
  contract: aContract(buyer, roundTrip, 'HML-RT-S2'),
  financial_aid: { code: 'HM-AID-27', amount: 1000 },
});
const CASES: [string, (buyer: Buyer) => object, 'active' | 'no order'][] = [
  [
    'by card',
    (buyer) => ({ contract: aContract(buyer, roundTrip, 'HML-RT-S2'), payment: aCard() }),
    'active',
  ],
  ['by card with financial aid', (buyer) => ({ ...aidedContract(buyer), payment: aCard() }), 'active'],
  [
    'by bank',
    (buyer) => ({
      contract: aContract(buyer, roundTrip, 'HML-RT-S2'),
      payment: aBankAccount(),
      user: { email: buyer.email, password: buyer.password },
    }),
    'active',
  ],
  ['free of charge', (buyer) => ({ contract: aContract(buyer, shuttle, 'EC-SH') }), 'active'],
  [
    'by a card whose answer is lost after the charge',
    (buyer) => ({
      contract: aContract(buyer, roundTrip, 'HML-RT-S2'),
      payment: aCard('4000000000006603'),
    }),
    'active',
  ],
  [
    'by a card that is declined',
    (buyer) => ({ ...aidedContract(buyer), payment: aCard('4000000000000341') }),
    'no order',
  ],
];

/** The browser keeps the key of a press that it has no answer to. */
const keyOf = (buyer: Buyer) => `press-of-${buyer.student_id}`;

/** One press whose flow is cut off at the k-th place that it comes by; 0 lets it through. */
async function submitAndCrash(
  buyer: Buyer,
  body: object,
  k: number,
): Promise<{ passed: string[]; error: unknown }> {
  const { crashPoint, passed } = crashAt(k);
  const viewer = (await shop.context.authenticate(buyer.tokens.access_token))!;
  const checkout = {
    viewer,
    body: placeOrderShape.parse(body),
    idempotency_key: keyOf(buyer),
    meta: { ip: '127.0.0.1', user_agent: 'test' },
  };
  const error: unknown = await placeOrder({ ...shop.context.billing, crashPoint }, checkout).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { passed, error };
}

/** Time goes on and the resolver comes by, until nothing waits for an answer. */
async function heal(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    shop.context.clock.advanceMs(5 * 60_000);
    await resolveUnknown(shop.context.billing);
  }
}

async function statesOf(buyer: Buyer): Promise<string[]> {
  const { rows } = await shop.context.db.execute<{ status: string }>(
    sql`select status from orders where student_id = ${buyer.student_id} order by id`,
  );
  return rows.map(({ status }) => status);
}

describe.each(CASES)('a checkout %s that is cut off', (_, bodyOf, end) => {
  it('anywhere on its way loses nothing, doubles nothing and may be pressed again', async () => {
    const whole = await aBuyer(shop.app);
    const { passed } = await submitAndCrash(whole, bodyOf(whole), 0);
    expect(passed.length).toBeGreaterThan(3);

    for (let k = 1; k <= passed.length; k += 1) {
      const buyer = await aBuyer(shop.app);
      const { error } = await submitAndCrash(buyer, bodyOf(buyer), k);
      const atOnce = await brokenInvariants(shop.context.db, 'always');
      await heal();
      const healed = await brokenInvariants(shop.context.db, 'healed');
      const left = new Set(await statesOf(buyer));
      left.delete(end === 'active' ? 'active' : 'payment_failed');
      const { status } = await checkOut(shop.app, buyer, bodyOf(buyer), keyOf(buyer));
      const live = (await statesOf(buyer)).filter((state) => state === 'active').length;

      // Named by its place, so that a failure says where the flow was cut off.
      expect({
        place: `${k}: ${passed[k - 1]}`,
        crashed: error instanceof Crashed,
        atOnce,
        healed,
        left: [...left],
        status,
        live,
      }).toEqual({
        place: `${k}: ${passed[k - 1]}`,
        crashed: true,
        atOnce: [],
        healed: [],
        left: [],
        ...(end === 'active' ? { status: 200, live: 1 } : { status: 402, live: 0 }),
      });
      expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
    }
  });
});
