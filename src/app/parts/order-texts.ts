import { m } from '#i18n/messages.js';
import { centsFromDollars, formatMoney } from '#kit/money.ts';
import type { Option } from '#modules/accounts/accounts.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';

/** Dollars of the wire as people read them: `$2,884.00`. */
export function dollarText(dollars: number): string {
  return formatMoney(centsFromDollars(dollars));
}

const paymentTypes: Record<string, () => string> = {
  paymentTypeNone: m.contract_type_none,
  paymentTypeCreditCard: m.contract_type_card,
  paymentTypeAch: m.contract_type_ach,
  paymentTypeCheck: m.contract_type_check,
  paymentTypeCash: m.contract_type_cash,
};

/** The name of a payment type by its option id; blank for one that is not known. */
export function paymentTypeText(options: readonly Option[], id: number | undefined): string {
  const key = options.find((option) => option.id === id)?.key;
  return (key && paymentTypes[key]?.()) ?? '';
}

export function studentName(order: Order): string {
  const { student } = order.order_detail.contract.contract_detail;
  return `${student.first_name} ${student.last_name}`;
}

/** Nothing is left to be paid (M2). */
export function isFullyPaid({ _order_due: due }: Pick<Order, '_order_due'>): boolean {
  return due === 0;
}

/** The state of a payment in a word: it never speaks by colour alone. */
export function paymentStateText(payment: Payment, dayText: (instant: string) => string): string {
  if (payment.is_processing) return m.contract_payment_processing();
  if (payment.paid_at) return m.contract_payment_paid({ on: dayText(payment.paid_at) });
  return m.contract_payment_scheduled();
}
