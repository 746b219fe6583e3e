import type { Db } from '#platform/db/database.ts';
import type { Payment, Transaction } from '#modules/billing/billing.contract.ts';
import { listMoneyOfOrders } from './money-of-orders.queries.ts';
import { orderTotals, type OrderTotals } from './order-totals.ts';
import { toPaymentResponse, toTransactionResponse } from './money-response.ts';

export type MoneyOfOrder = {
  transactions: Transaction[];
  /** cancelled rows are left out */
  payments: Payment[];
  invoices: { id: number; description: string; created_at: string }[];
  sums: OrderTotals;
};

/**
 * The money of some orders in the shapes of the wire, with the sums of M2, by order id; every id asked for
 * has an entry.
 * @param reader  only staff see references and notes
 */
export async function moneyOfOrders(
  tx: Db,
  order_ids: number[],
  reader: { is_staff: boolean },
): Promise<Map<number, MoneyOfOrder>> {
  if (order_ids.length === 0) return new Map();
  const all = await listMoneyOfOrders(tx, order_ids);
  const transactionsByOrder = Map.groupBy(all.transactionRows, (transaction) => transaction.order_id);
  const paymentsByOrder = Map.groupBy(all.paymentRows, (payment) => payment.order_id);
  const invoicesByOrder = Map.groupBy(all.invoiceRows, (invoice) => invoice.order_id);
  const ofOrder = (id: number): MoneyOfOrder => {
    const transactionRows = transactionsByOrder.get(id) ?? [];
    const paymentRows = (paymentsByOrder.get(id) ?? []).map((payment) => ({
      ...payment,
      isPaid: payment.paid_at !== null,
      isCanceled: payment.status === 'cancelled',
    }));
    return {
      transactions: transactionRows.map((transaction) => toTransactionResponse(transaction, all.methods)),
      payments: paymentRows
        .filter((payment) => !payment.isCanceled)
        .map((payment) => toPaymentResponse(payment, transactionRows, reader)),
      invoices: (invoicesByOrder.get(id) ?? []).map((invoice) => ({
        id: invoice.id,
        description: invoice.description,
        created_at: invoice.created_at.toISOString(),
      })),
      sums: orderTotals(paymentRows, transactionRows),
    };
  };
  return new Map(order_ids.map((id) => [id, ofOrder(id)]));
}
