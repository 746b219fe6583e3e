import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { seatHolds, waitingList } from '#db/tables/seats.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { EndedHold, Place } from './family-seats.ts';
import type { SeatCount } from './seat-count.ts';

export type HoldRow = typeof seatHolds.$inferSelect;

const isWaiting = and(isNull(waitingList.closed_at), isNull(waitingList.offered_at));

/** A paused entry keeps its place, and no seat (OF6.3). */
export const isNotPaused = (now: Date): SQL | undefined =>
  or(isNull(waitingList.paused_until), lte(waitingList.paused_until, now));

/** Own holds and waiting entries do not block the asker. */
export type Asker = { student_id: number } | { user_id: number } | undefined;

type Owner = {
  student_id: typeof seatHolds.student_id | typeof waitingList.student_id;
  user_id: typeof seatHolds.user_id | typeof waitingList.user_id;
};

const isOwn = (asker: Asker, { student_id, user_id }: Owner): SQL => {
  if (!asker) return sql`false`;
  return 'student_id' in asker ? eq(student_id, asker.student_id) : eq(user_id, asker.user_id);
};

type HeldCount = { route_id: number; own: number; others: number; yielding: number };

/** An unverified family's hold: a paying family takes the seat (MH8). */
const isYielding = sql`(${seatHolds.kind} = 'checkout' and exists (select from ${users}
  where ${users.id} = ${seatHolds.user_id} and ${users.email_verified_at} is null))`;

export const countHeld = (
  db: Db,
  now: Date,
  routeIds: readonly number[],
  asker: Asker,
): Promise<HeldCount[]> => {
  const own = isOwn(asker, seatHolds);
  return db
    .select({
      route_id: seatHolds.route_id,
      own: sql<number>`count(*) filter (where ${own})::int`,
      others: sql<number>`count(*) filter (where not ${own})::int`,
      yielding: sql<number>`count(*) filter (where not ${own} and ${isYielding})::int`,
    })
    .from(seatHolds)
    .where(and(inArray(seatHolds.route_id, [...routeIds]), gt(seatHolds.held_until, now)))
    .groupBy(seatHolds.route_id);
};

export const countWaitingBefore = (
  db: Db,
  now: Date,
  routeIds: readonly number[],
  asker: Asker,
): Promise<{ route_id: number; n: number }[]> =>
  db
    .select({ route_id: waitingList.route_id, n: count() })
    .from(waitingList)
    .where(
      and(
        inArray(waitingList.route_id, [...routeIds]),
        isWaiting,
        isNotPaused(now),
        not(isOwn(asker, waitingList)),
        isBefore(asker),
      ),
    )
    .groupBy(waitingList.route_id);

export type Reserved = Pick<SeatCount, 'reserved' | 'own'> & { yielding: number };

export async function countReserved(
  db: Db,
  now: Date,
  routeIds: readonly number[],
  asker: Asker,
): Promise<(route_id: number) => Reserved> {
  if (routeIds.length === 0) return () => ({ reserved: 0, own: 0, yielding: 0 });
  const held = await countHeld(db, now, routeIds, asker);
  const waiting = await countWaitingBefore(db, now, routeIds, asker);
  return (route_id) => {
    const { own = 0, others = 0, yielding = 0 } = held.find((row) => row.route_id === route_id) ?? {};
    return { own, yielding, reserved: others + (waiting.find((row) => row.route_id === route_id)?.n ?? 0) };
  };
}

/** An asker on the list comes after earlier entries; an asker outside the list comes after all entries. */
function isBefore(asker: Asker): SQL | undefined {
  if (!asker) return undefined;
  const own =
    'student_id' in asker ? sql`own.student_id = ${asker.student_id}` : sql`own.user_id = ${asker.user_id}`;
  return sql`${waitingList.id} < coalesce((select min(own.id) from ${waitingList} own
    where own.route_id = ${waitingList.route_id} and own.closed_at is null and ${own}), 9223372036854775807)`;
}

/** By the id of the route. */
export async function listSeatCounts(
  db: Db,
  now: Date,
  route_ids: readonly number[],
  asker: Asker,
): Promise<Map<number, SeatCount & Reserved>> {
  const found = await db
    .select({ id: routes.id, capacity: routes.capacity, taken: routes.seats_taken })
    .from(routes)
    .where(inArray(routes.id, [...route_ids]));
  const limited = found.filter(({ capacity }) => capacity !== null).map(({ id }) => id);
  const reserved = await countReserved(db, now, limited, asker);
  return new Map(found.map(({ id, ...route }) => [id, { ...route, ...reserved(id) }]));
}

export const findSeatCount = async (
  db: Db,
  now: Date,
  route_id: number,
  asker: Asker,
): Promise<(SeatCount & Reserved) | undefined> =>
  (await listSeatCounts(db, now, [route_id], asker)).get(route_id);

export async function findHold(
  tx: Tx,
  now: Date,
  { student_id, route_id }: { student_id: number; route_id: number },
): Promise<HoldRow | undefined> {
  const isIt = and(
    eq(seatHolds.student_id, student_id),
    eq(seatHolds.route_id, route_id),
    gt(seatHolds.held_until, now),
    isNull(seatHolds.promised_until),
  );
  return (await tx.select().from(seatHolds).where(isIt))[0];
}

export async function hadHold(db: Db, at: Date, { student_id, route_id }: Place): Promise<boolean> {
  const isIt = and(
    eq(seatHolds.student_id, student_id),
    eq(seatHolds.route_id, route_id),
    lte(seatHolds.created_at, at),
    gt(seatHolds.held_until, at),
  );
  return (await db.select({ route_id: seatHolds.route_id }).from(seatHolds).where(isIt)).length > 0;
}

