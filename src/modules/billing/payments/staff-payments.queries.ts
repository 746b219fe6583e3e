import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { transactions } from '#db/tables/billing/ledger.ts';
import { contracts, orders, type OrderStatus } from '#db/tables/orders/orders.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
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

/** The payment of which a check has paid this part (MC12). */
export async function findWholeOf(db: Db, part: Pick<PaymentRow, 'order_id' | 'part_of'>) {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.order_id, part.order_id), eq(payments.payment_number, part.part_of!)));
  return row;
}

/** @param ids  of the payments that one check has paid, the first one first (MC12) */
export async function joinByCheck(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .update(payments)
    .set({ check_payment_id: ids[0]! })
    .where(inArray(payments.id, [...ids]));
}

const ofFamily = {
  payment: payments,
  contract_number: contracts.contract_number,
  student: sql<string | null>`${contracts.snapshot} #>> '{student,first_name}'`,
};

/** What else a family owes for all its children, what is due first coming first (MC12). */
export async function listOwedBeside(
  db: Db,
  { user_id, payment_id }: { user_id: number; payment_id: number },
) {
  const held = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.user_id, user_id), eq(orders.status, 'active')));
  return db
    .select(ofFamily)
    .from(payments)
    .leftJoin(contracts, eq(contracts.order_id, payments.order_id))
    .where(
      and(
        isAnyOf(
          payments.order_id,
          held.map(({ id }) => id),
        ),
        inArray(payments.status, [...UNPAID]),
        ne(payments.id, payment_id),
      ),
    )
    .orderBy(asc(payments.pay_on), asc(payments.id));
}

/** What the check of a payment has paid too, in the order of the locks (MC12). */
export async function listOfSameCheck(
  db: Db,
  { id, check_payment_id }: Pick<PaymentRow, 'id' | 'check_payment_id'>,
) {
  if (check_payment_id === null) return [];
  return db
    .select(ofFamily)
    .from(payments)
    .leftJoin(contracts, eq(contracts.order_id, payments.order_id))
    .where(and(eq(payments.check_payment_id, check_payment_id), ne(payments.id, id)))
    .orderBy(asc(payments.order_id), asc(payments.id));
}
