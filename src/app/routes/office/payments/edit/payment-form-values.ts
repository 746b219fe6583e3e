import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { usDate } from '#kit/rules/fields.ts';
import { cents, centsFromDollars, formatMoney, toDollars, type Cents } from '#kit/money.ts';
import { formatDate, parseUsDate } from '#kit/plain-date.ts';
import {
  AMOUNT_MAX,
  type paymentEditShape,
  type StaffPayment,
} from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { amountText, typedAmount } from '#app/forms/typed-amount.ts';

export const OUTCOMES = ['owed', 'check', 'cash', 'waived'] as const;
export type EditOutcome = (typeof OUTCOMES)[number];

export type PaymentFields = {
  outcome: EditOutcome;
  amount: string;
  pay_on: string;
  adjustment_reason: string;
  reference: string;
  notes: string;
};

const paymentAmount = amountText(cents(1), centsFromDollars(AMOUNT_MAX));

const amountOf = (typed: string): Cents | undefined =>
  paymentAmount.safeParse(typed).success ? typedAmount(typed) : undefined;

export function isOtherAmount(typed: string, { amount }: Pick<StaffPayment, 'amount'>): boolean {
  const amount_cents = amountOf(typed);
  return amount_cents !== undefined && amount_cents !== centsFromDollars(amount);
}

export function typedMoney(typed: string, { amount }: Pick<StaffPayment, 'amount'>): string {
  return formatMoney(amountOf(typed) ?? centsFromDollars(amount));
}

/** Another amount and a waiver need a reason, a check needs the number (M8). */
export function paymentForm(payment: StaffPayment) {
  return z
    .object({
      outcome: z.enum(OUTCOMES),
      amount: paymentAmount,
      pay_on: usDate(),
      adjustment_reason: z.string().trim().max(255),
      reference: z.string().trim().max(255),
      notes: z.string().trim().max(8192),
    })
    .refine(
      ({ outcome, amount, adjustment_reason }) =>
        adjustment_reason !== '' || !(outcome === 'waived' || isOtherAmount(amount, payment)),
      {
        path: ['adjustment_reason'],
        params: { rule: 'required' },
        when: () => true,
      },
    )
    .refine(({ outcome, reference }) => outcome !== 'check' || reference !== '', {
      path: ['reference'],
      error: () => m.server_check_number_missing(),
      when: () => true,
    });
}

export const fieldsOf = (payment: StaffPayment): PaymentFields => ({
  outcome: 'owed',
  amount: payment.amount.toFixed(2),
  pay_on: formatDate(payment.pay_on),
  adjustment_reason: '',
  reference: payment.reference ?? '',
  notes: payment.notes ?? '',
});

type Changed = Partial<Record<keyof PaymentFields, boolean | undefined>>;

/** Sends only changed fields, because a full update would undo another person's change. */
export function editOf(
  fields: PaymentFields,
  changed: Changed,
  payment: StaffPayment,
): z.input<typeof paymentEditShape> {
  const { outcome } = fields;
  const isAmount = outcome !== 'waived' && Boolean(changed.amount) && isOtherAmount(fields.amount, payment);
  return {
    version: payment.version,
    ...(isAmount && { amount: toDollars(typedAmount(fields.amount)!) }),
    ...(outcome === 'owed' && changed.pay_on && { pay_on: parseUsDate(fields.pay_on) }),
    ...((changed.reference || outcome === 'check') && { reference: fields.reference }),
    ...(changed.notes && { notes: fields.notes }),
    ...((isAmount || outcome === 'waived') && { adjustment_reason: fields.adjustment_reason }),
    ...(outcome === 'check' && { received_by: 'paymentTypeCheck' as const }),
    ...(outcome === 'cash' && { received_by: 'paymentTypeCash' as const }),
    ...(outcome === 'waived' && { is_waived: true }),
  };
}

export function newerFields(
  before: StaffPayment,
  after: StaffPayment,
): {
  field: 'amount' | 'pay_on' | 'status' | 'reference' | 'notes';
  before: StaffPayment;
  after: StaffPayment;
}[] {
  return (['amount', 'pay_on', 'status', 'reference', 'notes'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before, after }));
}
