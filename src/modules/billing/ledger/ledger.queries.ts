import { and, eq } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import { invoices, journal, postings, transactions } from '#db/tables/ledger.ts';
import { invariant } from '#kit/invariant.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PaymentTypeKey } from '#modules/billing/billing.contract.ts';
import type { Posting } from './postings.ts';

/**
 * Writes one event of the ledger.
 * @returns false when it has been written before; then nothing was added (I12)
 */
export async function journalOnce(
  tx: Tx,
  event: { kind: string; ref: string; order_id: number; at: Date },
  sides: Posting[],
): Promise<boolean> {
  const [row] = await tx.insert(journal).values(event).onConflictDoNothing().returning({ id: journal.id });
  if (!row) return false;
  await tx.insert(postings).values(sides.map((side) => ({ journal_id: row.id, ...side })));
  return true;
}

export type NewTransaction = typeof transactions.$inferInsert;

export async function insertTransactions(tx: Tx, lines: NewTransaction[]): Promise<void> {
  // One statement a line would do too; in one, the ids still follow the order of the values (M4).
  await tx.insert(transactions).values(lines);
}

export async function transactionsOfAttempt(tx: Tx, attempt_id: number) {
  return tx
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.charge_attempt_id, attempt_id),
        eq(transactions.is_success, true),
        eq(transactions.is_credit, false),
      ),
    )
    .orderBy(transactions.id);
}

export async function insertInvoice(tx: Tx, invoice: typeof invoices.$inferInsert): Promise<number> {
  const [row] = await tx.insert(invoices).values(invoice).returning({ id: invoices.id });
  return row!.id;
}

export async function paymentTypeId(db: Db, key: PaymentTypeKey): Promise<number> {
  const [row] = await db.select({ id: options.id }).from(options).where(eq(options.key, key));
  invariant(row, `no option ${key}`);
  return row.id;
}
