import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { aidAwards, aidAwardsErasure, aidBudgets } from '#db/tables/aid.ts';
import { programGroups } from '#db/tables/catalog/catalog.ts';
import { erasedValues, type Moment } from '#db/tables/erasure.ts';
import { contractFinancialAid } from '#db/tables/orders/financial-aid.ts';
import { contracts, LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { financialAidCodes } from '#db/tables/catalog/routes.ts';
import { userRoleSchools } from '#db/tables/accounts/staff-schools.ts';
import { childName, students } from '#db/tables/students.ts';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import { drawIds, sealedRows } from '#platform/db/sealed-rows.ts';
import type { AwardState } from './award.states.ts';

export type AwardRow = typeof aidAwards.$inferSelect;

export const SEALED_AWARD = ['date_of_birth', 'contact_email'] as const;

export const awardTextRows = sealedRows(aidAwards, SEALED_AWARD);

export const drawAwardIds = (tx: Tx, n: number) => drawIds(tx, 'aid_awards', n);

export type School = { period_id: number; program_group_id: number };

const isOf = ({ period_id, program_group_id }: School) =>
  and(eq(aidAwards.period_id, period_id), eq(aidAwards.program_group_id, program_group_id));

const isUsed = sql<boolean>`coalesce(${financialAidCodes.uses} > 0, false)`;

export const stateSql = sql<AwardState>`case when ${isUsed} then 'used'
  when ${aidAwards.ended_at} is not null then 'ended'
  when ${aidAwards.student_id} is not null then 'found' else 'open' end`;

const orderSql = sql<number | null>`(select ${orders.id} from ${contractFinancialAid}
  join ${contracts} on ${contracts.id} = ${contractFinancialAid.contract_id}
  join ${orders} on ${orders.id} = ${contracts.order_id}
  where ${contractFinancialAid.financial_aid_code_id} = ${aidAwards.financial_aid_code_id}
    and ${inArray(orders.status, [...LIVE_ORDERS])} limit 1)`.mapWith((id: unknown) =>
  id === null ? null : Number(id),
);

const awards = (db: Db) =>
  db
    .select({
      award: aidAwards,
      state: stateSql,
      order_id: orderSql,
      school: { id: programGroups.id, text: programGroups.text },
      student: { id: students.id, first_name: students.first_name, last_name: students.last_name },
      parent: { id: users.id, first_name: users.first_name, last_name: users.last_name },
    })
    .from(aidAwards)
    .innerJoin(programGroups, eq(programGroups.id, aidAwards.program_group_id))
    .leftJoin(financialAidCodes, eq(financialAidCodes.id, aidAwards.financial_aid_code_id))
    .leftJoin(students, eq(students.id, aidAwards.student_id))
    .leftJoin(users, eq(users.id, students.user_id));

export type AwardRecord = Awaited<ReturnType<typeof awards>>[number];

export const listAwardsById = (db: Db, ids: readonly number[]): Promise<AwardRecord[]> =>
  awards(db).where(isAnyOf(aidAwards.id, ids)).orderBy(asc(aidAwards.id));

/** The awards of one call: the lock of the school lets no other call draw ids for the school meanwhile. */
export const listMadeFrom = (db: Db, id: number, n: number): Promise<AwardRecord[]> =>
  awards(db)
    .where(
      sql`(${aidAwards.period_id}, ${aidAwards.program_group_id}) =
        (select one.period_id, one.program_group_id from ${aidAwards} one where one.id = ${id})
        and ${aidAwards.id} >= ${id}`,
    )
    .orderBy(asc(aidAwards.id))
    .limit(n);

export async function findAward(db: Db, id: number): Promise<AwardRecord | undefined> {
  return (await listAwardsById(db, [id]))[0];
}

/** Every act on an award waits for the row. */
export async function lockAward(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .select({ id: aidAwards.id })
    .from(aidAwards)
    .where(eq(aidAwards.id, id))
    .for('no key update');
  return found.length > 0;
}

export type NewAward = typeof aidAwards.$inferInsert & { id: number };

export async function insertAwards(tx: Tx, rows: readonly NewAward[]): Promise<void> {
  await tx
    .insert(aidAwards)
    .overridingSystemValue()
    .values([...rows]);
}

type Changes = Partial<Omit<AwardRow, 'id' | 'version'>>;

export async function updateAward(tx: Tx, id: number, changes: Changes): Promise<void> {
  await tx
    .update(aidAwards)
    .set({ ...changes, version: sql`${aidAwards.version} + 1` })
    .where(eq(aidAwards.id, id));
}

export const isUnused = (today: PlainDate): SQL | undefined =>
  and(
    isNull(aidAwards.ended_at),
    sql`not ${isUsed}`,
    sql`(${aidAwards.expires_on} is null or ${aidAwards.expires_on} >= ${today})`,
  );

/** Awards that stand ready for a child of a school, the oldest first. */
export const listReady = (
  db: Db,
  { student_id, today, ...school }: School & { student_id: number; today: PlainDate },
): Promise<AwardRecord[]> =>
  awards(db)
    .where(and(isOf(school), eq(aidAwards.student_id, student_id), isUnused(today)))
    .orderBy(asc(aidAwards.id));

export async function findByCode(
  db: Db,
  { code, today, ...school }: School & { code: string; today: PlainDate },
): Promise<AwardRecord | undefined> {
  return (await awards(db).where(and(isOf(school), eq(aidAwards.code, code), isUnused(today))))[0];
}

/** Open awards with the names of a child, folded. */
export const listOpenNamed = (
  db: Db,
  { first_name, last_name, today }: { first_name: string; last_name: string; today: PlainDate },
): Promise<AwardRecord[]> =>
  awards(db).where(
    and(
      sql`plain_letters(${aidAwards.last_name}) = plain_letters(${last_name})`,
      sql`plain_letters(${aidAwards.first_name}) = plain_letters(${first_name})`,
      isNull(aidAwards.student_id),
      isUnused(today),
    ),
  );

/**
 * Students with the names of an award, and whether they have signed elsewhere and not for the school. The
 * index is on the name of a child, which is coarser than first and last name (MC10).
 */
export const listNamed = (
  db: Db,
  { first_name, last_name, period_id, program_group_id }: Pick<AwardRow, 'first_name' | 'last_name'> & School,
) => {
  const signed = (isSchool: boolean) => sql`exists (select from ${orders}
    where ${orders.student_id} = ${students.id} and ${orders.period_id} = ${period_id}
      and ${inArray(orders.status, [...LIVE_ORDERS])}
      and (${orders.program_group_id} = ${program_group_id}) = ${isSchool})`;
  const name = childName({ first_name: sql`${first_name}::text`, last_name: sql`${last_name}::text` });
  return db
    .select({
      student_id: students.id,
      user_id: students.user_id,
      date_of_birth: students.date_of_birth,
      emails: sql<
        (string | null)[]
      >`array[${users.email}, ${students.guardian_1_email}, ${students.guardian_2_email}]`,
      is_elsewhere: sql<boolean>`${signed(false)} and not ${signed(true)}`,
    })
    .from(students)
    .innerJoin(users, eq(users.id, students.user_id))
    .where(
      and(
        isNull(students.deleted_at),
        eq(childName(students), name),
        sql`plain_letters(${students.last_name}) = plain_letters(${last_name})`,
        sql`plain_letters(${students.first_name}) = plain_letters(${first_name})`,
      ),
    )
    .limit(50);
};

export async function findStudent(db: Db, id: number) {
  const [row] = await db
    .select({
      id: students.id,
      user_id: students.user_id,
      first_name: students.first_name,
      last_name: students.last_name,
    })
    .from(students)
    .where(and(eq(students.id, id), isNull(students.deleted_at)));
  return row;
}

export async function listSchoolsOf(db: Db, user_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: userRoleSchools.program_group_id })
    .from(userRoleSchools)
    .where(eq(userRoleSchools.user_id, user_id));
  return rows.map(({ id }) => id);
}

