import { and, asc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { options } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { invoices, keptReceipts, transactions } from '#db/tables/billing/ledger.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { readContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { lineText } from './ledger.queries.ts';
import type { ReceiptEdition } from './receipt.states.ts';

export type InvoiceWanted = { invoice_id: number } | { charge_attempt_id: number };
type Wanted = { invoice_id?: number; charge_attempt_id?: number };

const isWanted = ({ invoice_id, charge_attempt_id }: Slots<Wanted>) =>
  invoice_id ? eq(invoices.id, invoice_id) : eq(invoices.charge_attempt_id, charge_attempt_id!);

const wantedInvoice = prepared((db, wanted: Slots<Wanted>) =>
  db
    .select({
      id: invoices.id,
      created_at: invoices.created_at,
      order_id: orders.id,
      ended_at: orders.ended_at,
      user_id: orders.user_id,
      student_id: orders.student_id,
      contract_number: contracts.contract_number,
      snapshot: contracts.snapshot,
      attemptState: chargeAttempts.state,
      attemptCode: chargeAttempts.code,
      isCheckout: sql<boolean>`${invoices.id} is not distinct from (
        select ${transactions.user_accounting_invoice_id} from ${transactions}
        where ${transactions.order_id} = ${orders.id} and ${transactions.is_success}
        order by ${transactions.id} limit 1)`,
      is_owed_by_nobody: sql<boolean>`exists (select from ${transactions}
        join ${payments} on ${payments.id} = ${transactions.payment_id}
        where ${transactions.order_id} = ${orders.id}
        and ${transactions.user_accounting_invoice_id} = ${invoices.id}
        and ${payments.status} = 'cancelled')`,
      kept_editions: sql<ReceiptEdition[]>`array(select ${keptReceipts.edition} from ${keptReceipts}
        where ${keptReceipts.invoice_id} = ${invoices.id})`,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.order_id))
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .leftJoin(chargeAttempts, eq(chargeAttempts.id, invoices.charge_attempt_id))
    .where(and(isWanted(wanted), isNotNull(orders.activated_at), isNull(contracts.erased_at))),
);

// Lines are found by order, because no index is by invoice; by subqueries, for a single read of each.
const linesOf = prepared((db, wanted: Slots<Wanted>) => {
  const of = (column: PgColumn) => sql`(${db.select({ is: column }).from(invoices).where(isWanted(wanted))})`;
  return db
    .select({
      line: { ...getTableColumns(transactions), description: lineText },
      paymentType: options.key,
      method: { brand: paymentMethods.brand, last_4: paymentMethods.last_4 },
    })
    .from(transactions)
    .innerJoin(options, eq(options.id, transactions.payment_type_id))
    .leftJoin(paymentMethods, eq(paymentMethods.id, transactions.payment_method_id))
    .where(
      and(
        eq(transactions.order_id, of(invoices.order_id)),
        eq(transactions.user_accounting_invoice_id, of(invoices.id)),
        eq(transactions.is_success, true),
      ),
    )
    .orderBy(asc(transactions.id));
});

/** @returns undefined if the order was never confirmed or the retention is over (H11) */
export async function findInvoice(db: Db, wanted: InvoiceWanted) {
  const [[row], lines] = await onOneConnection(db, (one) =>
    atOnce([wantedInvoice(one, wanted), linesOf(one, wanted)]),
  );
  return (
    row && {
      ...row,
      snapshot: readContractSnapshot(row.snapshot),
      lines: lines.map(({ line, ...rest }) => ({ ...line, ...rest })),
    }
  );
}
