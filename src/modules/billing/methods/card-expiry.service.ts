import { addDays } from '#kit/plain-date.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { payingMethod } from './change-methods.service.ts';
import { outstandingPaymentsUntil, type UsersPayment } from './outstanding-payments.queries.ts';
import { expiringCardOf } from './paying-method.ts';
import { methodsOfUser } from './methods.queries.ts';

/** How long before a payment the family learns that its card will have expired (PM). */
const NOTICE_DAYS = 30;

/**
 * Writes to every family whose card will have expired by the day of a payment within thirty days. Once a card
 * and month of the payment, however often it runs.
 * Source: PM
 */
export async function notifyExpiringCards({
  db,
  clock,
}: Pick<BillingContext, 'db' | 'clock'>): Promise<void> {
  const due = await outstandingPaymentsUntil(db, addDays(clock.today(), NOTICE_DAYS));
  for (const [user_id, payments] of Map.groupBy(due, (payment) => payment.user_id)) {
    await db.transaction(async (tx) => {
      const methods = (await methodsOfUser(tx, user_id)).map(payingMethod);
      for (const payment of payments) {
        const card = expiringCardOf(methods, payment, clock.today());
        if (card) await enqueue(tx, clock.now(), noticeOf(card.id, payment));
      }
    });
  }
}

const noticeOf = (payment_method_id: number, { id, pay_on }: UsersPayment) => ({
  kind: 'billing.card_expires',
  ref: `${payment_method_id}-${pay_on.slice(0, 7)}`,
  payload: { payment_method_id, payment_id: id },
});