export async function findBudget(db: Db, { period_id, program_group_id }: School) {
  const [row] = await db
    .select()
    .from(aidBudgets)
    .where(and(eq(aidBudgets.period_id, period_id), eq(aidBudgets.program_group_id, program_group_id)));
  return row;
}

/** The version that the writer has read; 0 before the first row. @returns false for another version */
export async function saveBudget(
  tx: Tx,
  { period_id, program_group_id }: School,
  { amount_cents, version }: { amount_cents: Cents | null; version: number },
): Promise<boolean> {
  const key = { period_id, program_group_id };
  const saved = await tx
    .insert(aidBudgets)
    .values({ ...key, amount_cents })
    .onConflictDoUpdate({
      target: [aidBudgets.period_id, aidBudgets.program_group_id],
      set: { amount_cents, version: sql`${aidBudgets.version} + 1` },
      setWhere: eq(aidBudgets.version, version),
    })
    .returning({ version: aidBudgets.version });
  return saved.length > 0;
}

/** Awards of a school make sums one after the other. */
export async function lockSchool(tx: Tx, { period_id, program_group_id }: School): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`aid_budget ${period_id} ${program_group_id}`}, 0))`,
  );
}

/** What the awards of a school took off signed contracts: the term and the add-ons, less what was signed. */
export async function sumGiven(db: Db, school: School): Promise<Cents> {
  const { rows } = await db.execute<{ given: Cents }>(sql`
    select coalesce(sum(greatest(0,
      ${contracts.base_contract_cost_cents} - ${contractFinancialAid.amount_cents}
      + (select coalesce(sum((addon ->> 'amount')::bigint), 0)
          from jsonb_array_elements(${contracts.snapshot} -> 'addons') addon))), 0)::bigint as given
    from ${aidAwards}
    join ${contractFinancialAid}
      on ${contractFinancialAid.financial_aid_code_id} = ${aidAwards.financial_aid_code_id}
    join ${contracts} on ${contracts.id} = ${contractFinancialAid.contract_id}
    join ${orders} on ${orders.id} = ${contracts.order_id}
    where ${and(isOf(school), inArray(orders.status, [...LIVE_ORDERS]))}`);
  return Number(rows[0]!.given) as Cents;
}

/** Awards that no contract carries yet. */
export const listUnused = (db: Db, school: School, today: PlainDate) =>
  db
    .select({
      id: aidAwards.id,
      kind: aidAwards.kind,
      amount_cents: aidAwards.amount_cents,
      milli_percent: aidAwards.milli_percent,
    })
    .from(aidAwards)
    .leftJoin(financialAidCodes, eq(financialAidCodes.id, aidAwards.financial_aid_code_id))
    .where(and(isOf(school), isUnused(today)))
    .orderBy(desc(aidAwards.id));

/** An award names its child by number; the names go with the child. */
export async function eraseAwardsOf(tx: Tx, student_ids: readonly number[], moment: Moment): Promise<void> {
  await tx
    .update(aidAwards)
    .set(erasedValues(aidAwardsErasure, moment))
    .where(isAnyOf(aidAwards.student_id, student_ids));
}
