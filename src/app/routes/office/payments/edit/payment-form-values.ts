import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { usDate } from '#kit/rules/fields.ts';
import { cents, centsFromDollars, formatMoney, subtract, toDollars, type Cents } from '#kit/money.ts';
import { formatDate, parseUsDate } from '#kit/plain-date.ts';
import {
  AMOUNT_MAX,
  type PaymentBeside,
  type paymentEditShape,
  type StaffPayment,
} from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { shareOut } from '#modules/billing/staff-edits/share-out.ts';
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
  /** by `p` and the id: the other payments that the same check or cash pays (MC12) */
  also: Record<string, boolean>;
  refund_number: string;
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
      also: z.record(z.string(), z.boolean()),
      refund_number: z.string().trim().max(255),
    })
    .refine(
      ({ outcome, amount, adjustment_reason }) =>
        adjustment_reason !== '' ||
        !(outcome === 'waived' || (outcome === 'owed' && isOtherAmount(amount, payment))),
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
  also: Object.fromEntries(payment.owed_beside.map((one) => [alsoKey(one), false])),
  refund_number: '',
});

export const alsoKey = ({ id }: Pick<PaymentBeside, 'id'>): string => `p${id}`;

type Came = Pick<PaymentFields, 'amount' | 'also'>;
export type Share = {
  payment: Pick<PaymentBeside, 'id' | 'order_id' | 'payment_number' | 'pay_on'>;
  share_cents: Cents;
  rest_cents: Cents;
};

/** What comes pays this payment first, then the checked ones in the order of their days (MC12). */
export function sharesOf(
  { amount, also }: Came,
  payment: StaffPayment,
): { shares: Share[]; surplus_cents: Cents; isRestOfThis: boolean } {
  const paid = [payment, ...payment.owed_beside.filter((one) => also[alsoKey(one)])];
  const owed = paid.map((one) => centsFromDollars(one.amount));
  const { shares, surplus_cents } = shareOut(amountOf(amount) ?? owed[0]!, owed);
  return {
    shares: paid.map((one, nr) => ({
      payment: one,
      share_cents: shares[nr]!,
      rest_cents: subtract(owed[nr]!, shares[nr]!),
    })),
    surplus_cents,
    isRestOfThis: shares[0]! < owed[0]!,
  };
}

type Changed = Partial<Record<Exclude<keyof PaymentFields, 'also'>, boolean | undefined>>;

/** Sends only changed fields, because a full update would undo another person's change. */
export function editOf(
  fields: PaymentFields,
  changed: Changed,
  payment: StaffPayment,
): z.input<typeof paymentEditShape> {
  const { outcome } = fields;
  const isAmount = outcome === 'owed' && Boolean(changed.amount) && isOtherAmount(fields.amount, payment);
  return {
    version: payment.version,
    ...(isAmount && { amount: toDollars(typedAmount(fields.amount)!) }),
    ...(outcome === 'owed' && changed.pay_on && { pay_on: parseUsDate(fields.pay_on) }),
    ...((changed.reference || outcome === 'check') && { reference: fields.reference }),
    ...(changed.notes && { notes: fields.notes }),
    ...((isAmount || outcome === 'waived') && { adjustment_reason: fields.adjustment_reason }),
    ...(outcome === 'check' && { received_by: 'paymentTypeCheck' as const }),
    ...(outcome === 'cash' && { received_by: 'paymentTypeCash' as const }),
    ...((outcome === 'check' || outcome === 'cash') && receivedOf(fields, changed, payment)),
    ...(outcome === 'waived' && { is_waived: true }),
  };
}

/** Nothing for the usual case: the full amount of this payment alone. */
function receivedOf(fields: PaymentFields, changed: Changed, payment: StaffPayment) {
  const others = payment.owed_beside.filter((one) => fields.also[alsoKey(one)]);
  const { surplus_cents, isRestOfThis } = sharesOf(fields, payment);
  if (others.length === 0 && !isOtherAmount(fields.amount, payment)) return {};
  return {
    received: toDollars(typedAmount(fields.amount)!),
    also: others.map(({ id: payment_id, order_id, version }) => ({ order_id, payment_id, version })),
    ...(isRestOfThis && changed.pay_on && { pay_on: parseUsDate(fields.pay_on) }),
    ...(surplus_cents > 0 && { refund_number: fields.refund_number }),
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
