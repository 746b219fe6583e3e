import { asc, getTableColumns, sql } from 'drizzle-orm';
import { invoices, transactions } from '#db/tables/billing/ledger.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { lineText } from './ledger.queries.ts';
import { methodFacts } from './method-facts.queries.ts';

export type TransactionRow = typeof transactions.$inferSelect;
export type InvoiceRow = typeof invoices.$inferSelect;
const inWords = { ...getTableColumns(transactions), description: lineText };
type OfOrders = { order_ids: number[] };

const linesOf = prepared((db, { order_ids }: Slots<OfOrders>) =>
  db
    .select({ transaction: inWords, method: methodFacts(transactions.payment_method_id) })
    .from(transactions)
    .where(isAnyOf(transactions.order_id, order_ids))
    .orderBy(asc(transactions.id)),
);

const paymentsOf = prepared((db, { order_ids }: Slots<OfOrders>) =>
  db
    .select()
    .from(payments)
    .where(isAnyOf(payments.order_id, order_ids))
    .orderBy(asc(payments.order_id), asc(payments.payment_number)),
);

const invoicesOf = prepared((db, { order_ids }: Slots<OfOrders>) =>
  db
    .select({
      ...getTableColumns(invoices),
      // Not joined: PostgreSQL would read all attempts where it knows little of a young table.
      is_stopped: sql<boolean>`coalesce((select ${chargeAttempts.state} = 'returned'
        and ${chargeAttempts.code} = 'company_limit' from ${chargeAttempts}
        where ${chargeAttempts.id} = ${invoices.charge_attempt_id}), false)`,
    })
    .from(invoices)
    .where(isAnyOf(invoices.order_id, order_ids))
    .orderBy(asc(invoices.id)),
);

export async function listMoneyOfOrders(db: Db, order_ids: number[]) {
  const [lines, paymentRows, invoiceRows] = await onOneConnection(db, (one) =>
    atOnce([linesOf(one, { order_ids }), paymentsOf(one, { order_ids }), invoicesOf(one, { order_ids })]),
  );
  return {
    transactionRows: lines.map(({ transaction }) => transaction),
    methods: new Map(lines.flatMap(({ method }) => (method ? [[method.id, method] as const] : []))),
    paymentRows,
    invoiceRows,
  };
}
