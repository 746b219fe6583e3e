import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { accept, changeOf, propose } from '#tests/support/app/amendments.ts';
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
import { recordTexts } from '#tests/support/database/record-statements.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

type Sold = Buyer & { order_id: number };

let shop: SeasonApp;
let staff: StaffMember;
let dispatcher: StaffMember;
let roundTrip: Offer;
let sold: Sold;

async function aSale(): Promise<Sold> {
  const buyer = await aBuyer(shop.app);
  const { items, errors } = await checkOut(shop.app, buyer, {
    contract: aContract(buyer, roundTrip, 'HML-RT-FE'),
    payment: aCard(),
    acceptances: acceptancesOf(roundTrip).filter(({ kind }) => kind !== 'ach'),
  });
  if (!items?.[0]) throw new Error(errors.join());
  return { ...buyer, order_id: items[0].id };
}

const read = async (id: number, who: StaffMember = staff) => who.call('GET', `/admin/orders/${id}`);

beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T16:00:00Z'));
  staff = await aStaffMember(shop.app, shop.context.db);
  dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  sold = await aSale();
});
afterAll(() => shop.close());

describe('the page of an order', () => {
  it('is there for a checkout whose card was declined, as in the list of orders', async () => {
    const buyer = await aBuyer(shop.app);
    await checkOut(shop.app, buyer, {
      contract: aContract(buyer, roundTrip, 'HML-RT-FE'),
      payment: aCard('4000000000000341'),
      acceptances: acceptancesOf(roundTrip).filter(({ kind }) => kind !== 'ach'),
    });
    const [row] = (await staff.call('GET', '/admin/orders?state=payment_failed')).items[0].rows;
    const { status, items } = await read(row.id);
    expect([status, items[0]?.status]).toEqual([200, 'payment_failed']);
    expect(items[0]).toMatchObject({ amendments: [], refunds: [], attempts: [{ state: 'declined' }] });
    expect(items[0].order.is_active).toBe(false);
  });

  /** @shows OF10.5 */
  it('has contract, people, seats, money, acceptances and amendments in one answer', async () => {
    const { order, ...page } = (await read(sold.order_id)).items[0];
    expect(order.order_detail.contract.contract_number).toMatch(/^27-HM-/);
    expect(page).toMatchObject({
      status: 'active',
      ended_at: null,
      offer_id: null,
      has_disputes: false,
      refunds: [],
      refund_request_id: null,
      amendments: [],
    });
    expect(page.student.guardians[0]).toMatchObject({ phone: expect.any(String), email: expect.any(String) });
    expect(page.seats.taken).toBe(1);
    expect(page.attempts).toEqual([
      expect.objectContaining({
        state: 'succeeded',
        payment_id: order.payments[0].id,
        method: 'Visa ****4242',
      }),
    ]);
    expect(page.acceptances.map(({ kind }: { kind: string }) => kind)).toContain('contract');
  });

  it('names an open amendment, and no discount for staff without the right to money', async () => {
    const changed = await aSale();
    const request = await changeOf(staff, changed.order_id, {
      contract: { special_request: 'Please wait at the corner.' },
    });
    await propose(shop, staff, { order_id: changed.order_id, change: request });
    const [open] = (await read(changed.order_id)).items[0].amendments;
    expect(open).toMatchObject({ number: 1, state: 'proposed', difference_cents: 0 });
    const [seen] = (await read(changed.order_id, dispatcher)).items[0].amendments;
    expect(seen).not.toHaveProperty('difference_cents');
    await accept(changed, changed.order_id);
    const { order, amendments } = (await read(changed.order_id)).items[0];
    expect(amendments[0].state).toBe('applied');
    expect(order.amendments).toHaveLength(1);
  });

  it('has no sum, no payment and no method for a dispatcher', async () => {
    const { status, items } = await read(sold.order_id, dispatcher);
    expect(status).toBe(200);
    expect(items[0].student.guardians).toHaveLength(1);
    for (const field of ['attempts', 'refunds', 'has_disputes']) expect(items[0]).not.toHaveProperty(field);
    expect(items[0].order).not.toHaveProperty('payments');
    expect(JSON.stringify(items)).not.toMatch(/4242|2,200|_cents/);
  });

  it('leaves a row of the audit log and is found again among what was opened last', async () => {
    const rows = async () =>
      (
        await shop.context.db.execute<{ n: number }>(
          sql`select count(*)::int as n from audit_log
            where action = 'order.read' and subject = ${`order:${sold.order_id}`}`,
        )
      ).rows[0]!.n;
    const before = await rows();
    await read(sold.order_id);
    expect(await rows()).toBe(before + 1);
  });

  it('asks the database for at most twelve statements', async () => {
    await read(sold.order_id);
    const asked = await recordTexts(() => read(sold.order_id));
    const others = asked.filter((text) => !/session|user_roles|^(begin|commit)/i.test(text));
    expect(others.length).toBeLessThanOrEqual(12);
  });

  it('is not found for an unknown number', async () => {
    expect((await read(999_999)).status).toBe(404);
  });
});
