import { and, desc, eq, getTableColumns, gte, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { printedContracts } from '#db/tables/printed-contracts.ts';
import { students } from '#db/tables/students.ts';
import { invariant } from '#kit/invariant.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { PrintedContractFacts } from '#modules/documents/printed-contract.ts';
import type { Db, Tx } from '#platform/db/database.ts';

type Row = Omit<typeof printedContracts.$inferSelect, 'facts'> & { facts: PrintedContractFacts };
export type PrintedRow = Pick<Row, 'id' | 'code' | 'facts' | 'expires_on'>;

const readRow = ({ facts, ...row }: typeof printedContracts.$inferSelect): Row => ({
  ...row,
  facts: facts as PrintedContractFacts,
});

type NewRow = Omit<typeof printedContracts.$inferInsert, 'id' | 'facts'> & { facts: PrintedContractFacts };

/** Writes what was printed; the same selection of a family keeps its row and its code. */
export async function savePrintedContract(tx: Tx, row: NewRow): Promise<PrintedRow> {
  const { facts, printed_at, expires_on } = row;
  const [saved] = await tx
    .insert(printedContracts)
    .values(row)
    .onConflictDoUpdate({
      target: [printedContracts.user_id, printedContracts.selection_hash],
      set: { facts, printed_at, expires_on },
    })
    .returning();
  invariant(saved, 'an upsert returns its row');
  return readRow(saved);
}

/** The rows of a family that it may still read, newest first; none of a student who was deleted. */
export async function listPrintedRows(
  db: Db,
  user_id: number,
  today: PlainDate,
  id?: number,
): Promise<PrintedRow[]> {
  const rows = await db
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
  return rows.map(readRow);
}

/** @returns whether the family had it */
export async function deletePrintedRow(tx: Db, user_id: number, id: number): Promise<boolean> {
  const deleted = await tx
    .delete(printedContracts)
    .where(and(eq(printedContracts.user_id, user_id), eq(printedContracts.id, id)))
    .returning({ id: printedContracts.id });
  return deleted.length > 0;
}

/** Deletes what has expired, and what belongs to students who were deleted. */
export async function deleteOutdated(tx: Db, today: PlainDate): Promise<void> {
  const gone = tx.select({ id: students.id }).from(students).where(isNotNull(students.deleted_at));
  await tx
    .delete(printedContracts)
    .where(or(lt(printedContracts.expires_on, today), inArray(printedContracts.student_id, gone)));
}