export async function listPlaces(tx: Tx, now: Date, user_id: number): Promise<Place[]> {
  const held = tx
    .select({ route_id: seatHolds.route_id, student_id: seatHolds.student_id })
    .from(seatHolds)
    .where(and(eq(seatHolds.user_id, user_id), gt(seatHolds.held_until, now)));
  const waitedFor = tx
    .select({ route_id: waitingList.route_id, student_id: waitingList.student_id })
    .from(waitingList)
    .where(and(eq(waitingList.user_id, user_id), isWaiting));
  return held.union(waitedFor);
}

export async function countUnverified(
  tx: Tx,
  now: Date,
  { route_id, network }: { route_id: number; network: string },
): Promise<{ ofNetwork: number; inAll: number }> {
  const [row] = await tx
    .select({
      ofNetwork: sql<number>`count(*) filter (where ${seatHolds.network} = ${network})::int`,
      inAll: sql<number>`count(*)::int`,
    })
    .from(seatHolds)
    .where(and(eq(seatHolds.route_id, route_id), gt(seatHolds.held_until, now), isYielding));
  return row!;
}

export async function endYieldingHold(
  tx: Tx,
  now: Date,
  route_id: number,
): Promise<Pick<HoldRow, 'student_id' | 'user_id'> | undefined> {
  const [hold] = await tx
    .select({ student_id: seatHolds.student_id, user_id: seatHolds.user_id })
    .from(seatHolds)
    .where(and(eq(seatHolds.route_id, route_id), gt(seatHolds.held_until, now), isYielding))
    .orderBy(asc(seatHolds.held_until), asc(seatHolds.student_id))
    .limit(1);
  if (hold) await endHolds(tx, now, { ...hold, route_id, kind: 'checkout' });
  return hold;
}

type EndedSince = { route_id: number; since: Date; now: Date };

export async function listEndedHolds(
  tx: Tx,
  user_id: number,
  { route_id, since, now }: EndedSince,
): Promise<EndedHold[]> {
  const isIt = and(
    eq(seatHolds.user_id, user_id),
    eq(seatHolds.route_id, route_id),
    eq(seatHolds.kind, 'checkout'),
    // A hold released just after `now` was read has ended too.
    or(lte(seatHolds.held_until, now), isNotNull(seatHolds.promised_until)),
    gt(seatHolds.held_until, since),
  );
  const rows = await tx.select().from(seatHolds).where(isIt).orderBy(asc(seatHolds.student_id));
  return rows.map(({ student_id, held_until, promised_until }) => ({
    student_id,
    ended_at: held_until,
    promised_until: promised_until ?? held_until,
  }));
}

export async function findOfferEnd(
  tx: Tx,
  student_id: number,
  { route_id, since, now }: EndedSince,
): Promise<Date | undefined> {
  const isIt = and(
    eq(seatHolds.student_id, student_id),
    eq(seatHolds.route_id, route_id),
    eq(seatHolds.kind, 'offer'),
    lte(seatHolds.held_until, now),
    gt(seatHolds.held_until, since),
  );
  return (await tx.select({ ended_at: seatHolds.held_until }).from(seatHolds).where(isIt))[0]?.ended_at;
}

export async function saveHold(tx: Tx, hold: Omit<HoldRow, 'promised_until'>): Promise<void> {
  const { kind, held_until, created_at, network } = hold;
  await tx
    .insert(seatHolds)
    .values(hold)
    .onConflictDoUpdate({
      target: [seatHolds.student_id, seatHolds.route_id],
      set: { kind, held_until, created_at, network, promised_until: null },
    });
}

type HoldsOf = { student_id: number; user_id?: number; route_id?: number; kind: HoldRow['kind'] };

/**
 * The rows stay, because the holds may come back (H8).
 * @param route_id  undefined: on every route
 */
export async function endHolds(
  tx: Tx,
  now: Date,
  { student_id, user_id, route_id, kind }: HoldsOf,
): Promise<number[]> {
  const rows = await tx
    .update(seatHolds)
    .set({ held_until: now, promised_until: sql`${seatHolds.held_until}` })
    .where(
      and(
        eq(seatHolds.student_id, student_id),
        user_id === undefined ? undefined : eq(seatHolds.user_id, user_id),
        route_id === undefined ? undefined : eq(seatHolds.route_id, route_id),
        eq(seatHolds.kind, kind),
        gt(seatHolds.held_until, now),
      ),
    )
    .returning({ route_id: seatHolds.route_id });
  return rows.map(({ route_id }) => route_id);
}

/** The contract has the seat, or a sibling has the hold. @returns false without such a hold */
export async function deleteHold(
  tx: Tx,
  { student_id, route_id }: Place,
  kind?: HoldRow['kind'],
): Promise<boolean> {
  const ofPlace = and(eq(seatHolds.student_id, student_id), eq(seatHolds.route_id, route_id));
  const ofKind = kind && eq(seatHolds.kind, kind);
  const deleted = await tx.delete(seatHolds).where(and(ofPlace, ofKind)).returning({ kind: seatHolds.kind });
  return deleted.length > 0;
}

export async function deleteHoldsEndedBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(seatHolds).where(lte(seatHolds.held_until, instant));
}

export async function deleteHoldsOf(tx: Tx, student_ids: readonly number[]): Promise<void> {
  await tx.delete(seatHolds).where(isAnyOf(seatHolds.student_id, student_ids));
}
