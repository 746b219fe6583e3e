import { and, count, eq, sql, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { congestionFees } from '#db/tables/billing/congestion-fees.ts';
import { periodPrograms } from '#db/tables/catalog/catalog.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { rollovers } from '#db/tables/catalog/rollovers.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { seatHolds, waitingList } from '#db/tables/seats.ts';
import type { Db, Tx } from '#platform/db/database.ts';

type Plan = Pick<typeof rollovers.$inferInsert, 'settings' | 'edits' | 'edited_by_id' | 'edited_at'>;

/** With who has edited the plan last. */
export async function findRollover(db: Db, from_period_id: number) {
  const [row] = await db
    .select({
      settings: rollovers.settings,
      edits: rollovers.edits,
      version: rollovers.version,
      at: rollovers.edited_at,
      first_name: users.first_name,
      last_name: users.last_name,
    })
    .from(rollovers)
    .innerJoin(users, eq(users.id, rollovers.edited_by_id))
    .where(eq(rollovers.from_period_id, from_period_id));
  return row;
}

/** Nothing happens if the season has a plan. */
export async function insertRollover(tx: Tx, plan: Plan & { from_period_id: number }): Promise<void> {
  await tx.insert(rollovers).values(plan).onConflictDoNothing({ target: rollovers.from_period_id });
}

/** @returns false if the plan has another version */
export async function updateRollover(
  tx: Tx,
  { from_period_id, version }: { from_period_id: number; version: number },
  plan: Partial<Plan>,
): Promise<boolean> {
  const changed = await tx
    .update(rollovers)
    .set({ ...plan, version: version + 1 })
    .where(and(eq(rollovers.from_period_id, from_period_id), eq(rollovers.version, version)))
    .returning({ id: rollovers.id });
  return changed.length > 0;
}

/** @returns false if there is none */
export async function deleteRollover(tx: Tx, from_period_id: number): Promise<boolean> {
  const deleted = await tx
    .delete(rollovers)
    .where(eq(rollovers.from_period_id, from_period_id))
    .returning({ id: rollovers.id });
  return deleted.length > 0;
}

/** Contracts in force by route. */
export async function countContractsByRoute(tx: Tx, period_id: number): Promise<Map<number, number>> {
  const rows = await tx
    .select({ route_id: orders.route_id, n: count() })
    .from(orders)
    .where(and(eq(orders.period_id, period_id), eq(orders.status, 'active')))
    .groupBy(orders.route_id);
  return new Map(rows.map(({ route_id, n }) => [route_id, n]));
}

/** What families have of a season, and what staff have raised for it. */
export async function countOfFamilies(tx: Tx, period_id: number, now: Date) {
  const ofSeason = sql`(select r.id from ${routes} r join ${periodPrograms} s on s.id = r.period_program_id
    where s.period_id = ${period_id})`;
  const kept = (isIt: SQL) => sql`(select count(*)::int from ${seatHolds} h
    where ${isIt} and h.held_until > ${now}::timestamptz and h.route_id in ${ofSeason})`;
  const { rows } = await tx.execute<Record<'holds' | 'offers' | 'waiting' | 'congestion_fees', number>>(sql`
    select ${kept(sql`h.kind = 'checkout'`)} as holds, ${kept(sql`h.kind <> 'checkout'`)} as offers,
      (select count(*)::int from ${waitingList} w
        where w.closed_at is null and w.route_id in ${ofSeason}) as waiting,
      (select count(*)::int from ${congestionFees} f where f.route_id in ${ofSeason}) as congestion_fees`);
  return rows[0]!;
}
