import { sql, type SQL } from 'drizzle-orm';
import { OFFICE } from '#kit/endpoint/right.ts';
import { cents } from '#kit/money.ts';
import { addDays } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { chargePayment } from '#modules/billing/staff-edits/charge-payment.service.ts';
import { editPayment } from '#modules/billing/staff-edits/edit-payment.service.ts';
import { paymentEditShape } from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { createRefund, type RefundCommand } from '#modules/billing/refunds/refunds.service.ts';
import { cancelByStaff } from '#modules/orders/staff/staff-orders.service.ts';
import { decidingAid } from './aid-actions.ts';
import { reverseRefund } from '#modules/billing/refunds/reverse-refund.service.ts';
import { reverseEntry } from '#modules/billing/staff-edits/reverse-entry.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { strangerTo } from './fixtures.ts';
import type { Work } from './interleaving.ts';
import type { World } from './world.ts';

/** What staff have decided so far; a decision may be sent again. */
export type Staff = { refunds: RefundCommand[] };

export const viewerOf = ({ cast }: World): Viewer => ({
  user_id: cast.staff_id,
  roles: ['admin'],
  ...OFFICE,
  impersonator_id: null,
  session_id: 'sim',
});

/**
 * What staff do in one moment, while everything else goes on: decide about aid (A6), end an order (M11),
 * change a payment (M8), give money back (R2, R4).
 */
export async function staffActions(world: World, staff: Staff): Promise<Work[]> {
  const { chance, db } = world;
  if (chance.percent(60)) {
    const decisions = await decidingAid(world);
    if (decisions.length > 0) return decisions;
  }
  const back = await takingBack(world);
  if (back.length > 0 && chance.percent(60)) return [chance.oneOf(back)];
  const { rows } = await db.execute<Held>(sql`select o.id::int, o.status, f.id is not null as has_aid
    from orders o join contracts c on c.order_id = o.id
      left join contract_financial_aid f on f.contract_id = c.id and f.outcome is distinct from 'declined'
    where o.status in ('active', 'cancelled') order by o.id`);
  if (rows.length === 0) return [];
  const order = chance.oneOf(rows);
  if (chance.percent(20)) return endingOneOf(world, rows, order);
  if (chance.percent(40)) return atPayments(world, order.id);
  if (staff.refunds.length > 0 && chance.percent(25)) return [refunding(world, chance.oneOf(staff.refunds))];
  const request = aRefund(world, order.id, staff.refunds.length);
  staff.refunds.push(request);
  const isSentTwice = chance.percent(30);
  if (isSentTwice) world.simEvents('refund pressed twice');
  return Array.from({ length: isSentTwice ? 2 : 1 }, () => refunding(world, request));
}

type Held = { id: number; status: string; has_aid: boolean };

/** Few orders have aid, and half of what staff end is one of them while there is one. */
function endingOneOf(world: World, rows: readonly Held[], drawn: Held): Work[] {
  const withAid = rows.find(({ status, has_aid }) => status === 'active' && has_aid);
  const order = drawn.id % 2 === 0 ? (withAid ?? drawn) : drawn;
  return order.status === 'active' ? [ending(world, order.id)] : [];
}

function ending(world: World, order_id: number): Work {
  const run: Work['run'] = (flow) =>
    world.attempt(flow, `ends order ${order_id}`, async () => {
      const ended = { order_id, reason: 'moved away', is_aid_spent: order_id % 3 === 0 };
      await world
        .billingOf(flow)
        .db.transaction((tx) => cancelByStaff(tx, world.clock, viewerOf(world), ended));
      world.simEvents('order ended by staff');
    });
  return { name: 'staff', diesAt: 0, run };
}

/**
 * A staff member changes, receives, waives or charges a payment; now and then a second one has the same
 * payment open.
 */
async function atPayments(world: World, order_id: number): Promise<Work[]> {
  const { chance, db } = world;
  const { rows } = await db.execute<{ id: number; version: number }>(
    sql`select id, version from payments where order_id = ${order_id} order by id`,
  );
  if (rows.length === 0) return [];
  const { id: payment_id, version } = chance.oneOf(rows);
  const both = chance.percent(30) ? ['staff', 'other staff'] : ['staff'];
  return both.map((name) => editing(world, name, { order_id, payment_id, version }));
}

export type Row = { order_id: number; payment_id: number; version: number };

/** A check or cash for one of the payments that are still owed. */
export async function receiving(world: World, which: SQL = sql`true`): Promise<Work[]> {
  const { rows } = await world.db.execute<Row>(
    sql`select p.order_id::int, p.id::int as payment_id, p.version
      from payments p join orders o on o.id = p.order_id where o.status = 'active'
      and p.status in ('scheduled', 'failed', 'returned', 'needs_method') and ${which} order by p.id`,
  );
  return rows.length === 0 ? [] : [editing(world, 'staff', world.chance.oneOf(rows), aReceipt(world))];
}

const aChange = (world: World) =>
  world.chance.oneOf([
    aReceipt(world),
    aReceipt(world),
    { pay_on: addDays(world.clock.today(), 1 + world.chance.upTo(30)) },
    { amount: 100 + world.chance.upTo(2_000), adjustment_reason: 'agreed' },
    { is_waived: true, adjustment_reason: 'agreed' },
    'charge' as const,
    'charge' as const,
  ]);

