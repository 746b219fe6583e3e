import { addDays } from '#kit/plain-date.ts';
import { inChunks } from '#kit/in-chunks.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { outstandingPaymentsUntil, type UsersPayment } from './outstanding-payments.queries.ts';
import { expiringCardOf } from './paying-method.ts';
import { methodsOfUsers, type MethodRow } from './methods.queries.ts';

const READ_TOGETHER = 1_000;

export const NOTICE_DAYS = 30;

/** A repeated run sends no second notice for the same card and month (PM). */
export async function notifyExpiringCards({
  db,
  clock,
}: Pick<BillingContext, 'db' | 'clock'>): Promise<void> {
  const today = clock.today();
  const until = addDays(today, NOTICE_DAYS);
  const due = (await outstandingPaymentsUntil(db, { today, until })).map((payment) => ({
    ...payment,
    // Such a payment may be charged on each of these days (MC7).
    pay_on: payment.is_held_up ? until : payment.pay_on,
  }));
  for (const page of inChunks(due, READ_TOGETHER)) {
    const users = new Set(page.map(({ user_id }) => user_id));
    const methods = Map.groupBy(await methodsOfUsers(db, [...users]), ({ user_id }) => user_id);
    const notices = page.flatMap((payment) => {
      const card = expiringCardOf(methods.get(payment.user_id) ?? [], payment);
      return card ? [noticeOf(card, payment)] : [];
    });
    if (notices.length === 0) continue;
    await db.transaction(async (tx) => {
      // A fixed order: two portals with the same notices wait for each other without a deadlock.
      for (const notice of notices.toSorted((a, b) => a.ref.localeCompare(b.ref)))
        await enqueue(tx, clock.now(), notice);
    });
  }
}

type Card = Pick<MethodRow, 'id' | 'exp_month' | 'exp_year'>;

/** A held-up payment has no day: one notice for each end of a card. */
const noticeOf = (card: Card, { id, pay_on, is_held_up }: UsersPayment & { is_held_up: boolean }) => ({
  kind: 'billing.card_expires',
  ref: is_held_up
    ? `${card.id}-held-up-${card.exp_year}-${card.exp_month}`
    : `${card.id}-${pay_on.slice(0, 7)}`,
  payload: { payment_method_id: card.id, payment_id: id },
});
