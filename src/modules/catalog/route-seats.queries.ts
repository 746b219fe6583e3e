import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { routes } from '#db/tables/routes.ts';
import type { Tx } from '#platform/db/database.ts';

/** Locks all of a row but its key, because an order that is being written holds the key too. */
export async function lockSeats(tx: Tx, route_id: number) {
  const [row] = await tx
    .select({
      id: routes.id,
      is_active: routes.is_active,
      capacity: routes.capacity,
      taken: routes.seats_taken,
    })
    .from(routes)
    .where(eq(routes.id, route_id))
    .for('no key update');
  return row;
}

export async function addUncounted(tx: Tx, route_id: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(routes)
    .set({ seats_taken: sql`${routes.seats_taken} + 1` })
    .where(and(eq(routes.id, route_id), isNull(routes.capacity)));
  return rowCount === 1;
}

export async function addTaken(tx: Tx, route_id: number, seats: 1 | -1): Promise<boolean> {
  const isSane =
    seats === 1
      ? or(isNull(routes.capacity), lt(routes.seats_taken, routes.capacity))
      : gt(routes.seats_taken, 0);
  const { rowCount } = await tx
    .update(routes)
    .set({ seats_taken: sql`${routes.seats_taken} + ${seats}` })
    .where(and(eq(routes.id, route_id), isSane));
  return rowCount === 1;
}
