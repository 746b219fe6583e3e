import type { Db } from '#platform/db/database.ts';
import type { Payment, Transaction } from '#modules/billing/billing.contract.ts';
import { moneyRows } from './money-of-orders.queries.ts';
import { orderSums, type OrderSums } from './order-totals.ts';
import { paymentOnTheWire, transactionOnTheWire } from './money-response.ts';

export type MoneyOfOrder = {
  transactions: Transaction[];
  /** cancelled rows are left out */
  payments: Payment[];
  invoices: { id: number; description: string; created_at: string }[];
  sums: OrderSums;
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
  const all = await moneyRows(tx, order_ids);
  const methods = new Map(all.methods.map((method) => [method.id, method]));
  const linesByOrder = Map.groupBy(all.lines, (line) => line.orderId);
  const rowsByOrder = Map.groupBy(all.rows, (row) => row.orderId);
  const billsByOrder = Map.groupBy(all.bills, (bill) => bill.orderId);
  const ofOrder = (id: number): MoneyOfOrder => {
    const lines = linesByOrder.get(id) ?? [];
    const rows = (rowsByOrder.get(id) ?? []).map((row) => ({
      ...row,
      isPaid: row.paidAt !== null,
      isCancelled: row.status === 'cancelled',
    }));
    return {
      transactions: lines.map((line) => transactionOnTheWire(line, methods)),
      payments: rows.filter((row) => !row.isCancelled).map((row) => paymentOnTheWire(row, lines, reader)),
      invoices: (billsByOrder.get(id) ?? []).map((bill) => ({
        id: bill.id,
        description: bill.description,
        created_at: bill.createdAt.toISOString(),
      })),
      sums: orderSums(rows, lines),
    };
  };
  return new Map(order_ids.map((id) => [id, ofOrder(id)]));
}
