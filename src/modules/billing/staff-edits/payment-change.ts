import { m } from '#i18n/messages.js';
import { cents, centsFromDollars, formatMoney, subtract, ZERO, type Cents } from '#kit/money.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import { bankingDayFrom } from '#kit/business-days.ts';
import { addDays, formatDate, type PlainDate } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';
import type { PaymentEdit, ReceivedBy, StaffPayment } from './payment-edit.contract.ts';
import type { ConcessionKind } from '#modules/billing/second-person/second-person.states.ts';

export type EditedRow = {
  status: StaffPayment['status'];
  amount_cents: Cents;
  refunded_cents: Cents;
  pay_on: PlainDate;
  next_try_on: PlainDate | null;
  reference: string | null;
  notes: string | null;
};

/** null: unchanged */
export type PaymentChange = {
  words: { reference?: string | null; notes?: string | null };
  adjustment: { byCents: Cents; reason: string } | null;
  pay_on: PlainDate | null;
  receivedBy: ReceivedBy | null;
  waiver: { reason: string } | null;
};

export type Facts = {
  today: PlainDate;
  /** a bank account needs notice of another amount or day */
  isByBank: boolean;
};

const NOTICE_OF_AMOUNT_DAYS = 10;
const NOTICE_OF_DAY_DAYS = 7;
const FURTHEST_DAYS = 730;

/** A bank account needs ten or seven days' notice, which ends on a banking day (reliability 3.1, MC14). */
export function earliestDays({ today, isByBank }: Facts): { other_amount: PlainDate; other_day: PlainDate } {
  const later = (days: number) => (isByBank ? bankingDayFrom(addDays(today, days)) : today);
  return { other_amount: later(NOTICE_OF_AMOUNT_DAYS), other_day: later(NOTICE_OF_DAY_DAYS) };
}

export function mayChange(status: EditedRow['status']): StaffPayment['may_change'] {
  if (status === 'in_flight' || status === 'cancelled') return 'nothing';
  return status === 'paid' || status === 'processing' ? 'words' : 'everything';
}

/**
 * @throws payment_in_flight, payment_processing, payment_paid, payment_cancelled, adjustment_reason_missing,
 *   charge_too_small, amount_below_refunded, check_number_missing, one_change_at_a_time, pay_on_past,
 *   pay_on_too_far, notice_needed
 * Source: M8
 */
export function checkEdit(row: EditedRow, edit: PaymentEdit, facts: Facts): PaymentChange {
  const change = differences(row, edit);
  refuseByStatus(row, change);
  if (edit.is_waived && edit.received_by) throw new Refusal(billingRefusals.one_change_at_a_time);
  if ((change.receivedBy || change.waiver) && change.pay_on)
    throw refuseField(billingRefusals.one_change_at_a_time, 'pay_on');
  if (change.waiver && change.adjustment) throw refuseField(billingRefusals.one_change_at_a_time, 'amount');
  if (change.adjustment && row.amount_cents + change.adjustment.byCents < SMALLEST_CHARGE)
    throw refuseField(pricingRefusals.charge_too_small, 'amount');
  if (change.adjustment && row.amount_cents + change.adjustment.byCents < row.refunded_cents)
    throw refuseField(billingRefusals.amount_below_refunded, 'amount', {
      amount: formatMoney(row.refunded_cents),
    });
  if ((change.waiver && !change.waiver.reason) || (change.adjustment && !change.adjustment.reason)) {
    throw refuseField(billingRefusals.adjustment_reason_missing, 'adjustment_reason');
  }
  const reference = 'reference' in change.words ? change.words.reference : row.reference;
  if (change.receivedBy === 'paymentTypeCheck' && !reference)
    throw refuseField(billingRefusals.check_number_missing, 'reference');
  if (!change.receivedBy && !change.waiver) refuseDay(row, change, facts);
  return change;
}

function differences(row: EditedRow, edit: PaymentEdit): PaymentChange {
  const amount_cents = edit.amount === undefined ? row.amount_cents : centsFromDollars(edit.amount);
  const reason = edit.adjustment_reason ?? '';
  const words: PaymentChange['words'] = {};
  if (edit.reference !== undefined && edit.reference !== row.reference) words.reference = edit.reference;
  if (edit.notes !== undefined && edit.notes !== row.notes) words.notes = edit.notes;
  return {
    words,
    adjustment:
      amount_cents === row.amount_cents
        ? null
        : { byCents: subtract(amount_cents, row.amount_cents), reason },
    pay_on: edit.pay_on === undefined || edit.pay_on === row.pay_on ? null : edit.pay_on,
    receivedBy: edit.received_by ?? null,
    waiver: edit.is_waived ? { reason } : null,
  };
}

