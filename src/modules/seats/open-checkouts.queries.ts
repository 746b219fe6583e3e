import { eq, lt, sql } from 'drizzle-orm';
import { openCheckouts, seatHolds } from '#db/tables/seats.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';

export type OpenCheckout = typeof openCheckouts.$inferSelect;

const noted = prepared((db, { user_id, route_id, asked_at }: Slots<OpenCheckout>) =>
  db
    .insert(openCheckouts)
    .values({ user_id, route_id, asked_at })
    .onConflictDoUpdate({
      target: [openCheckouts.user_id, openCheckouts.route_id],
      set: { asked_at: sql`excluded.asked_at` },
      setWhere: sql`${openCheckouts.asked_at} <= excluded.asked_at - interval '5 minutes'`,
    }),
);

/** Writes nothing if the family has asked in the last five minutes. */
export async function saveOpenCheckout(db: Db, row: OpenCheckout): Promise<void> {
  await noted(db, row);
}

export type Checkout = {
  route_id: number;
  user_id: number;
  /** a seat of the route is kept for the family, by a checkout or an offer */
  has_seat: boolean;
};

/** Of the routes, the families that asked for a price since then or hold a seat for a checkout. */
export async function listOpenCheckouts(
  db: Db,
  { route_ids, since, now }: { route_ids: readonly number[]; since: Date; now: Date },
): Promise<Checkout[]> {
  const isKept = sql`held_until > ${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ route_id: string; user_id: string; has_seat: boolean }>(sql`
    select route_id, user_id, exists (select from ${seatHolds} own
        where own.route_id = open.route_id and own.user_id = open.user_id and own.${isKept}) as has_seat
      from (
        select route_id, user_id from ${openCheckouts} where asked_at > ${since.toISOString()}::timestamptz
        union select route_id, user_id from ${seatHolds} where kind = 'checkout' and ${isKept}) open
      where route_id = any(${sql.param(route_ids)}::bigint[])`);
  return rows.map(({ route_id, user_id, has_seat }) => ({
    route_id: Number(route_id),
    user_id: Number(user_id),
    has_seat,
  }));
}

export async function deleteOpenCheckoutsBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(openCheckouts).where(lt(openCheckouts.asked_at, instant));
}

export async function deleteOpenCheckoutsOf(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(openCheckouts).where(eq(openCheckouts.user_id, user_id));
}
