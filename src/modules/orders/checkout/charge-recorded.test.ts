import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyOutcome } from '#modules/billing/charges/outcomes.service.ts';
import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import {
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
let offer: Offer;
let buyer: Buyer;
beforeAll(async () => {
  shop = await openSeasonApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
beforeEach(async () => void (buyer = await aBuyer(shop.app)));
afterEach(() => void vi.restoreAllMocks());
afterAll(() => shop.close());

const press = (number?: string) =>
  checkOut(shop.app, buyer, { contract: aContract(buyer, offer, 'HML-RT-S2'), payment: aCard(number) });

type Sent = { attempt_id: number; order_id: number; outcome: ChargeOutcome };

function beforeItIsRecorded(happens: (sent: Sent) => Promise<unknown>): void {
  const { gateway } = shop.context.billing;
  const charge = gateway.charge.bind(gateway);
  vi.spyOn(gateway, 'charge').mockImplementationOnce(async (request, key) => {
    const outcome = await charge(request, key);
    await happens({ attempt_id: request.attempt_id, order_id: request.order_id, outcome });
    return outcome;
  });
}

const toldByEvent = ({ attempt_id, outcome }: Sent) =>
  shop.context.database.db.transaction((tx) =>
    applyOutcome(tx, shop.context.billing, { attempt_id, gatewayResult: outcome }),
  );

const writtenOf = async ({ student_id }: Buyer) => {
  const { rows } = await shop.context.database.db.execute(sql`
    select orders.status,
      (select count(*)::int from journal where order_id = orders.id) as booked,
      (select count(*)::int from transactions where order_id = orders.id) as lines,
      (select count(*)::int from outbox where kind = 'billing.receipt'
        and (payload->>'order_id')::bigint = orders.id) as receipts,
      (select count(*)::int from outbox where kind = 'orders.order_confirmed'
        and (payload->>'order_id')::bigint = orders.id) as confirmations,
      (select count(contract_number)::int from contracts where order_id = orders.id) as numbers
    from orders where student_id = ${student_id}`);
  return rows;
};

const BOUGHT = { status: 'active', booked: 1, lines: 2, receipts: 1, confirmations: 1, numbers: 1 };

describe('the answer to a charge', () => {
  it('is recorded once where an event told of it first', async () => {
    beforeItIsRecorded(toldByEvent);
    const { status, items } = await press();
    expect([status, items[0].order_detail.contract.contract_number]).toEqual([200, expect.any(String)]);
    expect(await writtenOf(buyer)).toEqual([BOUGHT]);
  });

  it('is recorded beside what was changed of the payment meanwhile, and tells of both', async () => {
    beforeItIsRecorded(({ order_id }) =>
      shop.context.database.asOwner(
        `update payments set pay_on = '2026-04-01', version = version + 1 where order_id = ${order_id}`,
      ),
    );
    const { status, items } = await press();
    expect(status).toBe(200);
    expect(items[0].payments[0]).toMatchObject({ status: 'paid', pay_on: '2026-04-01' });
    expect(await writtenOf(buyer)).toEqual([BOUGHT]);
    const { rows } = await shop.context.database.db.execute(
      sql`select pay_on, status from payments where order_id = ${items[0].id} and payment_number = 1`,
    );
    expect(rows).toEqual([{ pay_on: '2026-04-01', status: 'paid' }]);
  });

  it('keeps the money in the books where its order was ended meanwhile, without a number', async () => {
    beforeItIsRecorded(({ order_id }) =>
      shop.context.database.asOwner(`update orders set status = 'cancelled' where id = ${order_id}`),
    );
    await press();
    expect(await writtenOf(buyer)).toEqual([
      { ...BOUGHT, status: 'cancelled', confirmations: 0, numbers: 0 },
    ]);
  });

  it('is recorded once where an event told first that the card was declined', async () => {
    beforeItIsRecorded(toldByEvent);
    expect((await press(TEST_CARDS.declinesCharges)).status).toBe(402);
    expect(await writtenOf(buyer)).toEqual([
      { status: 'payment_failed', booked: 0, lines: 2, receipts: 0, confirmations: 0, numbers: 0 },
    ]);
  });
});
