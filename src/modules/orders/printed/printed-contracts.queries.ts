import { and, asc, desc, eq, getTableColumns, gte, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { printedContracts } from '#db/tables/orders/printed-contracts.ts';
import { students } from '#db/tables/students.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { drawId, sealedRows } from '#platform/db/sealed-rows.ts';

export type PrintedRow = typeof printedContracts.$inferSelect;

/** H14 */
export const DRAFT_TEXTS = ['selection', 'facts'] as const;

export const draftTextRows = sealedRows(printedContracts, DRAFT_TEXTS);

export const drawDraftId = (tx: Tx) => drawId(tx, 'printed_contracts');

export async function listDraftsOf(tx: Tx, user_id: number): Promise<PrintedRow[]> {
  return tx
    .select()
    .from(printedContracts)
    .where(eq(printedContracts.user_id, user_id))
    .orderBy(asc(printedContracts.id));
}

export async function insertDraft(tx: Tx, row: PrintedRow): Promise<void> {
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
        isNull(students.deleted_at),
        id === undefined ? undefined : eq(printedContracts.id, id),
      ),
    )
    .orderBy(desc(printedContracts.printed_at), desc(printedContracts.id));
}

export async function deletePrintedRow(tx: Db, user_id: number, id: number): Promise<boolean> {
  const deleted = await tx
    .delete(printedContracts)
    .where(and(eq(printedContracts.user_id, user_id), eq(printedContracts.id, id)))
    .returning({ id: printedContracts.id });
  return deleted.length > 0;
}

export async function deleteOutdated(tx: Db, today: PlainDate): Promise<void> {
  const gone = tx.select({ id: students.id }).from(students).where(isNotNull(students.deleted_at));
  await tx
    .delete(printedContracts)
    .where(or(lt(printedContracts.expires_on, today), inArray(printedContracts.student_id, gone)));
}
