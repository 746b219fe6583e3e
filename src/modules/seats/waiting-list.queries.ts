import { and, asc, count, eq, exists, gt, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import { company, programGroups, programs, periodPrograms } from '#db/tables/catalog/catalog.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { seatHolds, waitingList } from '#db/tables/seats.ts';
import { students } from '#db/tables/students.ts';
import type { ClosedReason } from './waiting.states.ts';
import { liveOrders } from './live-orders.queries.ts';
import { isNotPaused } from './seats.queries.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Place } from './family-seats.ts';

export type WaitingRow = typeof waitingList.$inferSelect;

const isLive = isNull(waitingList.closed_at);

export async function insertWaiting(
  tx: Tx,
  row: Pick<WaitingRow, 'route_id' | 'student_id' | 'user_id' | 'joined_at'>,
): Promise<void> {
  await tx.insert(waitingList).values(row).onConflictDoNothing();
}

export async function closeWaiting(
  tx: Tx,
  {
    route_id,
    student_id,
    user_id,
    at,
    reason,
  }: { route_id: number; student_id: number; user_id?: number; at: Date; reason: ClosedReason },
): Promise<void> {
  const isIt = and(
    eq(waitingList.route_id, route_id),
    eq(waitingList.student_id, student_id),
    isLive,
    user_id === undefined ? undefined : eq(waitingList.user_id, user_id),
  );
  await tx.update(waitingList).set({ closed_at: at, closed_reason: reason }).where(isIt);
}

export async function closeLapsed(tx: Tx, route_id: number, now: Date): Promise<void> {
  const kept = tx
    .select({ one: sql`1` })
    .from(seatHolds)
    .where(
      and(
        eq(seatHolds.route_id, waitingList.route_id),
        eq(seatHolds.student_id, waitingList.student_id),
        gt(seatHolds.held_until, now),
      ),
    );
  await tx
    .update(waitingList)
    .set({ closed_at: now, closed_reason: 'lapsed' })
    .where(
      and(eq(waitingList.route_id, route_id), isLive, isNotNull(waitingList.offered_at), notExists(kept)),
    );
}

/** A child that has a contract of the route waits for nothing, however the contract came about (OF6.7). */
export async function closeBought(tx: Tx, route_id: number, now: Date): Promise<void> {
  await tx
    .update(waitingList)
    .set({ closed_at: now, closed_reason: 'bought' })
    .where(and(eq(waitingList.route_id, route_id), isLive, exists(liveOrders(tx, waitingList))));
}

type Next = { route_id: number; now: Date; seats: number | null };

export function listNext(tx: Db, { route_id, now, seats }: Next): Promise<WaitingRow[]> {
  const isNext = and(
    eq(waitingList.route_id, route_id),
    isLive,
    isNull(waitingList.offered_at),
    isNotPaused(now),
  );
  const next = tx.select().from(waitingList).where(isNext).orderBy(asc(waitingList.id));
  return seats === null ? next : next.limit(seats);
}

/** The children who wait before an entry, and would be passed over by an offer to it. */
export async function countPassed(tx: Tx, now: Date, { id, route_id }: WaitingRow): Promise<number> {
  const isAhead = and(
    eq(waitingList.route_id, route_id),
    isLive,
    isNull(waitingList.offered_at),
    isNotPaused(now),
    lt(waitingList.id, id),
  );
  const [row] = await tx.select({ n: count() }).from(waitingList).where(isAhead);
  return row!.n;
}

export async function findWaiting(tx: Tx, id: number): Promise<WaitingRow | undefined> {
  return (await tx.select().from(waitingList).where(eq(waitingList.id, id)))[0];
}

export async function findLive(tx: Tx, { route_id, student_id }: Place): Promise<WaitingRow | undefined> {
  const isIt = and(eq(waitingList.route_id, route_id), eq(waitingList.student_id, student_id), isLive);
  return (await tx.select().from(waitingList).where(isIt))[0];
}

/** @returns undefined for an unknown or removed student */
export async function findOwner(tx: Tx, student_id: number): Promise<{ user_id: number } | undefined> {
  const [row] = await tx
    .select({ user_id: students.user_id })
    .from(students)
    .where(and(eq(students.id, student_id), isNull(students.deleted_at)));
  return row;
}

export async function findRouteName(tx: Tx, route_id: number): Promise<string> {
  const [row] = await tx.select({ name: routes.name }).from(routes).where(eq(routes.id, route_id));
  return row?.name ?? '';
}

export async function hasContract(tx: Tx, place: Place): Promise<boolean> {
  return (await liveOrders(tx, place)).length > 0;
}

export const listOffered = (tx: Tx, route_id: number): Promise<WaitingRow[]> =>
  tx
    .select()
    .from(waitingList)
    .where(and(eq(waitingList.route_id, route_id), isLive, isNotNull(waitingList.offered_at)))
    .orderBy(asc(waitingList.id));

export const listLive = (tx: Tx, route_id: number): Promise<WaitingRow[]> =>
  tx
    .select()
    .from(waitingList)
    .where(and(eq(waitingList.route_id, route_id), isLive))
    .orderBy(asc(waitingList.id));

export async function hasWaiting(tx: Tx, route_id: number): Promise<boolean> {
  const found = await tx
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(and(eq(waitingList.route_id, route_id), isLive))
    .limit(1);
  return found.length > 0;
}

/** @param at  null: the offer was withdrawn, and the entry waits again, at once or after a pause */
export async function markOffered(
  tx: Tx,
  id: number,
  { at, paused_until = null }: { at: Date | null; paused_until?: Date | null },
): Promise<void> {
  await tx
    .update(waitingList)
    .set({ offered_at: at, paused_until, prolonged_at: null })
    .where(eq(waitingList.id, id));
}

/** The offer of a student on a route, with its new end. @returns false if no offer is out */
export async function prolongOffer(
  tx: Tx,
  now: Date,
  { route_id, student_id, held_until }: Place & { held_until: Date },
): Promise<boolean> {
  const isOut = and(
    eq(seatHolds.student_id, student_id),
    eq(seatHolds.route_id, route_id),
    eq(seatHolds.kind, 'offer'),
    gt(seatHolds.held_until, now),
  );
  const { rowCount } = await tx.update(seatHolds).set({ held_until }).where(isOut);
  return rowCount === 1;
}

export async function markProlonged(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.update(waitingList).set({ prolonged_at: at }).where(eq(waitingList.id, id));
}

export async function listWaitedFor(db: Db): Promise<number[]> {
  const rows = await db.selectDistinct({ route_id: waitingList.route_id }).from(waitingList).where(isLive);
  return rows.map(({ route_id }) => route_id);
}

const position = sql<number>`(select count(*)::int from ${waitingList} ahead
  where ahead.route_id = ${waitingList.route_id} and ahead.closed_at is null
    and ahead.id <= ${waitingList.id})`;

const entries = (db: Db, now: Date) =>
  db
    .select({
      id: waitingList.id,
      user_id: waitingList.user_id,
      route_id: routes.id,
      route_name: routes.name,
      program_text: programs.text,
      program_group_path: programGroups.path,
      program_group_text: programGroups.text,
      student_id: students.id,
      student_first_name: students.first_name,
      student_last_name: students.last_name,
      position,
      joined_at: waitingList.joined_at,
      offered_until: seatHolds.held_until,
    })
    .from(waitingList)
    .innerJoin(routes, eq(routes.id, waitingList.route_id))
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .innerJoin(programGroups, eq(programGroups.id, programs.program_group_id))
    .innerJoin(students, eq(students.id, waitingList.student_id))
    .leftJoin(
      seatHolds,
      and(
        eq(seatHolds.route_id, waitingList.route_id),
        eq(seatHolds.student_id, waitingList.student_id),
        eq(seatHolds.kind, 'offer'),
        gt(seatHolds.held_until, now),
      ),
    );

export type WaitingEntry = Awaited<ReturnType<typeof entries>>[number];

export const listEntries = (db: Db, now: Date, user_id: number, route_id?: number) =>
  entries(db, now)
    .where(
      and(
        eq(waitingList.user_id, user_id),
        isLive,
        route_id === undefined ? undefined : eq(waitingList.route_id, route_id),
      ),
    )
    .orderBy(asc(waitingList.id));

export async function findOffered(db: Db, now: Date, id: number): Promise<WaitingEntry | undefined> {
  const [entry] = await entries(db, now).where(and(eq(waitingList.id, id), isLive));
  return entry?.offered_until ? entry : undefined;
}

/** An entry of the list of a route that has ended. */
export async function findEnded(db: Db, now: Date, id: number): Promise<WaitingEntry | undefined> {
  const [entry] = await entries(db, now).where(
    and(eq(waitingList.id, id), isLive, eq(routes.is_active, false)),
  );
  return entry;
}

export async function findCompany(db: Db) {
  const { name, customer_service_email } = company;
  return (await db.select({ name, customer_service_email }).from(company)).at(0);
}

export async function deleteWaitingOf(tx: Tx, student_ids: readonly number[]): Promise<void> {
  await tx.delete(waitingList).where(isAnyOf(waitingList.student_id, student_ids));
}
