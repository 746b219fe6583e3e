import { addDays } from '#kit/plain-date.ts';
import { inChunks } from '#kit/in-chunks.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { outstandingPaymentsUntil, type UsersPayment } from './outstanding-payments.queries.ts';
import { expiringCardOf } from './paying-method.ts';
import { methodsOfUsers } from './methods.queries.ts';

const READ_TOGETHER = 1_000;

const NOTICE_DAYS = 30;

/** A repeated run sends no second notice for the same card and month (PM). */
export async function notifyExpiringCards({
  db,
  clock,
}: Pick<BillingContext, 'db' | 'clock'>): Promise<void> {
  const due = await outstandingPaymentsUntil(db, addDays(clock.today(), NOTICE_DAYS));
  for (const page of inChunks(due, READ_TOGETHER)) {
    const users = new Set(page.map(({ user_id }) => user_id));
    const methods = Map.groupBy(await methodsOfUsers(db, [...users]), ({ user_id }) => user_id);
    const notices = page.flatMap((payment) => {
      const card = expiringCardOf(methods.get(payment.user_id) ?? [], payment);
      return card ? [noticeOf(card.id, payment)] : [];
    });
    if (notices.length === 0) continue;
    await db.transaction(async (tx) => {
      // A fixed order: two portals with the same notices wait for each other without a deadlock.
      for (const notice of notices.toSorted((a, b) => a.ref.localeCompare(b.ref)))
        await enqueue(tx, clock.now(), notice);
    });
  }
}

const noticeOf = (payment_method_id: number, { id, pay_on }: UsersPayment) => ({
  kind: 'billing.card_expires',
  ref: `${payment_method_id}-${pay_on.slice(0, 7)}`,
  payload: { payment_method_id, payment_id: id },
});
