import { asc, eq, inArray } from 'drizzle-orm';
import { invoices, transactions } from '#db/tables/ledger.ts';
import { paymentMethods, payments } from '#db/tables/billing.ts';
import type { Db } from '#platform/db/database.ts';

export type TransactionRow = typeof transactions.$inferSelect;
export type InvoiceRow = typeof invoices.$inferSelect;
export type MethodFacts = {
  id: number;
  name: string;
  brand: string;
  last_4: string;
  exp_month: number | null;
  exp_year: number | null;
};

/** Everything about the money of some orders, each list in the order of its ids. */
export async function listMoneyOfOrders(db: Db, order_ids: number[]) {
  const { id, name, brand, last_4, exp_month, exp_year } = paymentMethods;
  const lines = await db
    .select({ transaction: transactions, method: { id, name, brand, last_4, exp_month, exp_year } })
    .from(transactions)
    .leftJoin(paymentMethods, eq(paymentMethods.id, transactions.payment_method_id))
    .where(inArray(transactions.order_id, order_ids))
    .orderBy(asc(transactions.id));
  const paymentRows = await db
    .select()
    .from(payments)
    .where(inArray(payments.order_id, order_ids))
    .orderBy(asc(payments.order_id), asc(payments.payment_number));
  const invoiceRows = await db
    .select()
    .from(invoices)
    .where(inArray(invoices.order_id, order_ids))
    .orderBy(asc(invoices.id));
  return {
    transactionRows: lines.map(({ transaction }) => transaction),
    methods: new Map(lines.flatMap(({ method }) => (method ? [[method.id, method] as const] : []))),
    paymentRows,
    invoiceRows,
  };
}
