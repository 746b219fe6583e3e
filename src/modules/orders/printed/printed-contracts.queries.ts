import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  or,
  sql,
} from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { contracts } from '#db/tables/orders/orders.ts';
import { expiredCodes, printedContracts } from '#db/tables/orders/printed-contracts.ts';
import { students } from '#db/tables/students.ts';
import { pick } from '#kit/pick.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import { isAmong, isBetween, type InstantSpan } from '#platform/db/filter-conditions.ts';
import type { Listed, ListedSort } from '#platform/db/found-rows.ts';
import { arePeople, isRouteOf, type OrderFilters } from '#modules/orders/reading/order-conditions.queries.ts';
import { drawId, sealedRows } from '#platform/db/sealed-rows.ts';
import { workRows } from '#platform/db/work-rows.ts';

export type PrintedRow = typeof printedContracts.$inferSelect;

/** What staff write when the envelope comes. */
export type OfOffice =
  | 'received_on'
  | 'check_reference'
  | 'received_cents'
  | 'put_aside_note'
  | 'put_aside_by_id'
  | 'put_aside_at'
  | 'order_id';

/** H14 */
export const DRAFT_TEXTS = ['selection', 'facts'] as const;

export const draftTextRows = sealedRows(printedContracts, DRAFT_TEXTS);

export const drawDraftId = (tx: Tx) => drawId(tx, 'printed_contracts');

export async function listDraftsOf(tx: Tx, user_id: number): Promise<PrintedRow[]> {
  return tx
    .select()
    .from(printedContracts)
    .where(and(eq(printedContracts.user_id, user_id), isNull(printedContracts.order_id)))
    .orderBy(asc(printedContracts.id));
}

export async function insertDraft(tx: Tx, row: Omit<PrintedRow, OfOffice>): Promise<void> {
  await tx.insert(printedContracts).overridingSystemValue().values(row);
}

type Reprint = Pick<PrintedRow, (typeof DRAFT_TEXTS)[number] | 'printed_at' | 'expires_on'>;

export async function updateDraft(tx: Tx, id: number, changes: Reprint): Promise<void> {
  await tx.update(printedContracts).set(changes).where(eq(printedContracts.id, id));
}

export async function listPrintedRows(
  db: Db,
  user_id: number,
  today: PlainDate,
  id?: number,
): Promise<PrintedRow[]> {
  return db
    .select(getTableColumns(printedContracts))
    .from(printedContracts)
    .innerJoin(students, eq(students.id, printedContracts.student_id))
    .where(
      and(
        eq(printedContracts.user_id, user_id),
        gte(printedContracts.expires_on, today),
        isNull(printedContracts.order_id),
        isNull(students.deleted_at),
        id === undefined ? undefined : eq(printedContracts.id, id),
      ),
    )
    .orderBy(desc(printedContracts.printed_at), desc(printedContracts.id));
}

export async function deletePrintedRow(tx: Db, user_id: number, id: number): Promise<boolean> {
  const deleted = await tx
    .delete(printedContracts)
    .where(
      and(
        eq(printedContracts.user_id, user_id),
        eq(printedContracts.id, id),
        isNull(printedContracts.order_id),
      ),
    )
    .returning({ id: printedContracts.id });
  return deleted.length > 0;
}

const isPutAside = and(isNotNull(printedContracts.put_aside_at), isNull(printedContracts.order_id));

/** A code that expires is remembered by its digest, with the day of the printing (OF4.1). */
export async function deleteOutdated(tx: Db, today: PlainDate, time_zone: string): Promise<void> {
  const gone = tx.select({ id: students.id }).from(students).where(isNotNull(students.deleted_at));
  const isOver = and(lt(printedContracts.expires_on, today), not(isPutAside!));
  await tx.execute(sql`insert into ${expiredCodes} (code_hash, printed_on, contract_number)
    select sha256(convert_to(${printedContracts.code}, 'UTF8')),
      (${printedContracts.printed_at} at time zone ${time_zone})::date, ${contracts.contract_number}
    from ${printedContracts} left join ${contracts} on ${contracts.order_id} = ${printedContracts.order_id}
    where ${isOver} on conflict do nothing`);
  await tx.delete(printedContracts).where(or(isOver, inArray(printedContracts.student_id, gone)));
}

export async function findDraftByCode(db: Db, code: string): Promise<PrintedRow | undefined> {
  return (await db.select().from(printedContracts).where(eq(printedContracts.code, code)))[0];
}

/** After the lock of the family: staff make an order of a draft once (OF4.4). */
export async function lockDraft(tx: Tx, id: number): Promise<PrintedRow | undefined> {
  return (await tx.select().from(printedContracts).where(eq(printedContracts.id, id)).for('update'))[0];
}

export async function findExpiredCode(db: Db, code_hash: Buffer) {
  return (await db.select().from(expiredCodes).where(eq(expiredCodes.code_hash, code_hash)))[0];
}

export async function changeDraft(
  tx: Tx,
  id: number,
  changes: Partial<Pick<PrintedRow, OfOffice>>,
): Promise<void> {
  await tx.update(printedContracts).set(changes).where(eq(printedContracts.id, id));
}

export async function countPutAside(db: Db): Promise<number> {
  return db.$count(printedContracts, isPutAside);
}

const stateOf = sql<'printed' | 'put_aside'>`case when ${printedContracts.put_aside_at} is null
  then 'printed' else 'put_aside' end`;

type PaperFilters = OrderFilters & {
  states?: readonly string[] | undefined;
  printed?: InstantSpan | undefined;
};

/** By the clock: the job may not have deleted an expired one yet. */
export const listedPapers = (today: PlainDate, { words, group_ids, ...asked }: PaperFilters): Listed => ({
  table: printedContracts,
  id: printedContracts.id,
  where: [
    isNull(printedContracts.order_id),
    or(isNotNull(printedContracts.put_aside_at), gte(printedContracts.expires_on, today)),
    isAmong(stateOf, asked.states),
    isBetween(printedContracts.printed_at, asked.printed),
    isRouteOf(printedContracts.route_id, group_ids),
    ...arePeople(printedContracts, words),
  ],
});

export const PAPER_SORTS: Record<'newest' | 'aside', ListedSort> = {
  newest: { by: [printedContracts.printed_at, printedContracts.id], descends: true },
  aside: { by: [sql`coalesce(${printedContracts.put_aside_at}, 'infinity')`, printedContracts.id] },
};

/** The printed contracts of a page with their families, in no order. */
export const listPaperDetails = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: printedContracts.id,
      draft: printedContracts,
      state: stateOf,
      family: pick(users, ['id', 'first_name', 'last_name']),
      student: pick(students, ['first_name', 'last_name']),
    })
    .from(printedContracts)
    .innerJoin(users, eq(users.id, printedContracts.user_id))
    .innerJoin(students, eq(students.id, printedContracts.student_id))
    .where(isAnyOf(printedContracts.id, ids));

export const paperWork = workRows(
  {
    subject: printedContracts.id,
    since: printedContracts.put_aside_at,
    user_id: printedContracts.user_id,
    student_id: printedContracts.student_id,
    route_id: printedContracts.route_id,
  },
  sql`${printedContracts} where ${isPutAside}`,
);
