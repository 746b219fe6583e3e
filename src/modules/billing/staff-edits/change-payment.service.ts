import { cents, type Cents } from '#kit/money.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { writeAudit, type AuditFields } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { updatePayment, type PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { payerBy } from '#modules/billing/congestion-fees/fee-payer.service.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { notifyChange } from '#modules/billing/charges/payment-notifications.service.ts';
import { giversOf, recordConcession } from '#modules/billing/second-person/concessions.service.ts';
import type { StaffPaymentRow } from '#modules/billing/payments/staff-payments.queries.ts';
import { payerOnDay, refuseExhausted, refuseShortNotice } from './day-rules.service.ts';
import {
  lineOfAdjustment,
  lineOfWaiver,
  recordAdjustment,
  recordReceived,
} from './manual-entries.service.ts';
import {
  byHowMuch,
  checkEdit,
  concessionsOf,
  isMoney,
  isNoticeNeeded,
  type Concession,
  type PaymentChange,
} from './payment-change.ts';
import type { PaymentEdit } from './payment-edit.contract.ts';

export type Change = {
  found: StaffPaymentRow;
  edit: PaymentEdit;
  /** the first person, if a second person approves (H4) */
  approved?: { asked_by_id: number } | undefined;
};

/**
 * Writes row, books, mails and audit log of one locked payment (M8).
 * @returns what was given away, for the sum of the order (MH2)
 * @throws own_order, method_exhausted, congestion_too_early, and the refusals of `checkEdit`
 */
export async function changeOne(
  tx: Tx,
  billing: BillingContext,
  viewer: Viewer,
  { found, edit, approved }: Change,
): Promise<Concession[]> {
  const { order, payment } = found;
  const change = await checkedChange(tx, billing, viewer, { found, edit });
  const after = rowAfter(payment, change, billing.clock.now());
  if (isSame(payment, after)) return [];
  // What goes back at once is given away by its refund (MC12).
  const given = payment.is_surplus ? [] : concessionsOf(payment, change);
  const about = { order_id: order.id, payment_id: payment.id, given_at: billing.clock.now() };
  for (const concession of given)
    await recordConcession(tx, { ...about, ...giversOf(viewer, approved), ...concession });
  await updatePayment(tx, payment.id, after);
  await book(tx, billing, found, change);
  // The mail about the change names method and total already.
  if (isNoticeNeeded(change))
    await notifyLaterChanges(tx, billing, { user_ids: [order.user_id], mailed: [payment.id] });
  await billing.orderListener.onPaymentsChanged(tx, order.id);
  await audit(tx, billing, viewer, { found, after, change });
  return given;
}

async function checkedChange(
  tx: Tx,
  { clock }: BillingContext,
  viewer: Viewer,
  { found, edit }: Omit<Change, 'approved'>,
): Promise<PaymentChange> {
  const { order, payment } = found;
  const { method, facts } = await payerOnDay(tx, clock.today(), found, edit.pay_on);
  const change = checkEdit(payment, edit, facts);
  if (isMoney(change)) await refuseOwnFamily(tx, viewer, order);
  await refuseShortNotice(tx, clock, { payment, change, paid_by: payerBy(method) });
  if (change.pay_on) await refuseExhausted(tx, payment, method);
  return change;
}

type Columns = Partial<
  Pick<
    PaymentRow,
    'reference' | 'notes' | 'amount_cents' | 'pay_on' | 'status' | 'next_try_on' | 'paid_at' | 'settled_at'
  >
>;

function rowAfter(
  row: PaymentRow,
  { words, adjustment, pay_on, receivedBy, waiver }: PaymentChange,
  now: Date,
): Columns {
  return {
    ...words,
    ...(adjustment && { amount_cents: cents(row.amount_cents + adjustment.byCents) }),
    // The agreed day counts even after a failed charge.
    ...(pay_on && { pay_on, status: 'scheduled' as const, next_try_on: null }),
    ...(receivedBy && { status: 'paid' as const, paid_at: now, settled_at: now, next_try_on: null }),
    ...(waiver && { status: 'cancelled' as const, next_try_on: null }),
  };
}

const isSame = (row: PaymentRow, after: Columns) =>
  Object.entries(after).every(([column, value]) => row[column as keyof PaymentRow] === value);

async function book(
  tx: Tx,
  billing: BillingContext,
  { order, payment }: StaffPaymentRow,
  change: PaymentChange,
): Promise<void> {
  const now = billing.clock.now();
  const byCents = byHowMuch(payment, change);
  const changed = {
    ...payment,
    amount_cents: change.waiver ? payment.amount_cents : cents(payment.amount_cents + byCents),
  };
  if (change.adjustment ?? change.waiver) {
    const { reason } = (change.adjustment ?? change.waiver)!;
    const text = (change.waiver ? lineOfWaiver : lineOfAdjustment)({ payment, reason });
    await recordAdjustment(tx, { payment, byCents, text, now });
  }
  if (change.receivedBy) {
    const reference = change.words.reference === undefined ? payment.reference : change.words.reference;
    await recordReceived(tx, { order, payment: { ...changed, reference } }, { by: change.receivedBy, now });
  }
  // For an ended order, the office talks to the family; no mail announces a charge.
  if (isNoticeNeeded(change) && order.status === 'active')
    await notifyChange(tx, now, noticeOf(payment, change, changed.amount_cents));
}

const noticeOf = (payment: PaymentRow, change: PaymentChange, amount_cents: Cents) => ({
  payment_id: payment.id,
  order_id: payment.order_id,
  version: payment.version + 1,
  before: { amount_cents: payment.amount_cents, pay_on: payment.pay_on },
  after: change.waiver ? null : { amount_cents, pay_on: change.pay_on ?? payment.pay_on },
  reason: (change.adjustment ?? change.waiver)?.reason ?? null,
});

type Audited = { found: StaffPaymentRow; after: Columns; change: PaymentChange };

const AUDITED = ['amount_cents', 'pay_on', 'status'] as const;
const AUDITED_TEXTS = ['reference', 'notes'] as const;

async function audit(tx: Tx, billing: BillingContext, viewer: Viewer, audited: Audited): Promise<void> {
  const { found, change } = audited;
  const action = change.receivedBy ? 'payment.receive' : change.waiver ? 'payment.waive' : 'payment.edit';
  const subject = `payment:${found.payment.id}`;
  await writeAudit(tx, billing.clock.now(), viewer, { action, subject, ...changedColumns(audited) });
}

function changedColumns({ found, after, change }: Audited) {
  const changed = <Name extends keyof Columns>(names: readonly Name[]) =>
    names.filter((column) => column in after && after[column] !== found.payment[column]);
  const texts: Record<string, string | null | undefined> = {
    reason: (change.adjustment ?? change.waiver)?.reason,
  };
  for (const column of changed(AUDITED_TEXTS)) {
    texts[`${column}_before`] = found.payment[column];
    texts[column] = after[column];
  }
  const columns = changed(AUDITED);
  const sideOf = (row: Columns): AuditFields =>
    Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
  return {
    detail: { order_id: found.order.id },
    ...(columns.length > 0 && {
      before: sideOf(found.payment),
      after: { ...sideOf(after), ...(change.receivedBy && { received_by: change.receivedBy }) },
    }),
    texts,
  };
}
