import { sql } from 'drizzle-orm';
import { addDays } from '#kit/plain-date.ts';
import { PAID_FEES } from '#modules/billing/congestion-fees/congestion-fee.ts';
import {
  announceFee,
  previewFee,
  withdrawAnnouncedFee,
} from '#modules/orders/congestion-fees/congestion-fees.service.ts';
import type { Work } from './interleaving.ts';
import { payingNow } from './paying-actions.ts';
import { receiving, viewerOf } from './staff-actions.ts';
import type { World } from './world.ts';

const LIVE_FEES = sql`congestion_fees f where f.withdrawn_at is null`;

/** Staff raise a congestion fee, families pay the fee early, and staff withdraw the fee (S4, MC8). */
export async function feeActions(world: World): Promise<Work[]> {
  const { chance, clock, db } = world;
  const { rows } = await db.execute<{ id: number; is_taken: boolean }>(sql`select f.id::int,
      exists (select from payments p where p.congestion_fee_id = f.id and p.paid_at is not null) as is_taken
    from ${LIVE_FEES} and f.charge_on > ${clock.today()} order by f.id`);
  if (rows.length === 0) return raising(world);
  const { id, is_taken } = chance.oneOf(rows);
  if (chance.percent(is_taken ? 80 : 20)) return [withdrawing(world, id)];
  return payingEarly(world, id);
}

export async function hasLiveFee({ clock, db }: World): Promise<boolean> {
  const { rows } = await db.execute(sql`select from ${LIVE_FEES} and f.charge_on > ${clock.today()}`);
  return rows.length > 0;
}

async function raising(world: World): Promise<Work[]> {
  const { chance, clock, db, simEvents } = world;
  const { rows } = await db.execute<{ id: number }>(sql`select distinct r.id::int from routes r
    join orders o on o.route_id = r.id and o.status = 'active' where r.has_surge_pricing order by 1`);
  if (rows.length === 0) return [];
  const route_id = chance.oneOf(rows).id;
  const { accepted, first_charge_on } = await previewFee(db, clock, route_id);
  if (accepted === 0) return [];
  const body = {
    route_id,
    amount_cents: 2_500 + chance.upTo(5_000),
    reason: 'Road works',
    charge_on: addDays(first_charge_on, 2 + chance.upTo(12)),
    contracts: accepted,
  };
  const run: Work['run'] = (flow) =>
    world.attempt(flow, `raises a fee on route ${route_id}`, async () => {
      const billing = world.billingOf(flow);
      const command = { body, key: `fee-${route_id}-${body.charge_on}` };
      await billing.db.transaction((tx) => announceFee(tx, billing, viewerOf(world), command));
      simEvents('staff: fee raised');
    });
  return [{ name: 'staff', diesAt: chance.percent(10) ? 1 + chance.upTo(4) : 0, run }];
}

/** Before staff are asked, or with one of their answers. */
function withdrawing(world: World, fee_id: number): Work {
  const { chance, simEvents } = world;
  const paid = chance.oneOf([null, ...PAID_FEES]);
  const run: Work['run'] = (flow) =>
    world.attempt(flow, `withdraws fee ${fee_id}, paid ones: ${paid}`, async () => {
      await withdrawAnnouncedFee(world.billingOf(flow), viewerOf(world), { fee_id, paid });
      simEvents('staff: fee withdrawn');
    });
  return { name: 'staff', diesAt: chance.percent(15) ? 1 + chance.upTo(8) : 0, run };
}

type OfFamily = { user_id: number; order_id: number; payment_id: number };

async function payingEarly(world: World, fee_id: number): Promise<Work[]> {
  const { chance, db } = world;
  if (chance.percent(60)) return receiving(world, sql`p.congestion_fee_id = ${fee_id}`);
  const { rows } = await db.execute<OfFamily>(sql`select o.user_id::int, o.id::int as order_id,
      p.id::int as payment_id from payments p join orders o on o.id = p.order_id
    where p.congestion_fee_id = ${fee_id} and p.status = 'scheduled' and o.status = 'active' order by p.id`);
  if (rows.length === 0) return [];
  const { user_id, ...wanted } = chance.oneOf(rows);
  return payingNow(world, { user_id }, wanted);
}
