import { and, eq, inArray, not, sql } from 'drizzle-orm';
import { erasedValues, type Moment } from '#db/tables/erasure.ts';
import { payments, paymentsErasure } from '#db/tables/billing/billing.ts';
import {
  mandates,
  paymentMethods,
  mandatesErasure,
  paymentMethodsErasure,
} from '#db/tables/billing/payment-methods.ts';
import { transactions, transactionWords, transactionWordsErasure } from '#db/tables/billing/ledger.ts';
import {
  reconciliationDifferences,
  reconciliationDifferencesErasure,
} from '#db/tables/billing/reconciliation.ts';
import { orderRefunds, orderRefundsErasure } from '#db/tables/billing/refunds.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/database.ts';

// A method named by a charge, a line or an order stays as a row, without the holder.
const isNamed = sql`(exists (select from charge_attempts a where a.payment_method_id = ${paymentMethods.id})
  or exists (select from transactions t where t.payment_method_id = ${paymentMethods.id})
  or exists (select from orders o where o.left_method_id = ${paymentMethods.id}))`;

export async function listMethodIds(tx: Tx, user_id: number): Promise<number[]> {
  const rows = await tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(eq(paymentMethods.user_id, user_id));
  return rows.map(({ id }) => id);
}

export async function listUnnamedMethods(tx: Tx, user_id: number): Promise<number[]> {
  const rows = await tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.user_id, user_id), not(isNamed)));
  return rows.map(({ id }) => id);
}

export async function deleteMethods(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.delete(paymentMethods).where(isAnyOf(paymentMethods.id, ids));
}

/** Brand and last digits stay on receipts. */
export async function eraseMethodRows(tx: Tx, user_id: number, at: Date): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({
      ...erasedValues(paymentMethodsErasure, 'account'),
      deactivated_at: sql`coalesce(${paymentMethods.deactivated_at}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(paymentMethods.user_id, user_id));
}

/** What staff typed about the payments of orders; the books stay, without words (MH11). */
export async function eraseStaffWordsOf(tx: Tx, order_ids: readonly number[], moment: Moment): Promise<void> {
  const isTheirs = areOf(order_ids);
  await tx.update(payments).set(erasedValues(paymentsErasure, moment)).where(isTheirs);
  await tx.update(orderRefunds).set(erasedValues(orderRefundsErasure, moment)).where(isTheirs);
  await tx.update(reconciliationDifferences).set(erasedValues(reconciliationDifferencesErasure, moment))
    .where(sql`ref in (
      select a.gateway_ref from charge_attempts a join payments p on p.id = a.payment_id where ${isTheirs}
      union select r.gateway_ref from refunds r join payments p on p.id = r.payment_id where ${isTheirs})`);
  const lines = tx.select({ id: transactions.id }).from(transactions).where(isTheirs);
  await tx
    .update(transactionWords)
    .set(erasedValues(transactionWordsErasure, moment))
    .where(inArray(transactionWords.transaction_id, lines));
}

const areOf = (order_ids: readonly number[]) => sql`order_id = any(${sql.param([...order_ids])}::bigint[])`;

export async function eraseHoldersOf(tx: Tx, order_ids: readonly number[]): Promise<void> {
  const ids = sql.param([...order_ids]);
  const methods = sql`select a.payment_method_id from charge_attempts a join payments p on p.id = a.payment_id
    join payment_methods m on m.id = a.payment_method_id
    where p.order_id = any(${ids}::bigint[]) and not m.is_active and not exists (
      select from charge_attempts b join payments q on q.id = b.payment_id
      join contracts c on c.order_id = q.order_id
      where b.payment_method_id = a.payment_method_id and c.erased_at is null
      and c.contract_number is not null)`;
  await tx
    .update(mandates)
    .set(erasedValues(mandatesErasure, 'end'))
    .where(sql`${mandates.payment_method_id} in (${methods})`);
  await tx
    .update(paymentMethods)
    .set(erasedValues(paymentMethodsErasure, 'end'))
    .where(sql`${paymentMethods.id} in (${methods})`);
}
