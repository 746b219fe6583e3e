import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import { chargeAttempts, paymentMethods } from '#db/tables/billing.ts';
import { invoices, transactions } from '#db/tables/ledger.ts';
import { contracts, orders } from '#db/tables/orders.ts';
import { readContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import type { Db } from '#platform/db/database.ts';

/** An invoice with its order; undefined when its order never came about, or its years are over (H11). */
export async function findInvoice(db: Db, invoiceId: number) {
  const [row] = await db
    .select({
      id: invoices.id,
      created_at: invoices.created_at,
      order_id: orders.id,
      user_id: orders.user_id,
      student_id: orders.student_id,
      contract_number: contracts.contract_number,
      snapshot: contracts.snapshot,
      attemptState: chargeAttempts.state,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.order_id))
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .leftJoin(chargeAttempts, eq(chargeAttempts.id, invoices.charge_attempt_id))
    .where(and(eq(invoices.id, invoiceId), isNotNull(orders.activated_at), isNull(contracts.erased_at)));
  if (!row) return undefined;
  const [first] = await db
    .select({ id: transactions.user_accounting_invoice_id })
    .from(transactions)
    .where(and(eq(transactions.order_id, row.order_id), eq(transactions.is_success, true)))
    .orderBy(asc(transactions.id))
    .limit(1);
  return { ...row, snapshot: readContractSnapshot(row.snapshot), isCheckout: first?.id === row.id };
}

/** The lines that an invoice has had, those of a return included, in the order in which they were written. */
export async function transactionsOfInvoice(db: Db, invoiceId: number) {
  const rows = await db
    .select({
      line: transactions,
      paymentType: options.key,
      method: { brand: paymentMethods.brand, last_4: paymentMethods.last_4 },
    })
    .from(transactions)
    .innerJoin(options, eq(options.id, transactions.payment_type_id))
    .leftJoin(paymentMethods, eq(paymentMethods.id, transactions.payment_method_id))
    .where(and(eq(transactions.user_accounting_invoice_id, invoiceId), eq(transactions.is_success, true)))
    .orderBy(asc(transactions.id));
  return rows.map(({ line, ...rest }) => ({ ...line, ...rest }));
}
