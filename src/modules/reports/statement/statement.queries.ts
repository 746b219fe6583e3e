import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { options, users } from '#db/tables/accounts/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { transactions } from '#db/tables/billing/ledger.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { divisions, programGroups } from '#db/tables/catalog/catalog.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { keptStatements } from '#db/tables/reports.ts';
import { pick } from '#kit/pick.ts';
import { PAYMENT_ADJUSTMENT } from '#modules/billing/billing.contract.ts';
import type { Db, Tx } from '#platform/db/database.ts';

type Method = { brand: string; last_4: string };

export type Instants = { from: Date; until: Date };

/** Money that moved; an adjustment moves none. */
const isMoney: SQL = and(
  eq(transactions.is_success, true),
  or(isNull(transactions.description_detail), ne(transactions.description_detail, PAYMENT_ADJUSTMENT)),
  sql`${transactions.value_cents} > 0`,
)!;

/** The orders of the family first: a join could read the transactions of all families. */
async function ordersOf(db: Db, user_id: number): Promise<number[]> {
  const rows = await db.select({ id: orders.id }).from(orders).where(eq(orders.user_id, user_id));
  return rows.map(({ id }) => id);
}

export async function listStatementLines(db: Db, user_id: number, { from, until }: Instants) {
  const columns = pick(transactions, [
    'order_id',
    'payment_id',
    'charge_attempt_id',
    'description_detail',
    'is_credit',
    'is_adjustment',
    'value_cents',
    'created_at',
  ]);
  return db
    .select({
      ...columns,
      payment_number: payments.payment_number,
      payment_type: options.key,
      method: sql<Method | null>`(select jsonb_build_object('brand', ${paymentMethods.brand},
        'last_4', ${paymentMethods.last_4}) from ${paymentMethods}
        where ${paymentMethods.id} = ${transactions.payment_method_id})`,
    })
    .from(transactions)
    .innerJoin(options, eq(options.id, transactions.payment_type_id))
    .leftJoin(payments, eq(payments.id, transactions.payment_id))
    .where(
      and(
        inArray(transactions.order_id, await ordersOf(db, user_id)),
        isMoney,
        gte(transactions.created_at, from),
        lt(transactions.created_at, until),
      ),
    )
    .orderBy(asc(transactions.id));
}

export async function listStatementContracts(db: Db, user_id: number) {
  return db
    .select({
      order_id: orders.id,
      student_id: orders.student_id,
      contract_number: contracts.contract_number,
      snapshot: contracts.snapshot,
      school: programGroups.text,
      school_path: programGroups.path,
      division: pick(divisions, [
        'company_name',
        'address_1',
        'city',
        'state',
        'zip',
        'phone_main',
        'tax_id',
      ]),
    })
    .from(orders)
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .innerJoin(programGroups, eq(programGroups.id, orders.program_group_id))
    .innerJoin(divisions, eq(divisions.id, programGroups.division_id))
    .where(and(eq(orders.user_id, user_id), isNotNull(orders.activated_at), isNull(contracts.erased_at)))
    .orderBy(asc(orders.id));
}

/** The newest first. */
export async function listYears(db: Db, user_id: number, time_zone: string): Promise<number[]> {
  const year = sql<number>`extract(year from ${transactions.created_at} at time zone ${time_zone})::int`;
  const rows = await db
    .selectDistinct({ year })
    .from(transactions)
    .where(and(inArray(transactions.order_id, await ordersOf(db, user_id)), isMoney))
    .orderBy(desc(sql`1`));
  return rows.map((row) => row.year);
}

export async function findFamily(db: Db, user_id: number) {
  const [row] = await db
    .select({ first_name: users.first_name, last_name: users.last_name })
    .from(users)
    .where(eq(users.id, user_id));
  return row;
}

export async function listPayers(db: Db, { from, until }: Instants): Promise<number[]> {
  const rows = await db
    .selectDistinct({ user_id: orders.user_id })
    .from(transactions)
    .innerJoin(orders, eq(orders.id, transactions.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(
      and(
        isMoney,
        gte(transactions.created_at, from),
        lt(transactions.created_at, until),
        isNull(users.disabled_at),
      ),
    )
    .orderBy(asc(orders.user_id));
  return rows.map(({ user_id }) => user_id);
}

export async function countMailed(db: Db, kind: string, year: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from outbox where kind = ${kind} and ref like ${`${year}-%`}`,
  );
  return rows[0]!.n;
}

type OfYear = { user_id: number; year: number };

export async function findLastEdition(db: Db, { user_id, year }: OfYear) {
  const [row] = await db
    .select()
    .from(keptStatements)
    .where(and(eq(keptStatements.user_id, user_id), eq(keptStatements.year, year)))
    .orderBy(desc(keptStatements.edition))
    .limit(1);
  return row;
}

/** Only one flow keeps a statement of a family at a time. */
export async function holdStatements(tx: Tx, user_id: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user_id)).for('no key update');
}

export async function insertStatement(
  tx: Tx,
  row: Omit<typeof keptStatements.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(keptStatements).values(row);
}

/** @returns the keys of the files */
export async function deleteStatementsOf(tx: Tx, user_id: number): Promise<string[]> {
  const rows = await tx
    .delete(keptStatements)
    .where(eq(keptStatements.user_id, user_id))
    .returning({ file_key: keptStatements.file_key });
  return rows.map(({ file_key }) => file_key);
}

export async function lockNextStatements(
  tx: Tx,
  after: number,
  limit: number,
): Promise<{ id: number; key: string }[]> {
  return tx
    .select({ id: keptStatements.id, key: keptStatements.file_key })
    .from(keptStatements)
    .where(gt(keptStatements.id, after))
    .orderBy(asc(keptStatements.id))
    .limit(limit)
    .for('update');
}
