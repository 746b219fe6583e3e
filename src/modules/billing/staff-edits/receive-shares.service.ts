import { m } from '#i18n/messages.js';
import { centsFromDollars, formatMoney, subtract, sum, ZERO, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { payerBy } from '#modules/billing/congestion-fees/fee-payer.service.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { updatePayment, type PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import { insertNextPayment } from '#modules/billing/payments/next-payment.queries.ts';
import { numberOf } from '#modules/billing/payments/payment-texts.ts';
import { joinByCheck, type StaffPaymentRow } from '#modules/billing/payments/staff-payments.queries.ts';
import { refundByCheck } from '#modules/billing/refunds/refunds.service.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import { changedFields, writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { changeOne, type Change } from './change-payment.service.ts';
import { payerOnDay, refuseExhausted, refuseShortNotice } from './day-rules.service.ts';
import { refuseDay, refuseUnlessOwed, type Concession } from './payment-change.ts';
import type { PaymentEdit } from './payment-edit.contract.ts';
import { restOf, shareOut } from './share-out.ts';

/** A part, several payments of the family, or more than is due (MC12). */
export const isShared = ({ received, also = [] }: PaymentEdit): boolean =>
  received != null || also.length > 0;

type Received = Pick<Change, 'edit' | 'approved'> & {
  /** the payment of the page first, then the others that the same check pays, in this order */
  locked: readonly StaffPaymentRow[];
};

/**
 * Writes what came for one or several payments of a family. A payment paid in part keeps the rest and the
 * day; the part is a payment of its own, so whatever is done to a payment can be done to a part (MC12).
 * @returns what was given away
 * @throws one_change_at_a_time, received_too_little, surplus_open, nothing_above_due, charge_too_small,
 *   amount_below_refunded, the refusals of `refuseDay`, `refuseShortNotice`, `refuseExhausted`, `changeOne`
 */
export async function receiveShares(
  tx: Tx,
  billing: BillingContext,
  viewer: Viewer,
  { locked, edit, approved }: Received,
): Promise<Concession[]> {
  refuseOtherChanges(edit);
  for (const { payment } of locked) refuseUnlessOwed(payment);
  const { shares, surplus_cents } = sharesOf(locked, edit);
  const { version: _, received_by, reference, notes } = edit;
  const whatCame = { received_by, reference, ...(notes !== undefined && { notes }) };
  const given: Concession[] = [];
  const targets: StaffPaymentRow[] = [];
  for (const [nr, found] of locked.entries()) {
    const share = shares[nr]!;
    const isPart = share < found.payment.amount_cents;
    targets.push(isPart ? await splitOff(tx, billing, viewer, { found, share, edit }) : found);
  }
  if (surplus_cents > 0) targets.push(await surplusRow(tx, billing, locked[0]!, surplus_cents));
  for (const found of targets) {
    const change = { found, edit: { version: found.payment.version, ...whatCame }, approved };
    given.push(...(await changeOne(tx, billing, viewer, change)));
  }
  if (surplus_cents > 0) await refundSurplus(tx, billing, viewer, { found: targets.at(-1)!, edit, approved });
  if (targets.length > 1)
    await joinByCheck(
      tx,
      targets.map(({ payment }) => payment.id),
    );
  await notifyLaterChanges(tx, billing, { user_ids: [locked[0]!.order.user_id] });
  return given;
}

function refuseOtherChanges({ received_by, amount, is_waived }: PaymentEdit): void {
  if (!received_by || is_waived || amount !== undefined)
    throw refuseField(billingRefusals.one_change_at_a_time, 'received');
}

function sharesOf(locked: readonly StaffPaymentRow[], edit: PaymentEdit) {
  const owed = locked.map(({ payment }) => payment.amount_cents);
  const came = edit.received == null ? sum(owed) : centsFromDollars(edit.received);
  const { shares, surplus_cents } = shareOut(came, owed);
  if (shares.includes(ZERO)) throw refuseField(billingRefusals.received_too_little, 'received');
  const above = { amount: formatMoney(surplus_cents) };
  if (surplus_cents > 0 && !edit.refund_number)
    throw refuseField(billingRefusals.surplus_open, 'refund_number', above);
  if (surplus_cents === 0 && edit.refund_number)
    throw refuseField(billingRefusals.nothing_above_due, 'refund_number');
  const rest = restOf(owed, shares);
  if (rest > 0 && rest < SMALLEST_CHARGE) throw refuseField(pricingRefusals.charge_too_small, 'received');
  if (rest === ZERO && edit.pay_on) throw refuseField(billingRefusals.one_change_at_a_time, 'pay_on');
  return { shares, surplus_cents };
}

type Part = { found: StaffPaymentRow; share: Cents; edit: PaymentEdit };

/** @returns the part, which is received next; the payment itself keeps the rest */
async function splitOff(
  tx: Tx,
  billing: BillingContext,
  viewer: Viewer,
  { found, share, edit }: Part,
): Promise<StaffPaymentRow> {
  const { order, payment } = found;
  const rest = subtract(payment.amount_cents, share);
  if (rest < payment.refunded_cents)
    throw refuseField(billingRefusals.amount_below_refunded, 'received', {
      amount: formatMoney(payment.refunded_cents),
    });
  const day = await dayOfRest(tx, billing, { found, share, edit });
  await updatePayment(tx, payment.id, { amount_cents: rest, ...day });
  const part = await insertNextPayment(tx, {
    order_id: order.id,
    part_of: numberOf(payment),
    congestion_fee_id: payment.congestion_fee_id,
    amount_cents: share,
    pay_on: billing.clock.today(),
  });
  await writeAudit(tx, billing.clock.now(), viewer, {
    action: 'payment.split',
    subject: `payment:${payment.id}`,
    detail: { order_id: order.id, part_payment_id: part.id },
    ...changedFields(
      { amount_cents: payment.amount_cents, pay_on: payment.pay_on },
      { amount_cents: rest, ...(day.pay_on && { pay_on: day.pay_on }) },
    ),
  });
  return { order, payment: part };
}

type DayOfRest = { pay_on?: PlainDate; status?: 'scheduled'; next_try_on?: null };

/** The rest keeps its day; a bank may need a later day for another amount (reliability 3.1). */
async function dayOfRest(
  tx: Tx,
  { clock }: BillingContext,
  { found, share, edit }: Part,
): Promise<DayOfRest> {
  const { payment } = found;
  const pay_on = edit.pay_on && edit.pay_on !== payment.pay_on ? edit.pay_on : null;
  const { method, facts } = await payerOnDay(tx, clock.today(), found, pay_on);
  const change = { adjustment: { byCents: subtract(ZERO, share), reason: '' }, receivedBy: null, pay_on };
  refuseDay(payment, change, facts);
  if (!pay_on) return {};
  await refuseShortNotice(tx, clock, { payment, change, paid_by: payerBy(method) });
  await refuseExhausted(tx, payment, method);
  return { pay_on, status: 'scheduled', next_try_on: null };
}

/** Nobody owes what came above all that is due: a row of its own, received and refunded at once. */
async function surplusRow(
  tx: Tx,
  { clock }: BillingContext,
  { order, payment }: StaffPaymentRow,
  amount_cents: Cents,
): Promise<StaffPaymentRow> {
  const row: PaymentRow = await insertNextPayment(tx, {
    order_id: order.id,
    part_of: numberOf(payment),
    is_surplus: true,
    amount_cents,
    pay_on: clock.today(),
  });
  return { order, payment: row };
}

async function refundSurplus(
  tx: Tx,
  billing: BillingContext,
  viewer: Viewer,
  { found: { order, payment }, edit, approved }: Change,
): Promise<void> {
  await refundByCheck(tx, billing, {
    order_id: order.id,
    payment_id: payment.id,
    amount_cents: payment.amount_cents,
    reference: edit.refund_number!,
    reason: m.server_surplus_reason(),
    by: viewer.user_id,
    ...(approved && { asked_by: approved.asked_by_id }),
    request_key: `surplus-${payment.id}`,
  });
}
