import { asc, inArray } from 'drizzle-orm';
import { invoices, transactions } from '#db/tables/ledger.ts';
import { paymentMethods, payments } from '#db/tables/billing.ts';
import type { Db } from '#platform/db/database.ts';

export type TransactionRow = typeof transactions.$inferSelect;
export type InvoiceRow = typeof invoices.$inferSelect;
export type MethodFacts = {
  id: number;
  name: string;
  last4: string;
  expMonth: number | null;
  expYear: number | null;
};

/** Everything about the money of some orders, each list in the order of its ids. */
export async function listMoneyOfOrders(db: Db, order_ids: number[]) {
  const [transactionRows, paymentRows, invoiceRows] = await Promise.all([
    db
      .select()
      .from(transactions)
      .where(inArray(transactions.orderId, order_ids))
      .orderBy(asc(transactions.id)),
    db
      .select()
      .from(payments)
      .where(inArray(payments.orderId, order_ids))
      .orderBy(asc(payments.orderId), asc(payments.paymentNumber)),
    db.select().from(invoices).where(inArray(invoices.orderId, order_ids)).orderBy(asc(invoices.id)),
  ]);
  const methodIds = [...new Set(transactionRows.flatMap((transaction) => transaction.paymentMethodId ?? []))];
  const { id, name, last4, expMonth, expYear } = paymentMethods;
  const methods: MethodFacts[] =
    methodIds.length === 0
      ? []
      : await db
          .select({ id, name, last4, expMonth, expYear })
          .from(paymentMethods)
          .where(inArray(paymentMethods.id, methodIds));
  return { transactionRows, paymentRows, invoiceRows, methods };
}
