import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { changedFields, writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { flagReturnAfterEnd, flagReturnAfterRefund } from '#modules/billing/charges/after-failure.service.ts';
import { payerBy } from '#modules/billing/congestion-fees/fee-payer.service.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { updatePayment, type PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import type { ReversedEntry } from '#modules/billing/payment.states.ts';
import { isStillOwed } from '#modules/billing/payments/still-owed.queries.ts';
import {
  findStaffPayment,
  listOfSameCheck,
  type PaymentPlace,
  type StaffPaymentRow,
} from '#modules/billing/payments/staff-payments.queries.ts';
import { isExhausted, payerOnDay, refuseShortNotice } from './day-rules.service.ts';
import { recordAdjustment, recordReversal } from './manual-entries.service.ts';
import { refuseDay } from './payment-change.ts';
import type { ReversalReason, StaffPayment } from './payment-edit.contract.ts';
import { lockAtVersions } from './payment-version.service.ts';
import { readPayment } from './read-payment.service.ts';
import { standingEntry, type StandingEntry } from './standing-entry.service.ts';

type Reversal = PaymentPlace & {
  version: number;
  why: ReversalReason;
  /** for staff alone: it may name another family */
  reason: string;
  pay_on?: PlainDate | null | undefined;
};

/**
 * Takes back what staff entered by hand; the payment is owed again from the chosen day. A check over several
 * payments is taken back whole. Writes rows, books, mails and audit log in the same transaction, under the
 * locks of a charge (MC9, MC12).
 * @throws payment_not_found, payment_edited, other_payment_edited, own_order, nothing_to_reverse,
 *   only_checks_are_returned, pay_on_missing, pay_on_past, pay_on_too_far, notice_needed,
 *   congestion_too_early
 */
export async function reverseEntry(
  tx: Tx,
  billing: BillingContext,
  viewer: Viewer,
  { version, why, reason, pay_on, ...place }: Reversal,
): Promise<StaffPayment> {
  const [found, ...others] = await lockWholeCheck(tx, billing, { ...place, version });
  await refuseOwnFamily(tx, viewer, found.order);
  const entry = await standingEntry(tx, found);
  if (!entry) throw new Refusal(billingRefusals.nothing_to_reverse);
  if (why === 'returned_by_bank' && !isCheck(entry))
    throw refuseField(billingRefusals.only_checks_are_returned, 'why');
  await takeBack(tx, billing, viewer, { found, entry, why, reason, pay_on });
  for (const other of others) {
    const standing = await standingEntry(tx, other);
    if (standing) await takeBack(tx, billing, viewer, { found: other, entry: standing, why, reason, pay_on });
  }
  return readPayment(tx, billing, place);
}

async function lockWholeCheck(tx: Tx, billing: BillingContext, seen: PaymentPlace & { version: number }) {
  const before = await findStaffPayment(tx, seen);
  const others = before ? await listOfSameCheck(tx, before.payment) : [];
  return lockAtVersions(
    tx,
    billing,
    seen,
    others.map(({ payment: { id, order_id, version } }) => ({ payment_id: id, order_id, version })),
  );
}

type Taken = Pick<Reversal, 'why' | 'reason' | 'pay_on'> & { found: StaffPaymentRow; entry: StandingEntry };

async function takeBack(
  tx: Tx,
  billing: BillingContext,
  viewer: Viewer,
  { found, entry, why, reason, pay_on }: Taken,
): Promise<void> {
  const { order, payment } = found;
  const after = await rowAfter(tx, billing, found, pay_on);
  const words = isCheck(entry) ? { reference: null } : {};
  await updatePayment(tx, payment.id, { ...after, ...words, check_payment_id: null });
  await book(tx, billing, { found, entry, why });
  await notify(tx, billing, { found, what: nameOf(entry, why) });
  await billing.orderListener.onPaymentsChanged(tx, order.id);
  await writeAudit(tx, billing.clock.now(), viewer, {
    action: 'payment.reverse',
    subject: `payment:${payment.id}`,
    detail: {
      order_id: order.id,
      what: nameOf(entry, why),
      amount_cents: payment.amount_cents,
    },
    ...changedFields(
      { status: payment.status, pay_on: payment.pay_on },
      { status: after.status, ...(after.pay_on && { pay_on: after.pay_on }) },
    ),
    texts: { reason, ...(isCheck(entry) && { reference_before: payment.reference }) },
  });
}

const isCheck = (entry: StandingEntry) => entry.k === 'received' && entry.by === 'paymentTypeCheck';

function nameOf(entry: StandingEntry, why: ReversalReason): ReversedEntry {
  if (entry.k === 'waived') return 'waived_by_mistake';
  return why === 'returned_by_bank' ? 'check_returned' : 'received_by_mistake';
}

type Columns = Pick<PaymentRow, 'status' | 'next_try_on' | 'paid_at' | 'settled_at'> &
  Partial<Pick<PaymentRow, 'pay_on'>>;

async function rowAfter(
  tx: Tx,
  { clock }: BillingContext,
  { order, payment }: StaffPaymentRow,
  pay_on: PlainDate | null | undefined,
): Promise<Columns> {
  const unpaid = { next_try_on: null, paid_at: null, settled_at: null };
  if (!(await isStillOwed(tx, { order, payment }))) return { ...unpaid, status: 'cancelled' };
  if (!pay_on) throw refuseField(billingRefusals.pay_on_missing, 'pay_on');
  const { method, facts } = await payerOnDay(tx, clock.today(), { order, payment }, pay_on);
  const change = { adjustment: null, receivedBy: null, pay_on };
  refuseDay(payment, change, facts);
  await refuseShortNotice(tx, clock, { payment, change, paid_by: payerBy(method) });
  // The method is not charged again. Another one is charged once it is chosen, so the payment is due today.
  if (await isExhausted(tx, payment, method)) return { ...unpaid, status: 'failed', pay_on: clock.today() };
  return { ...unpaid, status: 'scheduled', pay_on };
}

type Booked = { found: StaffPaymentRow; entry: StandingEntry; why: ReversalReason };

async function book(tx: Tx, { clock }: BillingContext, { found, entry, why }: Booked): Promise<void> {
  const { order, payment } = found;
  const now = clock.now();
  if (entry.k === 'waived') {
    const text = { description: m.server_waiver_mistake_line({ payment_number: payment.payment_number }) };
    await recordAdjustment(tx, { payment, byCents: payment.amount_cents, text, now });
    return;
  }
  await recordReversal(tx, { payment, entry, why, now });
  await flagReturnAfterRefund(tx, now, { payment });
  if (order.status !== 'active') await flagReturnAfterEnd(tx, now, { payment, code: null });
}

type Told = { found: StaffPaymentRow; what: ReversedEntry };

async function notify(tx: Tx, billing: BillingContext, { found, what }: Told): Promise<void> {
  const { order, payment } = found;
  // Nobody was told that it was owed (MC12).
  if (payment.is_surplus) return;
  await enqueue(tx, billing.clock.now(), {
    kind: 'billing.entry_reversed',
    ref: `${payment.id}-${payment.version + 1}`,
    payload: {
      payment_id: payment.id,
      order_id: order.id,
      what,
      amount_cents: payment.amount_cents,
    },
    words: { reference: what === 'check_returned' ? payment.reference : null },
  });
  // The mail names method and total already.
  await notifyLaterChanges(tx, billing, { user_ids: [order.user_id], mailed: [payment.id] });
}
