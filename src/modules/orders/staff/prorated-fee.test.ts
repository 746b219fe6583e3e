import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { send, type Person } from '#tests/support/app/people.ts';
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
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

/** In cents: the deposit of the demo's two payments, and the card fee of 3 %. */
const DEPOSIT = 220_000;
const FEE = 6_600;

let shop: SeasonApp;
let offer: Offer;
let staff: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());
beforeEach(() => settle(sql`card_fee_refund = 'prorated', second_person_above_cents = null`));

const settle = (settings: ReturnType<typeof sql>) =>
  shop.context.db.execute(sql`update company set ${settings}`);

type Bought = { parent: Person; order_id: number };

async function anOrder(): Promise<Bought> {
  const parent = await aBuyer(shop.app);
  const body = { contract: aContract(parent, offer, 'HML-RT-S2'), payment: aCard() };
  const { errors, items } = await checkOut(shop.app, parent, body);
  expect(errors).toEqual([]);
  return { parent, order_id: items[0].id };
}

function issueRefund(order_id: number, amount_cents: number | null, way = 'processor') {
  const headers = {
    authorization: `Bearer ${staff.tokens.access_token}`,
    'idempotency-key': randomUUID(),
  };
  const reference = way === 'check' ? '1042' : null;
  const payload = { amount_cents, way, reference, reason: 'rides half the week' };
  return send(shop.app, { method: 'POST', url: `/admin/order/${order_id}/refund`, payload, headers });
}

const creditsOf = async ({ parent, order_id }: Bought) => {
  const [order] = (await parent.call('GET', `/order/${order_id}`)).items;
  return order.transactions
    .filter(({ is_credit }: any) => is_credit)
    .map(({ description_detail, value }: any) => [description_detail, Math.round(value * 100)]);
};

const takenOf = async (order_id: number) => {
  const headers = { authorization: `Bearer ${staff.tokens.access_token}` };
  const answer = await send(shop.app, { method: 'GET', url: `/admin/order/${order_id}/refunds`, headers });
  return answer.items[0];
};

/** @shows S5.8 */
describe('a refund of a part, where it takes its share of the card fee along (check 37)', () => {
  it('gives back principal and share as two lines, in the journal and in the mail', async () => {
    const bought = await anOrder();
    const { status, items, errors } = await issueRefund(bought.order_id, 50_000);
    expect([status, errors]).toEqual([200, []]);
    expect(items[0].refunds[0]).toMatchObject({
      amount_cents: 51_500,
      is_whole: false,
      parts: [{ amount_cents: 51_500, surcharge_cents: 1_500, state: 'succeeded' }],
    });
    expect(await creditsOf(bought)).toEqual([
      ['Payment refund', 50_000],
      ['Payment surcharge', 1_500],
    ]);
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
    await drainJobs(shop.context, ['outbox.drain']);
    const mails = shop.context.mail.to(bought.parent.email);
    const told = mails.find(({ subject }) => subject.includes('$515.00'));
    expect(told?.text).toMatch(/Card fees:? *\$15\.00/);
  });

  it('leaves the fee at nothing after several parts, and gives back never more than it', async () => {
    const bought = await anOrder();
    for (const part of [33_333, 66_667, 1, 119_999])
      expect((await issueRefund(bought.order_id, part)).errors).toEqual([]);
    const [taken] = (await takenOf(bought.order_id)).taken;
    expect(taken).toMatchObject({ refunded_principal_cents: DEPOSIT, refunded_surcharge_cents: FEE });
    expect((await issueRefund(bought.order_id, 1)).status).toBe(409);
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
  });

  it('takes no sum that would be a part of a fee, and says what to enter', async () => {
    const { order_id } = await anOrder();
    const refused = await issueRefund(order_id, DEPOSIT + 1);
    expect([refused.status, refused.errors[0]]).toEqual([422, expect.stringContaining('principal')]);
    expect((await issueRefund(order_id, DEPOSIT)).items[0].refunds[0]).toMatchObject({
      amount_cents: DEPOSIT + FEE,
      is_whole: true,
    });
  });

  it('goes by check as well', async () => {
    const bought = await anOrder();
    expect((await issueRefund(bought.order_id, 22_000, 'check')).items[0].refunds[0].amount_cents).toBe(
      22_660,
    );
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
  });

  it('asks a second person by what really goes back', async () => {
    const { order_id } = await anOrder();
    await settle(sql`second_person_above_cents = 20500`);
    expect((await issueRefund(order_id, 20_000)).status).toBe(409);
    expect((await issueRefund(order_id, 19_000)).status).toBe(200);
  });
});

/** @shows S5.8 */
describe('a refund of a part, where the fee goes back with the whole order alone (check 37)', () => {
  it.each([null, 'whole'])('leaves the fee where it is: %s', async (choice) => {
    await settle(sql`card_fee_refund = ${choice}`);
    const bought = await anOrder();
    expect(await takenOf(bought.order_id)).toMatchObject({ fee_refund: 'whole' });
    await issueRefund(bought.order_id, 50_000);
    expect(await creditsOf(bought)).toEqual([['Payment refund', 50_000]]);
    const rest = await issueRefund(bought.order_id, null);
    expect(rest.items[0].refunds[0]).toMatchObject({ amount_cents: 170_000 + FEE, is_whole: true });
  });
});
