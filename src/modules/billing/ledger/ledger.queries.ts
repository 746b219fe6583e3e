import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { options } from '#db/tables/accounts/accounts.ts';
import { invoices, journal, postings, transactions, transactionWords } from '#db/tables/billing/ledger.ts';
import { invariant } from '#kit/invariant.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import type { PaymentTypeKey } from '#modules/billing/billing.contract.ts';
import type { Booking, Posting } from './postings.ts';

/** @returns false if the event exists already; then nothing is added (I12) */
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

/** In a single statement: a night has thousands of fees. Existing events are left out (I12). */
export async function journalAllOnce(tx: Tx, entries: readonly Booking[]): Promise<void> {
  const rows = entries.map(({ sides, ...entry }) => ({ ...entry, at: entry.at.toISOString(), sides }));
  await tx.execute(sql`
    with entry as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)})
        as entry (kind text, ref text, at timestamptz, sides jsonb)
    ), written as (
      insert into ${journal} (kind, ref, at) select kind, ref, at from entry order by at, ref, kind
      on conflict do nothing returning id, kind, ref
    )
    insert into ${postings} (journal_id, account, amount_cents)
    select written.id, side.account, side.amount_cents
    from written join entry on entry.kind = written.kind and entry.ref = written.ref,
      jsonb_to_recordset(entry.sides) as side (account text, amount_cents bigint)`);
}

type LineOfCharge = Pick<NewTransaction, 'description' | 'description_detail' | 'value_cents'>;

export type ChargeRecord = {
  ref: string;
  at: Date;
  sides: Posting[];
  invoice_description: string;
  lines: LineOfCharge[];
} & Required<
  Pick<
    NewTransaction,
    'order_id' | 'payment_id' | 'charge_attempt_id' | 'payment_type_id' | 'payment_method_id'
  >
>;

type StoredCharge = Omit<ChargeRecord, 'at' | 'sides' | 'lines'> & Record<'at' | 'sides' | 'lines', string>;

const insertAll = prepared((db, charge: Slots<StoredCharge>) => {
  const { order_id, payment_id, charge_attempt_id, payment_type_id, payment_method_id, at } = charge;
  return db.execute(sql`
    with event as (
      insert into ${journal} (kind, ref, order_id, at)
      values ('charge', ${charge.ref}, ${order_id}, ${at}) returning id
    ), sides as (
      insert into ${postings} (journal_id, account, amount_cents)
      select event.id, side.account, side.amount_cents from event,
        jsonb_to_recordset(${charge.sides}) as side (account text, amount_cents bigint)
    ), bill as (
      insert into ${invoices} (order_id, charge_attempt_id, description, created_at)
      select ${order_id}::bigint, ${charge_attempt_id}::bigint, ${charge.invoice_description},
        ${at}::timestamptz from event returning id
    )
    insert into ${transactions} (order_id, payment_id, charge_attempt_id, user_accounting_invoice_id,
      payment_type_id, payment_method_id, is_success, created_at,
      description, description_detail, value_cents)
    select ${order_id}::bigint, ${payment_id}::bigint, ${charge_attempt_id}::bigint, bill.id,
      ${payment_type_id}::bigint, ${payment_method_id}::bigint, true, ${at}::timestamptz, line.description,
      line.description_detail, line.value_cents
    from bill, jsonb_to_recordset(${charge.lines})
      as line (nr integer, description text, description_detail text, value_cents bigint)
    order by line.nr`);
});

/** A single statement for speed. @throws the database's error for a charge written before (I12) */
export async function insertCharge(tx: Tx, charge: ChargeRecord): Promise<void> {
  await insertAll(tx, {
    ...charge,
    at: charge.at.toISOString(),
    sides: JSON.stringify(charge.sides),
    lines: JSON.stringify(charge.lines.map((line, nr) => ({ nr, ...line }))),
  });
}

export type TransactionRow = typeof transactions.$inferSelect;

/** A line of the ledger; `in_words` is the line with the words of staff, where there are some (MH11). */
export type LineText = { description: string; in_words?: string };

/** The same change to a line with and without the words of staff. */
export const saidOfLine = (
  { description, in_words }: LineText,
  say: (line: { text: string }) => string,
): LineText => ({
  description: say({ text: description }),
  ...(in_words !== undefined && { in_words: say({ text: in_words }) }),
});

export type NewTransaction = typeof transactions.$inferInsert & LineText;

export async function insertTransactions(tx: Tx, lines: NewTransaction[]): Promise<void> {
  // A single statement assigns ids in the order of the values (M4).
  const rows = await tx.insert(transactions).values(lines).returning({ id: transactions.id });
  const words = lines.flatMap(({ in_words }, nr) =>
    in_words === undefined ? [] : [{ transaction_id: rows[nr]!.id, line: in_words }],
  );
  if (words.length > 0) await tx.insert(transactionWords).values(words);
}

/** A line as people read it: with the words of staff until they are erased (MH11). */
export const lineText = sql<string>`coalesce((select nullif(${transactionWords.line}, '')
  from ${transactionWords} where ${transactionWords.transaction_id} = ${transactions.id}),
  ${transactions.description})`;

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

/** The last principal taken for a payment, by whichever way; searched by order, for want of another index. */
export async function findLastTaken(db: Db, payment: { id: number; order_id: number }) {
  const [last] = await db
    .select({ line: transactions, text: lineText, paymentType: options.key })
    .from(transactions)
    .innerJoin(options, eq(options.id, transactions.payment_type_id))
    .where(
      and(
        eq(transactions.order_id, payment.order_id),
        eq(transactions.payment_id, payment.id),
        eq(transactions.is_success, true),
        eq(transactions.is_credit, false),
        eq(transactions.is_adjustment, false),
        isNull(transactions.description_detail),
      ),
    )
    .orderBy(desc(transactions.id))
    .limit(1);
  return last;
}

export async function isJournaled(db: Db, { kind, ref }: { kind: string; ref: string }): Promise<boolean> {
  const found = await db
    .select({ id: journal.id })
    .from(journal)
    .where(and(eq(journal.kind, kind), eq(journal.ref, ref)));
  return found.length > 0;
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
