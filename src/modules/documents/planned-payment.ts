import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';

/** A payment before and after an amendment. */
export type PlannedPayment = {
  payment_number: number | null;
  what: 'kept' | 'changed' | 'cancelled' | 'new';
  pay_on_before: PlainDate | null;
  pay_on: PlainDate | null;
  amount_before_cents: Cents | null;
  amount_cents: Cents | null;
  moved_for_notice: boolean;
};

/** `Payment 2, Thu 10/01/2026` */
export function plannedPaymentName({ payment_number, pay_on, pay_on_before }: PlannedPayment): string {
  const day = pay_on ?? pay_on_before;
  const name = payment_number === null ? null : m.document_payment_number({ number: payment_number });
  return [name, day && formatDateWithWeekday(day)].filter(Boolean).join(', ');
}

/** What becomes of the amount and of the day (OF5.6). */
export function plannedPaymentText(payment: PlannedPayment): string {
  const { what, amount_before_cents, pay_on, pay_on_before, moved_for_notice } = payment;
  const before = amount_before_cents === null ? '' : formatMoney(amount_before_cents);
  const amounts = {
    kept: m.document_payment_kept(),
    changed: m.document_payment_changed({ before }),
    cancelled: m.document_payment_canceled({ before }),
    new: m.document_payment_new(),
  };
  const isMoved = pay_on !== null && pay_on_before !== null && pay_on !== pay_on_before;
  return [
    amounts[what],
    isMoved ? m.document_payment_was_due({ day: formatDateWithWeekday(pay_on_before) }) : '',
    moved_for_notice ? m.document_payment_moved() : '',
  ]
    .filter(Boolean)
    .join('. ');
}
