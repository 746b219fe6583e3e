import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { send, type Answer, type Person } from '#tests/support/app/people.ts';
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
import { nameTheSeason, setWindow } from '#tests/support/app/request-windows.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { aStaffMember, impersonate, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let offer: Offer;
let staff: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

type Bought = { parent: Person; order_id: number };

async function anOrder(identifier = 'HML-RT-FE', card?: string): Promise<Bought> {
  const parent = await aBuyer(shop.app);
  const answer = await checkOut(shop.app, parent, {
    contract: aContract(parent, offer, identifier),
    payment: aCard(card),
  });
  expect(answer.errors).toEqual([]);
  return { parent, order_id: answer.items[0].id };
}

const WHOLE = { amount_cents: null, way: 'processor', reason: 'moved away' };

function issueRefund(
  order_id: number,
  body: object,
  { who = staff, key = randomUUID() }: { who?: Person; key?: string | null } = {},
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${who.tokens.access_token}`,
    ...(key && { 'idempotency-key': key }),
  };
  return send(shop.app, { method: 'POST', url: `/admin/order/${order_id}/refund`, payload: body, headers });
}

const orderOf = async ({ parent, order_id }: Bought) =>
  (await parent.call('GET', `/order/${order_id}`)).items[0];

describe('staff who give money back', () => {
  it('see what the order took and what can go back, then the refund with its parts', async () => {
    const { order_id } = await anOrder();
    const [before] = (await staff.call('GET', `/admin/order/${order_id}/refunds`)).items;
    expect(before).toMatchObject({
      order_id,
      is_active: true,
      refunds: [],
      taken: [
        {
          payment_number: 1,
          principal_cents: 420000,
          surcharge_cents: 12600,
          refunded_principal_cents: 0,
          standing: 'arrived',
          method: 'Visa ****4242',
        },
      ],
    });
    const answer = await issueRefund(order_id, { ...WHOLE, amount_cents: 100000 });
    expect(answer.items[0]).toMatchObject({
      is_active: true,
      taken: [{ refunded_principal_cents: 100000, refunded_surcharge_cents: 0 }],
      refunds: [
        {
          amount_cents: 100000,
          is_whole: false,
          way: 'processor',
          reason: 'moved away',
          approved_by: 'Dana Cole',
          parts: [
            {
              payment_number: 1,
              amount_cents: 100000,
              surcharge_cents: 0,
              state: 'succeeded',
              needs_person: false,
              method: 'Visa ****4242',
            },
          ],
        },
      ],
    });
  });

  it('leave the order fully paid: the credit shows among adjustments, the fee among surcharges', async () => {
    const bought = await anOrder();
    const before = await orderOf(bought);
    await issueRefund(bought.order_id, { ...WHOLE, amount_cents: 100000 });
    await issueRefund(bought.order_id, WHOLE);
    const order = await orderOf(bought);
    const credits = order.transactions.filter((line: any) => line.is_credit);
    expect(
      credits.map((line: any) => [
        line.description,
        line.description_detail,
        line.value,
        line.is_adjustment,
        line.is_success,
        line.user_payment_method?.ident,
      ]),
    ).toEqual([
      ['Refund of payment 1', 'Payment refund', 1000, true, true, '****4242'],
      ['Refund of payment 1', 'Payment refund', 3200, true, true, '****4242'],
      ['Card fee refund, payment 1', 'Payment surcharge', 126, true, true, '****4242'],
    ]);
    expect(order).toMatchObject({
      is_active: true,
      _order_due: 0,
      _order_total: 4200,
      next_payment_on: null,
    });
    expect(order.payments).toEqual(before.payments);
    expect(order.invoices).toEqual(before.invoices);
  });

  it('may make the order inactive with it: what is not paid is cancelled and the seat is free', async () => {
    const bought = await anOrder('HML-RT-S2');
    const seats = async () =>
      (await shop.context.db.execute(sql`select seats_taken from routes where id = ${offer.route_id}`))
        .rows[0]!.seats_taken;
    const taken = Number(await seats());
    const answer = await issueRefund(bought.order_id, { ...WHOLE, cancel_order: true });
    expect(answer.items[0]).toMatchObject({ is_active: false });
    expect(await orderOf(bought)).toMatchObject({
      is_active: false,
      _order_due: 0,
      payments: [{ payment_number: 1, is_success: true }],
    });
    expect(Number(await seats())).toBe(taken - 1);
    expect((await issueRefund(bought.order_id, { ...WHOLE, cancel_order: true })).errors).toEqual([
      'There’s nothing left to refund on this order.',
    ]);
  });

  it('press twice and give back once', async () => {
    const { order_id } = await anOrder();
    const key = randomUUID();
    const requests = await Promise.all(
      Array.from({ length: 8 }, () =>
        issueRefund(order_id, { ...WHOLE, amount_cents: 5000, cancel_order: true }, { key }),
      ),
    );
    expect(requests.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const [now] = (await staff.call('GET', `/admin/order/${order_id}/refunds`)).items;
    expect(now).toMatchObject({ is_active: false, taken: [{ refunded_principal_cents: 5000 }] });
    expect(now.refunds).toHaveLength(1);
    const other = await issueRefund(order_id, { ...WHOLE, amount_cents: 6000 }, { key });
    expect([other.status, (await issueRefund(order_id, WHOLE, { key: null })).status]).toEqual([409, 422]);
  });

  it('leave a row in the audit log', async () => {
    const { order_id } = await anOrder();
    await issueRefund(order_id, { ...WHOLE, way: 'check', reference: ' 1042 ', amount_cents: 100 });
    const { rows } = await shop.context.db.execute(
      sql`select actor_id, action, detail from audit_log
        where subject = ${`order:${order_id}`} and action = 'order.refund'`,
    );
    expect(rows.map(({ actor_id, ...row }) => ({ ...row, actor_id: Number(actor_id) }))).toEqual([
      {
        actor_id: staff.user_id,
        action: 'order.refund',
        detail: { after: { amount_cents: 100, way: 'check', cancel_order: false } },
      },
    ]);
  });

  it('are told which field is at fault', async () => {
    const { order_id } = await anOrder();
    const atFault = async (changes: object) =>
      Object.keys((await issueRefund(order_id, { ...WHOLE, ...changes })).fields);
    expect(await atFault({ way: 'check' })).toEqual(['reference']);
    expect(await atFault({ way: 'check', reference: '  ' })).toEqual(['reference']);
    expect(await atFault({ reason: ' ' })).toEqual(['reason']);
    expect(await atFault({ way: 'cash' })).toEqual(['way']);
    for (const amount_cents of [0, -1, 1.5, '100', 100_000_001])
      expect(await atFault({ amount_cents })).toEqual(['amount_cents']);
  });

  it('are told of an amount that is more than can go back', async () => {
    const { order_id } = await anOrder();
    const answer = await issueRefund(order_id, { ...WHOLE, amount_cents: 432601 });
    expect([answer.status, answer.errors]).toEqual([
      422,
      [
        'That’s more than you can refund. ' +
          'A card fee is refunded only when everything paid on the order is refunded.',
      ],
    ]);
  });
});

describe('a refund is for staff alone', () => {
  it('not for the parent, nor for staff who impersonate the parent, nor of an unknown order', async () => {
    const { parent, order_id } = await anOrder();
    const eyes = await impersonate(shop.app, staff, parent);
    expect((await issueRefund(order_id, WHOLE, { who: parent })).status).toBe(403);
    expect((await issueRefund(order_id, WHOLE, { who: eyes })).status).toBe(403);
    expect((await issueRefund(987_654, WHOLE)).status).toBe(404);
    expect((await staff.call('GET', '/admin/order/987654/refunds')).status).toBe(404);
  });
});

describe('a refund of an order whose family has asked for one', () => {
  beforeAll(async () => {
    await nameTheSeason(shop.context.db, '2019');
    await setWindow(staff, '2019', { refund_open: true, refund_cutoff: null });
  });

  async function asked(): Promise<Bought> {
    const bought = await anOrder();
    const request = { order: { id: bought.order_id }, refund: { type: 0 } };
    expect((await bought.parent.call('POST', '/order-refund', request)).status).toBe(200);
    return bought;
  }
  const requestOf = async (bought: Bought) => (await orderOf(bought)).order_refund_request;
  const openOnes = async () =>
    (await staff.call('GET', '/admin/requests?state=requested,in_work,under_way')).items[0].rows.map(
      (row: any) => row.order_id,
    );

  /** @shows MB6.1 */
  it('answers the request: it is finished, and staff have nothing left to decide', async () => {
    const bought = await asked();
    expect(await requestOf(bought)).toMatchObject({ state: 'requested', type: 0 });
    const byCheck = { ...WHOLE, way: 'check', reference: '2041' };
    const key = randomUUID();
    expect((await issueRefund(bought.order_id, byCheck, { key })).status).toBe(200);
    expect(await requestOf(bought)).toMatchObject({
      state: 'finished',
      way: 'check',
      check_number: '2041',
      amount_cents: 432_600,
    });
    expect(await openOnes()).not.toContain(bought.order_id);
    const again = await issueRefund(bought.order_id, byCheck, { key });
    expect(again.items[0].refunds).toHaveLength(1);
  });

  /** @shows MB6.2 */
  it('that the processor refuses leaves the request to staff, who answer it another way', async () => {
    const bought = await anOrder('HML-RT-FE', TEST_CARDS.refundRefused);
    const request = { order: { id: bought.order_id }, refund: { type: 1 } };
    await bought.parent.call('POST', '/order-refund', request);
    await issueRefund(bought.order_id, WHOLE);
    expect(await requestOf(bought)).toMatchObject({ state: 'in_work', way: null });
    await issueRefund(bought.order_id, { ...WHOLE, way: 'driver_fund' });
    expect(await requestOf(bought)).toMatchObject({ state: 'finished', way: 'driver_fund' });
  });
});

describe('after all of this', () => {
  it('the books, the orders and the processor agree', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});
