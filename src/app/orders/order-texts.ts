import { m } from '#i18n/messages.js';
import { centsFromDollars, formatMoney, subtract, sum, toDollars, ZERO } from '#kit/money.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { Option } from '#modules/accounts/accounts.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import { PAYMENT_ADJUSTMENT, type Payment, type Transaction } from '#modules/billing/billing.contract.ts';
import { fullName } from '#kit/text/full-name.ts';

type Route = Order['order_detail']['contract']['contract_detail']['route'];

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
  return fullName(student);
}

/** A route as it is read out: what stands before its name leads to it, what stands after is a note. */
export function routeText({ text_before, name, text_after }: Route): string {
  const lead = [text_before.trim(), name].filter(Boolean).join(' ');
  return [lead, text_after.trim()].filter(Boolean).join(' · ');
}

/** Where an order stands for its family: paid in full is only good news while nothing was given back. */
export type PaidState =
  | { is: 'open' }
  | { is: 'paid' }
  | { is: 'inactive' }
  | { is: 'refunded'; amount: number };

/** Money that went back; what staff took off a payment is an adjustment too, and was never paid. */
const isOfRefund = (line: Transaction) =>
  line.is_success && line.is_adjustment && line.description_detail !== PAYMENT_ADJUSTMENT;

/** A refund that came back to us is a line against it. */
const backCentsOf = ({ is_credit, value }: Transaction) => {
  const valueCents = centsFromDollars(value);
  return is_credit ? valueCents : subtract(ZERO, valueCents);
};

export function paidStateOf(order: Pick<Order, 'is_active' | '_order_due' | 'transactions'>): PaidState {
  const backCents = sum(order.transactions.filter(isOfRefund).map(backCentsOf));
  if (backCents > 0 && isFullyPaid(order)) return { is: 'refunded', amount: toDollars(backCents) };
  if (!order.is_active) return { is: 'inactive' };
  return isFullyPaid(order) ? { is: 'paid' } : { is: 'open' };
}

/** The same in words; what is still open has an amount or a date of its own. */
export function paidStateText(state: Exclude<PaidState, { is: 'open' }>): string {
  if (state.is === 'refunded') return m.contract_paid_refunded({ amount: dollarText(state.amount) });
  return state.is === 'inactive' ? m.contract_paid_inactive() : m.contract_fully_paid();
}

/** Nothing is left to be paid (M2). */
export function isFullyPaid({ _order_due: due }: Pick<Order, '_order_due'>): boolean {
  return due === 0;
}

/** The bills whose bank debit came back; money that staff gave back is an adjustment (M3, M6). */
export function returnedInvoices({ transactions }: Pick<Order, 'transactions'>): Set<number | null> {
  return new Set(
    transactions
      .filter((line) => line.is_credit && !line.is_adjustment)
      .map((line) => line.user_accounting_invoice_id),
  );
}

/** What became of a payment that could not be collected, and what comes next (M6, M7). */
function troubleText({ status, next_try_on }: Payment): string {
  if (status === 'needs_method') return m.contract_payment_needs_method();
  const what = status === 'returned' ? m.contract_payment_returned() : m.contract_payment_declined();
  const next = next_try_on
    ? m.contract_payment_next_try({ day: formatDateWithWeekday(next_try_on) })
    : m.contract_payment_waits();
  return `${what} ${next}`;
}

/** What a payment is called: by its number, and what came after the sale by its own name as well (S4, A6). */
export function paymentName({
  payment_number: n,
  is_congestion_fee,
  is_aid_difference,
}: Pick<Payment, 'payment_number' | 'is_congestion_fee' | 'is_aid_difference'>): string {
  if (is_congestion_fee) return m.contract_payment_fee({ n });
  return is_aid_difference ? m.contract_payment_aid({ n }) : m.contract_payment_number({ n });
}

/** The state of a payment in words, because color alone is not enough. */
export function paymentStateText(payment: Payment, dayText: (instant: string) => string): string {
  if (payment.is_processing && payment.paid_at)
    return m.contract_payment_processing({ on: dayText(payment.paid_at) });
  if (payment.paid_at) return m.contract_payment_paid({ on: dayText(payment.paid_at) });
  if (isStuck(payment.status)) return troubleText(payment);
  return payment.status === 'in_flight' ? m.contract_payment_in_flight() : m.contract_payment_scheduled();
}

/** The payment of an order that its family should know of first; undefined while all is well. */
export function troubleOf({
  is_active,
  payments,
}: Pick<Order, 'is_active' | 'payments'>): Payment | undefined {
  const inTrouble = is_active ? payments.filter(({ status }) => isStuck(status)) : [];
  return inTrouble.find(({ next_try_on }) => next_try_on === null) ?? inTrouble[0];
}