function editing(
  world: World,
  name: string,
  { version, ...place }: Row,
  change: object | 'charge' = aChange(world),
): Work {
  const { chance, simEvents } = world;
  const what = typeof change === 'string' ? change : Object.keys(change)[0]!;
  const run: Work['run'] = (flow) =>
    world.attempt(flow, `${what} of payment ${place.payment_id}`, async () => {
      const billing = world.billingOf(flow);
      if (typeof change === 'string') await chargePayment(billing, viewerOf(world), { ...place, version });
      else
        await billing.db.transaction(async (tx) =>
          editPayment(tx, billing, viewerOf(world), {
            ...place,
            edit: paymentEditShape.parse({ version, ...change, ...(await beside(tx, change, place)) }),
            // A colleague of another family has asked for it, so that no change waits.
            approved: { asked_by_id: await anotherFamily(world, place.order_id) },
          }),
        );
      simEvents(`staff: ${what}`);
      if (typeof change === 'object' && 'received' in change) simEvents('staff: check over another amount');
    });
  return { name, diesAt: chance.percent(15) ? 1 + chance.upTo(8) : 0, run };
}

/** Over the full amount, a part, more than is due, or another payment of the family beside (MC12). */
function aReceipt({ chance }: World): object {
  const check = { received_by: 'paymentTypeCheck', reference: '2041' };
  return chance.oneOf([
    check,
    { ...check, received: 120 },
    { ...check, received: 19_000, refund_number: '3001', also: [] },
    { ...check, received: 4_000, also: [] },
    { received_by: 'paymentTypeCash' },
    { received_by: 'paymentTypeCash', received: 75 },
  ]);
}

async function beside(tx: Tx, change: object, { order_id, payment_id }: Omit<Row, 'version'>) {
  if (!('also' in change)) return {};
  const { rows: also } = await tx.execute<Row>(sql`select p.order_id::int, p.id::int as payment_id, p.version
    from payments p join orders o on o.id = p.order_id
    where p.id <> ${payment_id} and o.status = 'active' and p.status in ('scheduled', 'failed', 'returned')
    and o.user_id = (select user_id from orders where id = ${order_id}) order by p.id
    limit ${'refund_number' in change ? 20 : 1}`);
  return { also };
}

async function anotherFamily({ cast, db }: World, order_id: number): Promise<number> {
  const { rows } = await db.execute<{ user_id: number }>(
    sql`select user_id::int from orders where id = ${order_id}`,
  );
  return strangerTo(cast.families, rows[0]!.user_id);
}

/** What staff have entered by hand, each with its way back (MC9). */
export async function takingBack(world: World): Promise<Work[]> {
  const entered = sql`(select from journal j where j.kind in ('received', 'adjustment')
    and split_part(j.ref, '-', 2) = p.id::text)`;
  const { rows: payments } = await world.db.execute<Row>(
    sql`select p.order_id, p.id as payment_id, p.version from payments p
      where p.status in ('paid', 'cancelled') and exists ${entered} order by p.id`,
  );
  const { rows: refunds } = await world.db.execute<{ id: number; order_id: number }>(
    sql`select o.id, o.order_id from order_refunds o where o.way = 'check'
      and not exists (select from refunds r where r.order_refund_id = o.id and r.state <> 'succeeded')
      order by o.id`,
  );
  const act = (name: string, run: (flow: Parameters<Work['run']>[0], tx: Tx) => Promise<unknown>): Work => ({
    name: 'staff',
    diesAt: world.chance.percent(15) ? 1 + world.chance.upTo(8) : 0,
    run: (flow) =>
      world.attempt(flow, name, async () => {
        await world.billingOf(flow).db.transaction((tx) => run(flow, tx));
        world.simEvents('staff: taken back');
      }),
  });
  const pay_on = addDays(world.clock.today(), 12);
  return [
    ...payments.map(({ order_id, payment_id, version }) =>
      act(`takes back payment ${payment_id}`, (flow, tx) =>
        reverseEntry(tx, world.billingOf(flow), viewerOf(world), {
          order_id,
          payment_id,
          version,
          pay_on,
          why: 'entered_by_mistake',
          reason: 'another family',
        }),
      ),
    ),
    ...refunds.map(({ order_id, id }) =>
      act(`takes back refund ${id}`, (flow, tx) =>
        reverseRefund(tx, world.billingOf(flow), viewerOf(world), {
          order_id,
          order_refund_id: id,
          why: 'never_cashed',
          reason: 'lost in the mail',
        }),
      ),
    ),
  ];
}

function aRefund({ chance, cast }: World, order_id: number, count: number): RefundCommand {
  const way = chance.percent(75) ? 'processor' : 'check';
  return {
    order_id,
    way,
    amount_cents: chance.percent(50) ? 'everything' : cents(1_000 + chance.upTo(60_000)),
    reference: way === 'check' ? `10${count}` : null,
    reason: 'moved away',
    by: cast.staff_id,
    request_key: `refund-request-${count}`,
  };
}

function refunding(world: World, request: RefundCommand): Work {
  const run: Work['run'] = (flow) =>
    world.attempt(flow, `refunds order ${request.order_id} by ${request.way}`, async () => {
      await createRefund(world.billingOf(flow), request);
      world.simEvents('refund asked for');
    });
  return { name: 'staff', diesAt: world.chance.percent(35) ? 1 + world.chance.upTo(10) : 0, run };
}
