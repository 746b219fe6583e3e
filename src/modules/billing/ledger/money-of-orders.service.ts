import { type Reader } from '#kit/endpoint/right.ts';
import type { Db } from '#platform/db/database.ts';
import type { Invoice, Payment, Transaction } from '#modules/billing/billing.contract.ts';
import type { MethodFacts } from './method-facts.queries.ts';
import { listMoneyOfOrders } from './money-of-orders.queries.ts';
import { orderTotals, type OrderTotals } from './order-totals.ts';
import {
  toPaymentResponse,
  toTransactionResponse,
  type PaymentRecord,
  type TransactionRecord,
} from './money-response.ts';

export type MoneyOfOrder = {
  transactions: Transaction[];
  payments: Payment[];
  invoices: Invoice[];
  sums: OrderTotals;
};

export type InvoiceRecord = { id: number; description: string; created_at: Date; is_stopped: boolean };

export type MoneyRows = {
  transactionRows: readonly TransactionRecord[];
  paymentRows: readonly PaymentRecord[];
  invoiceRows: readonly InvoiceRecord[];
  methods: ReadonlyMap<number, MethodFacts>;
};

/** @param reader  only staff see references and notes (M2) */
export function moneyOfOrder(rows: MoneyRows, reader: Reader): MoneyOfOrder {
  const { transactionRows, methods } = rows;
  const paymentRows = rows.paymentRows.map((payment) => ({
    ...payment,
    isPaid: payment.paid_at !== null,
    isCanceled: payment.status === 'cancelled',
  }));
  const canceled = new Set<number | null>(
    paymentRows.filter((payment) => payment.isCanceled).map(({ id }) => id),
  );
  return {
    transactions: transactionRows.map((transaction) => toTransactionResponse(transaction, methods)),
    payments: paymentRows
      .filter((payment) => !payment.isCanceled)
      .map((payment) => toPaymentResponse(payment, transactionRows, reader)),
    invoices: rows.invoiceRows.map((invoice) => ({
      id: invoice.id,
      description: invoice.description,
      created_at: invoice.created_at.toISOString(),
      is_stopped: invoice.is_stopped,
      is_owed_by_nobody: transactionRows.some(
        ({ user_accounting_invoice_id, payment_id }) =>
          user_accounting_invoice_id === invoice.id && canceled.has(payment_id),
      ),
    })),
    sums: orderTotals(paymentRows, transactionRows),
  };
}

/** Each requested id has an entry. @param reader  only staff see references and notes */
export async function moneyOfOrders(
  tx: Db,
  order_ids: number[],
  reader: Reader,
): Promise<Map<number, MoneyOfOrder>> {
  if (order_ids.length === 0) return new Map();
  const all = await listMoneyOfOrders(tx, order_ids);
  const transactionsByOrder = Map.groupBy(all.transactionRows, (transaction) => transaction.order_id);
  const paymentsByOrder = Map.groupBy(all.paymentRows, (payment) => payment.order_id);
  const invoicesByOrder = Map.groupBy(all.invoiceRows, (invoice) => invoice.order_id);
  const ofOrder = (id: number): MoneyOfOrder =>
    moneyOfOrder(
      {
        transactionRows: transactionsByOrder.get(id) ?? [],
        paymentRows: paymentsByOrder.get(id) ?? [],
        invoiceRows: invoicesByOrder.get(id) ?? [],
        methods: all.methods,
      },
      reader,
    );
  return new Map(order_ids.map((id) => [id, ofOrder(id)]));
}
