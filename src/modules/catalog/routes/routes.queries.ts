import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { financialAidCodes, routes } from '#db/tables/catalog/routes.ts';
import { students } from '#db/tables/students.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';

export async function listSeatsTaken(db: Db, period_program_id: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: routes.id, taken: routes.seats_taken })
    .from(routes)
    .where(eq(routes.period_program_id, period_program_id));
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}

export const listAidCodes = (db: Db, period_program_id: number) =>
  db
    .select()
    .from(financialAidCodes)
    .where(eq(financialAidCodes.period_program_id, period_program_id))
    .orderBy(asc(financialAidCodes.id));

export type AidCodeRow = typeof financialAidCodes.$inferSelect;

export async function getAidCode(tx: Tx, id: number): Promise<AidCodeRow> {
  const [row] = await tx.select().from(financialAidCodes).where(eq(financialAidCodes.id, id));
  return row!;
}

/** @returns undefined for an unknown or removed student */
export async function findOwnerOf(db: Db, student_id: number): Promise<{ user_id: number } | undefined> {
  const [row] = await db
    .select({ user_id: students.user_id })
    .from(students)
    .where(and(eq(students.id, student_id), isNull(students.deleted_at)));
  return row;
}

type AwardCode = Pick<
  AidCodeRow,
  'period_program_id' | 'code' | 'awarded_amount_cents' | 'needs_confirmation' | 'student_id' | 'made_by_id'
>;

/**
 * The code of an award for one program, found by no typed code of the season: without `is_active`. A row of
 * an order that came to nothing is taken again, at the sum of now.
 * @returns undefined while a contract uses the code
 */
export async function saveAwardCode(tx: Tx, code: AwardCode): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${financialAidCodes} (period_program_id, code, awarded_amount_cents, needs_confirmation,
      student_id, made_by_id, is_active, max_uses)
    values (${code.period_program_id}, ${code.code}, ${code.awarded_amount_cents}, ${code.needs_confirmation},
      ${code.student_id}, ${code.made_by_id}, false, 1)
    on conflict (period_program_id, lower(code)) do update
      set awarded_amount_cents = excluded.awarded_amount_cents,
        needs_confirmation = excluded.needs_confirmation, student_id = excluded.student_id
      where ${financialAidCodes.uses} = 0
    returning id`);
  return rows[0] && Number(rows[0].id);
}

export async function useAidCode(tx: Tx, id: number): Promise<boolean> {
  const isLeft = or(
    isNull(financialAidCodes.max_uses),
    lt(financialAidCodes.uses, financialAidCodes.max_uses),
  );
  const { rowCount } = await tx
    .update(financialAidCodes)
    .set({ uses: sql`${financialAidCodes.uses} + 1` })
    .where(and(eq(financialAidCodes.id, id), isLeft));
  return rowCount === 1;
}

export async function releaseAidCode(tx: Tx, id: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(financialAidCodes)
    .set({ uses: sql`${financialAidCodes.uses} - 1` })
    .where(and(eq(financialAidCodes.id, id), sql`${financialAidCodes.uses} > 0`));
  return rowCount === 1;
}

/** A draft and an ended program offer nothing (SE3.11, SE3.12). */
const isOffered = sql`exists (select 1 from period_programs sold
  join periods year on year.id = sold.period_id and year.published_at is not null
  join programs program on program.id = sold.program_id and program.is_active
  where sold.id = routes.period_program_id)`;

/** Locks the row except the key, because an order being inserted holds the key too. */
export async function lockSeats(tx: Tx, route_id: number) {
  const [row] = await tx
    .select({
      id: routes.id,
      is_active: sql<boolean>`${routes.is_active} and ${isOffered}`,
      capacity: routes.capacity,
      taken: routes.seats_taken,
    })
    .from(routes)
    .where(eq(routes.id, route_id))
    .for('no key update');
  return row;
}

const takeOne = prepared((db, { route_id }: Slots<{ route_id: number }>) =>
  db
    .update(routes)
    .set({ seats_taken: sql`${routes.seats_taken} + 1` })
    .where(
      and(eq(routes.id, route_id), or(isNull(routes.capacity), lt(routes.seats_taken, routes.capacity))),
    ),
);

/** @returns false if the route is full */
export async function takeSeatOf(tx: Tx, route_id: number): Promise<boolean> {
  const { rowCount } = await takeOne(tx, { route_id });
  return rowCount === 1;
}

/** @returns false if no seat was sold */
export async function releaseSeatOf(tx: Tx, route_id: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(routes)
    .set({ seats_taken: sql`${routes.seats_taken} - 1` })
    .where(and(eq(routes.id, route_id), gt(routes.seats_taken, 0)));
  return rowCount === 1;
}
