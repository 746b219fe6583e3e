import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
import { REFUSED } from '#modules/billing/methods/save-method.service.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';

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

const pressAs = (family: Buyer) =>
  checkOut(shop.app, family, { contract: aContract(family, offer, 'HML-RT-S2'), payment: aCard() });
const press = () => pressAs(buyer);

function whileTheCardIsSaved(happens: () => Promise<unknown>): void {
  const { gateway } = shop.context.billing;
  const save = gateway.saveMethod.bind(gateway);
  vi.spyOn(gateway, 'saveMethod').mockImplementationOnce(async (...asked) => {
    await happens();
    return save(...asked);
  });
}

const ordersOf = async ({ student_id }: Buyer): Promise<{ status: string }[]> => {
  const { rows } = await shop.context.database.db.execute<{ status: string }>(
    sql`select status from orders where student_id = ${student_id}`,
  );
  return rows;
};

describe('what changes while a card is being saved', () => {
  it('of the child is signed as it is by then', async () => {
    whileTheCardIsSaved(() => {
      const form = aStudentForm({ guardian_1_email: buyer.email, first_name: 'Chidiebere' });
      return buyer.call('PUT', `/student/${buyer.student_id}`, form);
    });
    const { status, items } = await press();
    expect([status, items[0]?.order_detail.contract.contract_detail.student.first_name]).toEqual([
      200,
      'Chidiebere',
    ]);
    expect(await ordersOf(buyer)).toEqual([{ status: 'active' }]);
  });

  it('of the season, but not of the price, stops nobody', async () => {
    whileTheCardIsSaved(() =>
      shop.context.database.asOwner(`update routes set text_after = text_after || ' Renewed.'`),
    );
    expect((await press()).status).toBe(200);
    expect(await ordersOf(buyer)).toEqual([{ status: 'active' }]);
  });

  it('of the price is shown before anything is signed or charged', async () => {
    const charge = vi.spyOn(shop.context.billing.gateway, 'charge');
    const raise = 'update payment_terms set deposit_cents = deposit_cents';
    whileTheCardIsSaved(() => shop.context.database.asOwner(`${raise} + 100`));
    const { status, items } = await press();
    await shop.context.database.asOwner(`${raise} - 100`);
    expect([status, items[0].quote_hash]).toEqual([409, expect.any(String)]);
    expect(await ordersOf(buyer)).toEqual([]);
    expect(charge).not.toHaveBeenCalled();
  });
});

describe('a card that was typed', () => {
  const cards = async (): Promise<any[]> =>
    (await buyer.call('GET', '/accounting/payment-methods/read/all')).items;

  it('is saved once, with its order', async () => {
    expect((await press()).status).toBe(200);
    expect(await cards()).toMatchObject([{ ident: '****4242', is_default: true }]);
  });

  it('is saved where its order was refused, and the try at it is not counted', async () => {
    for (let n = 0; n < REFUSED.attempts + 1; n++) {
      whileTheCardIsSaved(() =>
        shop.context.database.asOwner('update payment_terms set deposit_cents = deposit_cents + 100'),
      );
      expect((await press()).status).toBe(409);
      await shop.context.database.asOwner('update payment_terms set deposit_cents = deposit_cents - 100');
    }
    expect(await ordersOf(buyer)).toEqual([]);
    expect(await cards()).toMatchObject([{ ident: '****4242', is_default: true }]);
    expect((await press()).status).toBe(200);
    expect(await cards()).toHaveLength(1);
  });

  it('pays from the row of the same card, which has its new token from then on', async () => {
    expect((await press()).status).toBe(200);
    const [{ id }] = await cards();
    const student_id = (await buyer.call('POST', '/student', aStudentForm({ first_name: 'Ada' }))).items[0]
      .id;
    const sibling = { ...buyer, student_id };
    const { status, items } = await pressAs(sibling);
    expect(status).toBe(200);
    expect(await cards()).toMatchObject([{ id }]);
    const { rows } = await shop.context.database.db.execute(sql`
      select methods.id, params->>'method_ref' = methods.gateway_ref as by_this_token
      from charge_attempts join payment_methods methods on methods.id = payment_method_id
      where methods.user_id = (select user_id from orders where id = ${items[0].id})
      order by charge_attempts.id`);
    expect(rows).toEqual([
      { id, by_this_token: false },
      { id, by_this_token: true },
    ]);
  });
});

it('an order whose accepted text is gone keeps the text again', async () => {
  expect((await pressAs(await aBuyer(shop.app))).status).toBe(200);
  await shop.context.database.asOwner(
    'set session_replication_role = replica; delete from acceptances; delete from accepted_texts',
  );
  expect((await press()).status).toBe(200);
  const { rows } = await shop.context.database.db.execute(
    sql`select kind from acceptances join accepted_texts on hash = text_hash
      join orders on orders.id = order_id where student_id = ${buyer.student_id}`,
  );
  expect(rows).toEqual([{ kind: 'contract' }]);
});
