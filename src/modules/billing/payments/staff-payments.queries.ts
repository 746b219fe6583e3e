import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { transactions } from '#db/tables/billing/ledger.ts';
import { contracts, orders, type OrderStatus } from '#db/tables/orders.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PaymentRow } from './attempts.queries.ts';
import { chargedOrderColumns, type ChargedOrder } from './collection.queries.ts';

export type PaymentPlace = { order_id: number; payment_id: number };

export type StaffPaymentRow = { order: ChargedOrder & { status: OrderStatus }; payment: PaymentRow };

const columns = {
  order: {
    ...chargedOrderColumns,
    status: orders.status,
  },
  payment: payments,
};

// Nobody edits an order never activated (M4).
const at = ({ order_id, payment_id }: PaymentPlace) =>
  and(eq(orders.id, order_id), eq(payments.id, payment_id), isNotNull(orders.activated_at));

export async function lockPayment(tx: Tx, place: PaymentPlace): Promise<StaffPaymentRow | undefined> {
  const [row] = await tx
    .select(columns)
    .from(orders)
    .innerJoin(payments, eq(payments.order_id, orders.id))
    .where(at(place))
    .for('update', { of: [orders, payments] });
  return row;
}

export async function findStaffPayment(db: Db, place: PaymentPlace) {
  const [row] = await db
    .select({ ...columns, contract_number: contracts.contract_number })
    .from(orders)
    .innerJoin(payments, eq(payments.order_id, orders.id))
    .leftJoin(contracts, eq(contracts.order_id, orders.id))
    .where(at(place));
  return row;
}

/** Searched by order, because no index covers the payment. */
export async function transactionsOfPayment(db: Db, payment_id: number) {
  const order_id = db.select({ id: payments.order_id }).from(payments).where(eq(payments.id, payment_id));
  return db
    .select()
    .from(transactions)
    .where(and(eq(transactions.order_id, sql`(${order_id})`), eq(transactions.payment_id, payment_id)))
    .orderBy(asc(transactions.id));
}
