import { cents, sum, type Cents } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { updatePayment, type PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { attemptsOf } from '#modules/billing/payments/collection.queries.ts';
import { payerBy } from '#modules/billing/congestion-fees/fee-payer.service.ts';
import { findFeeOfPayment } from '#modules/billing/congestion-fees/congestion-fees.queries.ts';
import { earliestChargeDay, type FeePayer } from '#modules/billing/congestion-fees/earliest-charge-day.ts';
import { isCongestionFee } from '#modules/billing/payments/payment-texts.ts';
import { automaticMethod } from '#modules/billing/charges/later-charge.service.ts';
import {
  lineOfAdjustment,
  lineOfWaiver,
  recordAdjustment,
  recordReceived,
} from './manual-entries.service.ts';
import type { MethodRow } from '#modules/billing/methods/methods.queries.ts';
import { dayOfCharge } from '#modules/billing/methods/paying-method.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { mayRetry } from '#modules/billing/payments/retry-policy.ts';
import { notifyChange } from '#modules/billing/charges/payment-notifications.service.ts';
import {
  byHowMuch,
  checkEdit,
  concessionsOf,
  isMoney,
  isNoticeNeeded,
  type PaymentChange,
} from './payment-change.ts';
import type { PaymentEdit, StaffPayment } from './payment-edit.contract.ts';
import {
  giversOf,
  orAskSecondPerson,
  recordConcession,
  refuseAboveSum,
} from '#modules/billing/second-person/concessions.service.ts';
import { lockAtVersion } from './payment-version.service.ts';
import { readPayment } from './read-payment.service.ts';
import type { PaymentPlace, StaffPaymentRow } from '#modules/billing/payments/staff-payments.queries.ts';

type Edited = PaymentPlace & {
  edit: PaymentEdit;
  /** the first person, if a second person approves (H4) */
  approved?: { asked_by_id: number };
};

/**
 * Opens its own transactions (M8, H4).
 * @throws Refusal those of `editPayment`; second_person_asked, second_person_other, second_person_meanwhile
 */
export const editOrAsk = (billing: BillingContext, viewer: Viewer, edited: Edited): Promise<StaffPayment> =>
  orAskSecondPerson(billing, viewer, () =>
    billing.db.transaction((tx) => editPayment(tx, billing, viewer, edited)),
  );

/**
 * Writes row, books, mails and audit log in the same transaction. Locks order before payment, as every charge
 * does: a payment is either changed or charged (M8).
 * @throws payment_not_found, payment_edited, own_order, method_exhausted, congestion_too_early, and the
 *   refusals of `checkEdit`
 */
export async function editPayment(
  tx: Tx,
  billing: BillingContext,
  viewer: Viewer,
  { edit, approved, ...place }: Edited,
): Promise<StaffPayment> {
  const found = await lockAtVersion(tx, billing, { ...place, version: edit.version });
  const change = await checkedChange(tx, billing, { viewer, found, edit });
  const after = rowAfter(found.payment, change, billing.clock.now());
  if (!isSame(found.payment, after)) {
    await giveAway(tx, billing, viewer, { found, change, edit, approved });
    await updatePayment(tx, place.payment_id, after);
    await book(tx, billing, found, change);
    // The mail about the change names method and total already.
    if (isNoticeNeeded(change))
      await notifyLaterChanges(tx, billing, { user_ids: [found.order.user_id], mailed: [place.payment_id] });
    await billing.orderListener.onPaymentsChanged(tx, place.order_id);
    await audit(tx, billing, viewer, { found, after, change });
  }
  return readPayment(tx, billing, place);
}

type Editing = Pick<Edited, 'edit'> & { viewer: Viewer; found: StaffPaymentRow };

async function checkedChange(
  tx: Tx,
  { clock }: BillingContext,
  { viewer, found: { order, payment }, edit }: Editing,
): Promise<PaymentChange> {
  const today = clock.today();
  // The bank account that pays on the new day wants its notice, whatever would pay today (MC6).
  const on = edit.pay_on && edit.pay_on > today ? edit.pay_on : dayOfCharge(payment, today);
  const { method } = await automaticMethod(tx, { order, payment_id: payment.id }, on);
  const change = checkEdit(payment, edit, { today, isByBank: method?.paymentType === 'paymentTypeAch' });
  if (isMoney(change)) await refuseOwnFamily(tx, viewer, order);
  await refuseShortNotice(tx, clock, { payment, change, paid_by: payerBy(method) });
  if (change.pay_on) await refuseExhausted(tx, payment, method);
  return change;
}

type GivenAway = Pick<Edited, 'edit' | 'approved'> & { found: StaffPaymentRow; change: PaymentChange };

async function giveAway(
  tx: Tx,
  { clock }: BillingContext,
  viewer: Viewer,
  { found: { order, payment }, change, edit, approved }: GivenAway,
): Promise<void> {
  const given = concessionsOf(payment, change);
  if (given.length === 0) return;
  const about = { order_id: order.id, payment_id: payment.id, given_at: clock.now() };
  for (const concession of given)
    await recordConcession(tx, { ...about, ...giversOf(viewer, approved), ...concession });
  if (approved) return;
  await refuseAboveSum(tx, {
    order_id: order.id,
    subject: `payment:${payment.id}`,
    kind: change.receivedBy ? 'received' : 'waiver',
    command: { payment_id: payment.id, edit },
    amount_cents: sum(given.map(({ amount_cents }) => amount_cents)),
    reason: given.map(({ reason }) => reason).join('. '),
  });
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

type FeeEdit = {
  payment: PaymentRow;
  change: Pick<PaymentChange, 'adjustment' | 'receivedBy' | 'pay_on'>;
  paid_by: FeePayer;
};

/**
 * A changed fee keeps the promised notice, and a higher amount needs a new notice (S4).
 * @throws congestion_too_early
 */
export async function refuseShortNotice(
  tx: Tx,
  clock: Clock,
  { payment, change, paid_by }: FeeEdit,
): Promise<void> {
  const isRaised = change.adjustment !== null && change.adjustment.byCents > 0;
  if (!isCongestionFee(payment) || change.receivedBy || (!change.pay_on && !isRaised)) return;
  const fee = await findFeeOfPayment(tx, payment.id);
  const noticed_at = isRaised || !fee ? clock.now() : fee.announced_at;
  const first = earliestChargeDay(noticed_at, clock.time_zone, paid_by);
  if ((change.pay_on ?? payment.pay_on) < first)
    throw refuseField(billingRefusals.congestion_too_early, 'pay_on', { day: formatDate(first) });
}

async function refuseExhausted(tx: Tx, payment: PaymentRow, method: MethodRow | undefined): Promise<void> {
  if (await isExhausted(tx, payment, method)) throw refuseField(billingRefusals.method_exhausted, 'pay_on');
}

export async function isExhausted(
  tx: Tx,
  payment: PaymentRow,
  method: MethodRow | undefined,
): Promise<boolean> {
  const pastAttempts = await attemptsOf(tx, payment.id);
  const ofMethod = pastAttempts.filter(({ payment_method_id }) => payment_method_id === method?.id);
  return method !== undefined && !mayRetry(ofMethod);
}

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
  const detail: Record<string, string | number | null> = { order_id: found.order.id };
  const texts: Record<string, string | null | undefined> = {
    reason: (change.adjustment ?? change.waiver)?.reason,
  };
  for (const column of AUDITED) {
    if (!(column in after) || after[column] === found.payment[column]) continue;
    detail[`${column}_before`] = found.payment[column];
    detail[column] = after[column] ?? null;
  }
  for (const column of AUDITED_TEXTS) {
    if (!(column in after) || after[column] === found.payment[column]) continue;
    texts[`${column}_before`] = found.payment[column];
    texts[column] = after[column];
  }
  if (change.receivedBy) detail.received_by = change.receivedBy;
  return { detail, texts };
}
