import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { send, type Answer } from '#tests/support/app/people.ts';
import {
  acceptancesOf,
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
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

type Sold = Buyer & { order_id: number };
type MoneyBack = { amount_cents: number | null; way: string; reference?: string | null } | null;

let shop: SeasonApp;
let staff: StaffMember;
let roundTrip: Offer;

async function aSale(): Promise<Sold> {
  const buyer = await aBuyer(shop.app);
  const { items, errors } = await checkOut(shop.app, buyer, {
    contract: aContract(buyer, roundTrip, 'HML-RT-S2'),
    payment: aCard(),
    acceptances: acceptancesOf(roundTrip).filter(({ kind }) => kind !== 'ach'),
  });
  if (!items?.[0]) throw new Error(errors.join());
  return { ...buyer, order_id: items[0].id };
}

const preview = async (order_id: number, refund: MoneyBack = null) =>
  (
    await staff.call('POST', `/admin/orders/${order_id}/end/preview`, {
      refund: refund && { amount_cents: refund.amount_cents, way: refund.way },
    })
  ).items[0];

type Pressed = { refund?: MoneyBack; key?: string; seen?: string; ended_on?: string; by?: StaffMember };

async function end(
  order_id: number,
  { refund = null, key = randomUUID(), seen, ended_on, by = staff }: Pressed = {},
): Promise<Answer> {
  const shown = await preview(order_id, refund);
  return send(shop.app, {
    method: 'POST',
    url: `/admin/orders/${order_id}/end`,
    payload: {
      reason: 'The family moves away.',
      ended_on: ended_on ?? shown.last_day,
      is_aid_spent: false,
      refund,
      seen: seen ?? shown.hash,
    },
    headers: { authorization: `Bearer ${by.tokens.access_token}`, 'idempotency-key': key },
  });
}

const one = async <Row>(query: ReturnType<typeof sql>) =>
  (await shop.context.db.execute(query)).rows[0] as Row;

beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T16:00:00Z'));
  staff = await aStaffMember(shop.app, shop.context.db);
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.context.db.execute(sql`update company set second_person_above_cents = null`);
});

describe('the end of a contract', () => {
  /** @shows OF10.6 */
  it('shows canceled payments, seat, waiting child and siblings, and changes nothing', async () => {
    const sold = await aSale();
    const shown = await preview(sold.order_id);
    expect(shown.canceled).toEqual([expect.objectContaining({ payment_number: 2, amount_cents: 215_000 })]);
    expect(shown).toMatchObject({
      line: 'Round trip',
      next_child: null,
      siblings: [],
      refund: null,
      refused: null,
    });
    expect((await sold.call('GET', `/order/${sold.order_id}`)).items[0].is_active).toBe(true);
  });

  it('names the child that is offered the seat, and the sibling whose discount stays', async () => {
    const sold = await aSale();
    const sibling = await aSale();
    const waiting = await aBuyer(shop.app);
    const { db } = shop.context;
    const { number } = await one<{ number: string }>(
      sql`select contract_number as number from contracts where order_id = ${sold.order_id}`,
    );
    await db.execute(sql`insert into contract_discounts
        (contract_id, route_discount_id, contract_number, amount_cents)
      select c.id, (select min(id) from route_discounts), ${number}, 1000 from contracts c
      where c.order_id = ${sibling.order_id}`);
    await db.execute(sql`insert into waiting_list (route_id, student_id, user_id, joined_at)
      select ${roundTrip.route_id}, s.id, s.user_id, now() from students s
      where s.id = ${waiting.student_id}`);
    const shown = await preview(sold.order_id);
    expect(shown.next_child).toEqual({ first_name: expect.any(String), last_name: expect.any(String) });
    expect(shown.siblings).toHaveLength(1);
    expect((await end(sold.order_id)).status).toBe(200);
    const kept = await one<{ n: number }>(
      sql`select count(*)::int as n from contract_discounts where contract_number = ${number}`,
    );
    expect(kept.n).toBe(1);
    await db.execute(sql`delete from waiting_list`);
  });

  it('without money cancels what is unpaid, frees the seat and mails the family', async () => {
    const sold = await aSale();
    const seats = () =>
      one<{ seats_taken: number }>(sql`select seats_taken from routes where id = ${roundTrip.route_id}`);
    const before = await seats();
    const { status, items } = await end(sold.order_id, { ended_on: '2026-04-10' });
    expect([status, items[0].status]).toEqual([200, 'cancelled']);
    expect((await seats()).seats_taken).toBe(before.seats_taken - 1);
    const [order] = (await sold.call('GET', `/order/${sold.order_id}`)).items;
    expect(order.payments).toHaveLength(1);
    const mails = await one<{ n: number }>(sql`select count(*)::int as n from outbox
      where kind = 'orders.order_ended' and ref = ${String(sold.order_id)}`);
    expect(mails.n).toBe(1);
    const { detail } = await one<{ detail: { after: object } }>(
      sql`select detail from audit_log
        where action = 'order.cancel' and subject = ${`order:${sold.order_id}`}`,
    );
    expect(detail.after).toEqual({ status: 'cancelled', ended_on: '2026-04-10' });
  });

  it('gives everything back in the same act, once for one key however often it is sent', async () => {
    const sold = await aSale();
    const refund = { amount_cents: null, way: 'check', reference: '1048' };
    const shown = await preview(sold.order_id, refund);
    expect(shown.refund).toMatchObject({ way: 'check', amount_cents: 226_600 });
    const key = randomUUID();
    for (const _ of [1, 2])
      expect((await end(sold.order_id, { refund, key, seen: shown.hash })).status).toBe(200);
    const { n } = await one<{ n: number }>(
      sql`select count(*)::int as n from order_refunds where order_id = ${sold.order_id}`,
    );
    expect(n).toBe(1);
  });

  it('without money happens once for one key too', async () => {
    const sold = await aSale();
    const shown = await preview(sold.order_id);
    const key = randomUUID();
    for (const _ of [1, 2]) expect((await end(sold.order_id, { key, seen: shown.hash })).status).toBe(200);
    expect((await end(sold.order_id)).status).toBe(409);
  });

  it('is refused when what it does is no longer what was shown, and for a day to come', async () => {
    const sold = await aSale();
    const other = await end(sold.order_id, { seen: 'f'.repeat(64) });
    expect([other.status, other.errors]).toEqual([
      409,
      ['What this change does is no longer what you were shown. Look at it again.'],
    ]);
    const later = await end(sold.order_id, { ended_on: '2026-04-11' });
    expect([later.status, later.errors]).toEqual([422, ['The day must be from 04/10/2026 to 04/10/2026.']]);
  });

  /** @shows OF0.25 */
  it('above the sum of the company waits for a second person, and the contract stays', async () => {
    await shop.context.db.execute(sql`update company set second_person_above_cents = 100000`);
    const sold = await aSale();
    const refund = { amount_cents: null, way: 'check', reference: '1049' };
    expect((await preview(sold.order_id, refund)).needs_second_person).toBe(true);
    expect((await end(sold.order_id, { refund })).status).toBe(409);
    expect((await sold.call('GET', `/order/${sold.order_id}`)).items[0].is_active).toBe(true);
    const other = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
    const [page] = (await other.call('GET', '/admin/approvals')).items;
    const { id } = page.rows.find(({ order_id }: { order_id: number }) => order_id === sold.order_id);
    expect((await other.call('POST', `/admin/approvals/${id}/approve`)).status).toBe(200);
    expect((await sold.call('GET', `/order/${sold.order_id}`)).items[0].is_active).toBe(false);
  });
});
