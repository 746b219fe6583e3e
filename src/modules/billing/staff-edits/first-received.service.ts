import { m } from '#i18n/messages.js';
import { formatMoney, subtract, type Cents } from '#kit/money.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { getFirstPayment, updatePayment } from '#modules/billing/payments/attempts.queries.ts';
import { recordConcession } from '#modules/billing/second-person/concessions.service.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { recordReceived } from './manual-entries.service.ts';
import type { ReceivedBy } from './payment-edit.contract.ts';

/** The amount of a check is what is due, to the cent (OF3.7). @throws check_short, check_above */
export function refuseOtherSum(came: Cents, due: Cents): void {
  if (came === due) return;
  const data = {
    amount: formatMoney(subtract(came < due ? due : came, came < due ? came : due)),
    due: formatMoney(due),
  };
  throw refuseField(
    came < due ? billingRefusals.check_short : billingRefusals.check_above,
    'amount_cents',
    data,
  );
}

type FirstReceived = {
  order: { id: number; user_id: number };
  by: ReceivedBy;
  amount_cents: Cents;
  reference: string | null;
  /** the first line of the order: route and program */
  what: string;
  now: Date;
};

/**
 * Books the check or cash that an order waited for; the caller makes the order active. A check that the
 * portal cannot see is a concession (MH2).
 * @throws own_order, check_short, check_above, payment_paid
 * Source: OF3.7
 */
export async function receiveFirst(
  tx: Tx,
  viewer: Viewer,
  { order, by, amount_cents, reference, what, now }: FirstReceived,
): Promise<void> {
  await refuseOwnFamily(tx, viewer, order);
  const payment = await getFirstPayment(tx, order.id);
  if (payment.paid_at) throw new Refusal(billingRefusals.payment_paid);
  refuseOtherSum(amount_cents, payment.amount_cents);
  await recordConcession(tx, {
    order_id: order.id,
    payment_id: payment.id,
    kind: 'received',
    amount_cents,
    reason:
      by === 'paymentTypeCheck'
        ? m.server_received_check_reason({ reference: reference ?? '' })
        : m.server_received_cash_reason(),
    given_by_id: viewer.user_id,
    given_at: now,
  });
  const paid = { status: 'paid' as const, paid_at: now, settled_at: now, next_try_on: null, reference };
  await updatePayment(tx, payment.id, paid);
  await recordReceived(tx, { order, payment: { ...payment, reference } }, { by, now, what });
}
