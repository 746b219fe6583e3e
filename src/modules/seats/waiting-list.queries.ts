import { and, asc, eq, gt, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { programGroups, programs, periodPrograms } from '#db/tables/catalog.ts';
import { routes } from '#db/tables/routes.ts';
import { seatHolds, waitingList } from '#db/tables/seats.ts';
import { students } from '#db/tables/students.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type WaitingRow = typeof waitingList.$inferSelect;

const isLive = isNull(waitingList.closedAt);

/** Puts a child at the end of the list, unless it stands there already. */
export async function insertWaiting(
  tx: Tx,
  row: Pick<WaitingRow, 'routeId' | 'studentId' | 'userId' | 'joinedAt'>,
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
  }: { route_id: number; student_id: number; user_id?: number; at: Date; reason: 'bought' | 'left' },
): Promise<void> {
  const isIt = and(
    eq(waitingList.routeId, route_id),
    eq(waitingList.studentId, student_id),
    isLive,
    user_id === undefined ? undefined : eq(waitingList.userId, user_id),
  );
  await tx.update(waitingList).set({ closedAt: at, closedReason: reason }).where(isIt);
}

/** Ends the waits whose offer nobody took up in its time. */
export async function closeLapsed(tx: Tx, routeId: number, now: Date): Promise<void> {
  const kept = tx
    .select({ one: sql`1` })
    .from(seatHolds)
    .where(
      and(
        eq(seatHolds.routeId, waitingList.routeId),
        eq(seatHolds.studentId, waitingList.studentId),
        gt(seatHolds.heldUntil, now),
      ),
    );
  await tx
    .update(waitingList)
    .set({ closedAt: now, closedReason: 'lapsed' })
    .where(and(eq(waitingList.routeId, routeId), isLive, isNotNull(waitingList.offeredAt), notExists(kept)));
}

/** Who is next, in the order they came; null seats: everybody. */
export function listNext(tx: Tx, routeId: number, seats: number | null): Promise<WaitingRow[]> {
  const next = tx
    .select()
    .from(waitingList)
    .where(and(eq(waitingList.routeId, routeId), isLive, isNull(waitingList.offeredAt)))
    .orderBy(asc(waitingList.id));
  return seats === null ? next : next.limit(seats);
}

export async function markOffered(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.update(waitingList).set({ offeredAt: at }).where(eq(waitingList.id, id));
}

/** The routes that somebody waits for. */
export async function listWaitedFor(db: Db): Promise<number[]> {
  const rows = await db.selectDistinct({ routeId: waitingList.routeId }).from(waitingList).where(isLive);
  return rows.map(({ routeId }) => routeId);
}

const position = sql<number>`(select count(*)::int from ${waitingList} ahead
  where ahead.route_id = ${waitingList.routeId} and ahead.closed_at is null and ahead.id <= ${waitingList.id})`;

const entries = (db: Db, now: Date) =>
  db
    .select({
      id: waitingList.id,
      user_id: waitingList.userId,
      route_id: routes.id,
      route_name: routes.name,
      program_text: programs.text,
      program_group_path: programGroups.path,
      program_group_text: programGroups.text,
      student_id: students.id,
      student_first_name: students.firstName,
      student_last_name: students.lastName,
      position,
      joined_at: waitingList.joinedAt,
      offered_until: seatHolds.heldUntil,
    })
    .from(waitingList)
    .innerJoin(routes, eq(routes.id, waitingList.routeId))
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.periodProgramId))
    .innerJoin(programs, eq(programs.id, periodPrograms.programId))
    .innerJoin(programGroups, eq(programGroups.id, programs.programGroupId))
    .innerJoin(students, eq(students.id, waitingList.studentId))
    .leftJoin(
      seatHolds,
      and(
        eq(seatHolds.routeId, waitingList.routeId),
        eq(seatHolds.studentId, waitingList.studentId),
        eq(seatHolds.kind, 'offer'),
        gt(seatHolds.heldUntil, now),
      ),
    );

export type WaitingEntry = Awaited<ReturnType<typeof entries>>[number];

export const listEntries = (db: Db, now: Date, userId: number, routeId?: number) =>
  entries(db, now)
    .where(
      and(
        eq(waitingList.userId, userId),
        isLive,
        routeId === undefined ? undefined : eq(waitingList.routeId, routeId),
      ),
    )
    .orderBy(asc(waitingList.id));

/** One wait whose seat is still on offer. */
export async function findOffered(db: Db, now: Date, id: number): Promise<WaitingEntry | undefined> {
  const [entry] = await entries(db, now).where(and(eq(waitingList.id, id), isLive));
  return entry?.offered_until ? entry : undefined;
}
