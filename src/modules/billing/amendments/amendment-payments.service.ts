import { m } from '#i18n/messages.js';
import { cents, formatMoney, subtract, sum, ZERO, type Cents } from '#kit/money.ts';
import { invariant } from '#kit/invariant.ts';
import { addDays, laterDay, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { automaticMethod } from '#modules/billing/charges/later-charge.service.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { listChargedOrders } from '#modules/billing/congestion-fees/congestion-fees.queries.ts';
import { paymentsOf } from '#modules/billing/refunds/refunds-of-order.queries.ts';
import { dayOfCharge } from '#modules/billing/methods/paying-method.ts';
import { isStuck, UNPAID } from '#modules/billing/payment.states.ts';
import { updatePayment, type PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import type { ChargedOrder } from '#modules/billing/payments/collection.queries.ts';
import { insertNextPayment } from '#modules/billing/payments/next-payment.queries.ts';
import { isAidDifference, isCongestionFee } from '#modules/billing/payments/payment-texts.ts';
import { refundDenial } from '#modules/billing/refunds/refund-denial.ts';
import {
  newestFirst,
  planRefund,
  refundableOf,
  refundableOfOrder,
  type CapturedPayment,
  type RefundPart,
  type RefundPlan,
  type RefundsPlan,
} from '#modules/billing/refunds/refund-plan.ts';
import type { RefundChannel } from '#modules/billing/refunds/refund.states.ts';
import { capturedOf } from '#modules/billing/refunds/refunds.service.ts';
import { lineOfAdjustment, recordAdjustments } from '#modules/billing/staff-edits/manual-entries.service.ts';
import { earliestDays } from '#modules/billing/staff-edits/payment-change.ts';
import { cardFeeRefundOf } from '#modules/catalog/card-fee.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PlannedPayment } from '#modules/documents/planned-payment.ts';
import { planDifference, type MoneyRules, type OwedRow, type PlannedRow } from './difference-plan.ts';

/** Of a new payment, from the acceptance on (OF5.4). */
const DAYS_TO_PAY = 14;

export type DifferenceAsked = {
  difference_cents: Cents;
  rules: MoneyRules;
  /** the last day on which the family can agree; a new payment is due 14 days later */
  from: PlainDate;
  /** null: 14 days from then */
  pay_on: PlainDate | null;
  /** the later days of the new term, as if signed on that day (T5, T6) */
  term_days: readonly PlainDate[];
  way: RefundChannel;
};

export type NoticedRow = PlannedRow & Pick<PlannedPayment, 'moved_for_notice'>;

export type MoneyPlan = {
  rows: NoticedRow[];
  refund: { amount_cents: Cents; surcharge_cents: Cents; way: RefundChannel; parts: RefundPart[] } | null;
  not_asked_cents: Cents;
};

/** The order with its payments; a caller that writes has locked both. */
export async function readAmendedOrder(tx: Tx, order_id: number): Promise<AmendedOrder> {
  const [order] = await listChargedOrders(tx, [order_id]);
  invariant(order, `no order ${order_id}`);
  return { order, payments: await paymentsOf(tx, order_id) };
}

export type AmendedOrder = { order: ChargedOrder; payments: readonly PaymentRow[] };

/** What the contract owes and can change; no congestion fee, and no difference of declined aid (OF5.3). */
const isOwed = (payment: PaymentRow) =>
  UNPAID.some((status) => status === payment.status) &&
  !isCongestionFee(payment) &&
  !isAidDifference(payment);

const owedRow = ({ id, payment_number, pay_on, amount_cents }: PaymentRow): OwedRow => ({
  payment_id: id,
  payment_number,
  pay_on,
  amount_cents,
});

/**
 * Under the lock of the order, the plan that will be written; without it, a preview.
 * @throws order_being_charged, amendment_refund_short, and the refusals of a refund
 * Source: OF5.4, R4, reliability 3.1
 */
export async function planMoney(
  tx: Tx,
  billing: BillingContext,
  { order, payments }: AmendedOrder,
  asked: DifferenceAsked,
): Promise<MoneyPlan> {
  if (payments.some(({ status }) => status === 'in_flight'))
    throw new Refusal(billingRefusals.order_being_charged);
  const { captured } = await capturedOf(tx, billing, { order_id: order.id, payments });
  const today = billing.clock.today();
  const { difference_cents, rules, term_days } = asked;
  const plan = planDifference({
    difference_cents,
    rules,
    rows: payments.filter(isOwed).map(owedRow),
    refundable_cents: refundableOfOrder(captured).principal_cents,
    new_on: laterDay(asked.pay_on ?? addDays(asked.from, DAYS_TO_PAY), today),
    term_days,
  });
  const rows: NoticedRow[] = [];
  for (const row of plan.rows) rows.push(await withNotice(tx, today, { order, payments }, row));
  const refund = plan.back_cents > 0 ? await refundOf(tx, billing, captured, { ...asked, ...plan }) : null;
  return { rows, refund, not_asked_cents: plan.not_asked_cents };
}

/** A bank account needs notice of another amount; the payment moves to the first day with notice (M8). */
async function withNotice(
  tx: Tx,
  today: PlainDate,
  { order, payments }: AmendedOrder,
  row: PlannedRow,
): Promise<NoticedRow> {
  const payment = payments.find(({ id }) => id === row.payment_id);
  const on = dayCharged(row, payment, today);
  if (on === undefined) return { ...row, moved_for_notice: false };
  const { method } = await automaticMethod(tx, { order, payment_id: row.payment_id }, on);
  const isByBank = method?.paymentType === 'paymentTypeAch';
  const first = earliestDays({ today, isByBank }).other_amount;
  return on < first ? { ...row, pay_on: first, moved_for_notice: true } : { ...row, moved_for_notice: false };
}

/** @returns undefined for a row that keeps its amount, and for a payment that waits for the family */
function dayCharged(row: PlannedRow, payment: PaymentRow | undefined, today: PlainDate) {
  if (row.what === 'kept' || row.what === 'cancelled') return undefined;
  if (!payment) return row.pay_on!;
  return isStuck(payment.status) && payment.next_try_on === null ? undefined : dayOfCharge(payment, today);
}

type Back = { back_cents: Cents; way: RefundChannel };

async function refundOf(
  tx: Tx,
  billing: BillingContext,
  captured: readonly CapturedPayment[],
  { back_cents, way }: Back,
): Promise<MoneyPlan['refund']> {
  const fee = cardFeeRefundOf(await findCompany(tx), billing.gateway.processor);
  const is_through_processor = way === 'processor';
  // More than the principal could name everything, card fees included (R4).
  const isAbove = back_cents > refundableOfOrder(captured).principal_cents;
  const plan: RefundPlan = isAbove
    ? { k: 'refused', why: 'above_left' }
    : planRefund({ captured, asked: back_cents, is_through_processor, fee });
  if (plan.k === 'plan') return { ...sumsOf(plan), way, parts: plan.parts };
  const reason = refundDenial(plan);
  const possible = mostOf(captured, back_cents, (asked) =>
    planRefund({ captured, asked, is_through_processor, fee }),
  );
  if (possible === 0) throw reason;
  throw new Refusal(billingRefusals.amendment_refund_short, {
    data: { possible: formatMoney(possible), wanted: formatMoney(back_cents), reason: reason.sentences[0]! },
  });
}

const sumsOf = ({ parts, amount_cents }: RefundsPlan) => ({
  amount_cents,
  surcharge_cents: sum(parts.map((part) => part.surcharge_cents)),
});

/** A refund begins with the newest payment, so only the sums of the newest payments can be possible. */
function mostOf(
  captured: readonly CapturedPayment[],
  wanted: Cents,
  plan: (asked: Cents) => { k: 'plan' | 'refused' },
): Cents {
  const live = captured.filter(({ standing }) => standing !== 'returned');
  let most = ZERO;
  let total = ZERO;
  for (const payment of newestFirst(live)) {
    total = sum([total, refundableOf(payment).principal_cents]);
    if (total > 0 && total < wanted && plan(total).k === 'plan') most = total;
  }
  return most;
}

type Applied = AmendedOrder & {
  plan: MoneyPlan;
  number: number;
  /** part of the difference; a line of its own where the difference is one new payment */
  fee_cents: Cents;
};

/**
 * Writes payments and books in the transaction of the amendment; the caller has locked order and payments and
 * mails the family (OF5.9, OF5.14).
 */
export async function applyMoney(
  tx: Tx,
  billing: BillingContext,
  { order, payments, plan, ...amendment }: Applied,
): Promise<void> {
  const touched: number[] = [];
  for (const row of plan.rows) {
    if (row.what === 'kept') continue;
    const payment = payments.find(({ id }) => id === row.payment_id);
    touched.push(
      payment
        ? await changeRow(tx, billing, payment, { row, ...amendment })
        : await addRow(tx, billing, order, { row, ...amendment, isAlone: isAlone(plan) }),
    );
  }
  if (touched.length === 0) return;
  await billing.orderListener.onPaymentsChanged(tx, order.id);
  await notifyLaterChanges(tx, billing, { user_ids: [order.user_id], mailed: touched });
}

/** The difference is one new payment. */
const isAlone = ({ rows }: MoneyPlan) =>
  rows.filter(({ what }) => what === 'new').length === 1 &&
  rows.every(({ what }) => what === 'kept' || what === 'new');

type Written = { row: NoticedRow; number: number; fee_cents: Cents };

async function changeRow(
  tx: Tx,
  { clock }: BillingContext,
  payment: PaymentRow,
  { row, number }: Written,
): Promise<number> {
  const amount_cents = row.amount_cents ?? ZERO;
  await updatePayment(
    tx,
    payment.id,
    row.what === 'cancelled'
      ? { status: 'cancelled', next_try_on: null }
      : { amount_cents, ...(row.moved_for_notice && movedTo(payment, row.pay_on!)) },
  );
  const part = { byCents: subtract(amount_cents, payment.amount_cents), text: lineOf(payment, number) };
  await recordAdjustments(tx, { kind: 'amendment', payment, parts: [part], now: clock.now() });
  return payment.id;
}

const movedTo = ({ status }: PaymentRow, day: PlainDate): Partial<PaymentRow> =>
  isStuck(status) ? { next_try_on: day } : { pay_on: day };

async function addRow(
  tx: Tx,
  { clock }: BillingContext,
  order: ChargedOrder,
  { row, number, fee_cents, isAlone: hasFee }: Written & { isAlone: boolean },
): Promise<number> {
  const amount_cents = row.amount_cents!;
  const payment = await insertNextPayment(tx, { order_id: order.id, amount_cents, pay_on: row.pay_on! });
  const fee = hasFee ? fee_cents : ZERO;
  const parts = [
    { byCents: cents(amount_cents - fee), text: lineOf(payment, number) },
    { byCents: fee, text: feeLineOf(payment, number) },
  ].filter(({ byCents }) => byCents !== 0);
  // The first version of a payment counts as a change.
  const first = { ...payment, version: payment.version - 1 };
  await recordAdjustments(tx, { kind: 'amendment', payment: first, parts, now: clock.now() });
  return payment.id;
}

const lineOf = (payment: PaymentRow, number: number) =>
  lineOfAdjustment({ payment, reason: m.server_amendment_reason({ number }) });

const feeLineOf = (payment: PaymentRow, number: number) =>
  lineOfAdjustment({ payment, reason: m.server_amendment_fee_reason({ number }) });