/** Notes and references are no money. */
export const isMoney = ({ adjustment, pay_on, receivedBy, waiver }: PaymentChange) =>
  Boolean(adjustment ?? pay_on ?? receivedBy ?? waiver);

function refuseByStatus({ status }: EditedRow, change: PaymentChange): void {
  if (status === 'in_flight') throw new Refusal(billingRefusals.payment_in_flight);
  if (status === 'cancelled') throw new Refusal(billingRefusals.payment_cancelled);
  if (isMoney(change)) refuseUnlessOwed({ status });
}

/** @throws payment_in_flight, payment_cancelled, payment_processing, payment_paid */
export function refuseUnlessOwed({ status }: Pick<EditedRow, 'status'>): void {
  if (status === 'in_flight') throw new Refusal(billingRefusals.payment_in_flight);
  if (status === 'cancelled') throw new Refusal(billingRefusals.payment_cancelled);
  if (status === 'processing') throw new Refusal(billingRefusals.payment_processing);
  if (status === 'paid') throw new Refusal(billingRefusals.payment_paid);
}

type Planned = Pick<EditedRow, 'status' | 'pay_on' | 'next_try_on'>;
type OtherDay = Pick<PaymentChange, 'adjustment' | 'pay_on'>;

/** @throws pay_on_past, pay_on_too_far, notice_needed */
export function refuseDay(row: Planned, { adjustment, pay_on }: OtherDay, facts: Facts): void {
  const { today, isByBank } = facts;
  if (pay_on && pay_on < today) throw refuseField(billingRefusals.pay_on_past, 'pay_on');
  if (pay_on && pay_on > addDays(today, FURTHEST_DAYS))
    throw refuseField(billingRefusals.pay_on_too_far, 'pay_on');
  // A payment waiting for the family has no debit day.
  const debitOn = pay_on ?? (row.status === 'scheduled' ? row.pay_on : row.next_try_on);
  if (!isByBank || !debitOn) return;
  const { other_amount, other_day } = earliestDays(facts);
  const refuse = (days: number, day: PlainDate) =>
    refuseField(billingRefusals.notice_needed, 'pay_on', { days, day: formatDate(day) });
  if (adjustment && debitOn < other_amount) throw refuse(NOTICE_OF_AMOUNT_DAYS, other_amount);
  if (pay_on && debitOn < other_day) throw refuse(NOTICE_OF_DAY_DAYS, other_day);
}

/** The family needs a mail about another amount or day, or a waiver (reliability 3.1). */
export const isNoticeNeeded = ({ adjustment, pay_on, waiver, receivedBy }: PaymentChange): boolean =>
  !receivedBy && Boolean(adjustment ?? pay_on ?? waiver);

/** @returns negative cents for a lower debt */
export const byHowMuch = (
  row: Pick<EditedRow, 'amount_cents'>,
  { adjustment, waiver }: PaymentChange,
): Cents => (waiver ? subtract(ZERO, row.amount_cents) : (adjustment?.byCents ?? ZERO));

export type Concession = { kind: ConcessionKind; amount_cents: Cents; reason: string };

/** A check or cash payment is a concession, because the portal cannot verify the money (MH2). */
export function concessionsOf(row: EditedRow, change: PaymentChange): Concession[] {
  const { waiver, adjustment, receivedBy } = change;
  const by = byHowMuch(row, change);
  const given: Concession[] = [];
  if (by < 0)
    given.push({
      kind: waiver ? 'waiver' : 'lowered',
      amount_cents: cents(-by),
      reason: (waiver ?? adjustment)!.reason,
    });
  if (receivedBy)
    given.push({
      kind: 'received',
      amount_cents: cents(row.amount_cents + by),
      reason:
        receivedBy === 'paymentTypeCheck'
          ? m.server_received_check_reason({ reference: change.words.reference ?? row.reference ?? '' })
          : m.server_received_cash_reason(),
    });
  return given;
}
