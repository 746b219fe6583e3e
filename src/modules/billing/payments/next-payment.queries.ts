import { eq, max } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import type { Tx } from '#platform/db/database.ts';
import type { NewPayment, PaymentRow } from './attempts.queries.ts';

type NextPayment = Omit<NewPayment, 'payment_number'> &
  Partial<Pick<PaymentRow, 'congestion_fee_id' | 'financial_aid_id' | 'part_of' | 'is_surplus'>>;

/** The caller has locked the order. Number 1 belongs to the checkout, even without a row (M1). */
export async function insertNextPayment(tx: Tx, payment: NextPayment): Promise<PaymentRow> {
  const [last] = await tx
    .select({ number: max(payments.payment_number) })
    .from(payments)
    .where(eq(payments.order_id, payment.order_id));
  const row = { ...payment, payment_number: (last?.number ?? 1) + 1, status: 'scheduled' as const };
  const [inserted] = await tx.insert(payments).values(row).returning();
  return inserted!;
}
