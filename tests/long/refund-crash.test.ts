import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import { resolveRefunds } from '#modules/billing/refunds/refund-conversation.service.ts';
import { refundOrderShape } from '#modules/orders/staff/refund-order.contract.ts';
import { issueRefund } from '#modules/orders/staff/refund-order.service.ts';
import { crashAt, Crashed } from '#tests/support/fakes/crash-at.ts';
import { anotherChild } from '#tests/support/database/another-child.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
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
import { aStaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let offer: Offer;
let staff: Viewer;

beforeAll(async () => {
  shop = await openSeasonApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const { tokens } = await aStaffMember(shop.app, shop.context.db);
  staff = (await shop.context.authenticate(tokens.access_token))!;
});
afterAll(() => shop.close());

const WHOLE = { amount_cents: null, way: 'processor', reason: 'moved away' };

type Case = {
  what: string;
  /** where its flow may be cut off */ places: number;
  card: string;
  body: object;
  end: { back: number; states: string[]; order: string };
};

// Term HML-RT-S2: 2,200.00 and 66.00 of fee at checkout, 2,150.00 and 64.50 some months later.
const CASES: Case[] = [
  {
    what: 'of everything by card, with the order made inactive',
    places: 9,
    card: '4242424242424242',
    body: { ...WHOLE, cancel_order: true },
    end: { back: 448050, states: ['succeeded', 'succeeded'], order: 'cancelled' },
  },
  {
    what: 'of a part over both payments',
    places: 9,
    card: '5555555555554444',
    body: { ...WHOLE, amount_cents: 300000 },
    end: { back: 300000, states: ['succeeded', 'succeeded'], order: 'active' },
  },
  {
    what: 'whose answers are lost after the money went back',
    places: 17,
    card: '4000000000006603',
    body: WHOLE,
    end: { back: 448050, states: ['succeeded', 'succeeded'], order: 'active' },
  },
  {
    what: 'whose requests are lost on the way',
    places: 17,
    card: '4000000000006637',
    body: WHOLE,
    end: { back: 0, states: ['failed', 'failed'], order: 'active' },
  },
  {
    what: 'that the processor refuses',
    places: 9,
    card: '4000000000007726',
    body: WHOLE,
    end: { back: 0, states: ['failed', 'failed'], order: 'active' },
  },
  {
    what: 'by check',
    places: 1,
    card: '4242424242424242',
    body: { ...WHOLE, way: 'check', reference: '1042' },
    end: { back: 0, states: ['succeeded', 'succeeded'], order: 'active' },
  },
];

const cardOf = (number: string) => {
  const { payment_type, cc } = aCard(number);
  return { payment_type, cc: { ...cc, type: number.startsWith('5') ? 'MasterCard' : 'Visa' } };
};

async function aBoughtOrder(family: Buyer, number: string): Promise<number> {
  const student_id = await anotherChild(shop.context, family.student_id);
  const contract = aContract({ student_id }, offer, 'HML-RT-S2');
  const answer = await checkOut(shop.app, family, { contract, payment: cardOf(number) });
  if (answer.status !== 200) throw new Error(answer.errors.join());
  return answer.items[0].id;
}

/** One press of staff whose flow is cut off at the k-th place that it comes by; 0 lets it through. */
async function submitAndCrash(
  order_id: number,
  body: object,
  k: number,
): Promise<{ passed: string[]; error: unknown }> {
  const { crashPoint, passed } = crashAt(k);
  const asked = {
    staff,
    order_id,
    body: refundOrderShape.parse(body),
    idempotency_key: `press-of-${order_id}`,
  };
  const error: unknown = await issueRefund({ ...shop.context.billing, crashPoint }, asked).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { passed, error };
}

/** Time goes on and the resolver comes by, until nothing waits for an answer. */
async function heal(): Promise<void> {
  for (let hour = 0; hour < 8; hour += 1) {
    shop.context.clock.advanceMs(3_600_001);
    await resolveRefunds(shop.context.billing);
  }
}

async function endOf(order_id: number) {
  const { rows } = await shop.context.db.execute(sql`select o.status as order,
    array(select r.state from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id
      order by r.id) as states,
    (select coalesce(sum(s.amount_cents), 0)::int from sandbox.refunds s
      join charge_attempts a on a.gateway_ref = s.charge_ref
      join payments p on p.id = a.payment_id where p.order_id = o.id and s.state = 'succeeded') as back,
    (select count(*)::int from payments where order_id = o.id and paid_at is not null) as paid
    from orders o where o.id = ${order_id}`);
  return rows[0]!;
}

describe('a refund that is cut off', () => {
  const bought = new Map<Case, number[]>();

  it('is asked for by staff of orders that have paid twice', async () => {
    for (const one of CASES) {
      const [family, orders] = [await aBuyer(shop.app), [] as number[]];
      for (let place = 0; place <= one.places; place += 1) orders.push(await aBoughtOrder(family, one.card));
      bought.set(one, orders);
    }
    shop.context.clock.moveToDay(plainDate('2026-10-01'), 12);
    await collectDue(shop.context.billing);
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  it.each(CASES)(
    'anywhere on its way, $what, goes back once or not at all, and may be pressed again',
    async (one) => {
      const [whole, ...orders] = bought.get(one)!;
      const { passed } = await submitAndCrash(whole!, one.body, 0);
      expect(passed).toHaveLength(one.places);
      for (let k = 1; k <= passed.length; k += 1) {
        const order_id = orders[k - 1]!;
        const { error } = await submitAndCrash(order_id, one.body, k);
        const atOnce = await brokenInvariants(shop.context.db, 'always');
        await heal();
        const healed = await brokenInvariants(shop.context.db, 'healed');
        await submitAndCrash(order_id, one.body, 0);
        // Named by its place, so that a failure says where the flow was cut off.
        const place = `${k}: ${passed[k - 1]}`;
        expect({
          place,
          crashed: error instanceof Crashed,
          atOnce,
          healed,
          ...(await endOf(order_id)),
        }).toEqual({
          place,
          crashed: true,
          atOnce: [],
          healed: [],
          ...one.end,
          paid: 2,
        });
      }
    },
  );
});
