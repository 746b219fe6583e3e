import { m } from '#i18n/messages.js';
import { centsFromDollars, formatMoney, subtract, sum, toDollars, ZERO } from '#kit/money.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { Option } from '#modules/accounts/accounts.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import {
  PAYMENT_ADJUSTMENT,
  PAYMENT_MISTAKE,
  type Payment,
  type Transaction,
} from '#modules/billing/billing.contract.ts';
import { fullName } from '#kit/text/full-name.ts';

type Route = Order['order_detail']['contract']['contract_detail']['route'];

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

export function paymentTypeText(options: readonly Option[], id: number | undefined): string {
  const key = options.find((option) => option.id === id)?.key;
  return (key && paymentTypes[key]?.()) ?? '';
}

export function studentName(order: Order): string {
  const { student } = order.order_detail.contract.contract_detail;
  return fullName(student);
}

/** Text before the name leads to the name; text after the name is a note. */
export function routeText({ text_before, name, text_after }: Route): string {
  const lead = [text_before.trim(), name].filter(Boolean).join(' ');
  return [lead, text_after.trim()].filter(Boolean).join(' · ');
}

/** The state of an order for the family; "paid in full" only without refunds. */
export type PaidState =
  | { is: 'open' }
  | { is: 'paid' }
  | { is: 'inactive' }
  | { is: 'refunded'; amount: number };

/** Adjustments of staff besides refunds were never paid. */
const isOfRefund = (line: Transaction) =>
  line.is_success && line.is_adjustment && line.description_detail !== PAYMENT_ADJUSTMENT;

/** A returned refund is a line against the refund. */
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

export function paidStateText(state: Exclude<PaidState, { is: 'open' }>): string {
  if (state.is === 'refunded') return m.contract_paid_refunded({ amount: dollarText(state.amount) });
  return state.is === 'inactive' ? m.contract_paid_inactive() : m.contract_fully_paid();
}

/** Nothing is due (M2). */
export function isFullyPaid({ _order_due: due }: Pick<Order, '_order_due'>): boolean {
  return due === 0;
}

export type Undone = 'returned' | 'stopped' | 'mistake';

/** Invoices of a payment that came back or was taken back; refunds by staff are adjustments (M3, M6, MC9). */
export function undoneInvoices({
  transactions,
  invoices,
}: Pick<Order, 'transactions' | 'invoices'>): Map<number | null, Undone> {
  const stopped = invoices.filter(({ is_stopped }) => is_stopped).map(({ id }) => id);
  const howOf = ({ user_accounting_invoice_id: id, description_detail }: Transaction): Undone => {
    if (description_detail === PAYMENT_MISTAKE) return 'mistake';
    return id !== null && stopped.includes(id) ? 'stopped' : 'returned';
  };
  return new Map(
    transactions
      .filter((line) => line.is_credit && !line.is_adjustment)
      .map((line) => [line.user_accounting_invoice_id, howOf(line)]),
  );
}

type UndoneTexts = Record<'dueAgain' | 'ended' | 'free', () => string>;

const undoneTexts: Record<Undone, UndoneTexts> = {
  returned: {
    dueAgain: m.contract_receipt_returned,
    ended: m.contract_receipt_returned_ended,
    free: m.contract_receipt_returned_free,
  },
  stopped: {
    dueAgain: m.contract_receipt_stopped,
    ended: m.contract_receipt_stopped_ended,
    free: m.contract_receipt_stopped_free,
  },
  mistake: {
    dueAgain: m.contract_receipt_mistake,
    ended: m.contract_receipt_mistake_ended,
    free: m.contract_receipt_mistake_free,
  },
};

type Owed = Pick<Order, 'is_active'> & { is_owed_by_nobody?: boolean | undefined };

/** The note on the receipt of an undone payment; what nobody owes asks for nothing (MC4, MC8). */
export const undoneReceiptText = ({ is_active, is_owed_by_nobody }: Owed, how: Undone): string =>
  undoneTexts[how][!is_active ? 'ended' : is_owed_by_nobody ? 'free' : 'dueAgain']();

// With the sum that was tried, its fee included (MP4).
const returnedText = (tried: Payment['tried']): string =>
  tried === null
    ? m.contract_payment_returned()
    : m.contract_payment_returned_sum({ amount: dollarText(tried) });
const declinedText = (tried: Payment['tried']): string =>
  tried === null
    ? m.contract_payment_declined()
    : m.contract_payment_declined_sum({ amount: dollarText(tried) });

/** The failed collection and the next step (M6, M7). */
function troubleText({ status, next_try_on, tried }: Payment): string {
  if (status === 'needs_method') return m.contract_payment_needs_method();
  const what = (status === 'returned' ? returnedText : declinedText)(tried);
  const next = next_try_on
    ? m.contract_payment_next_try({ day: formatDateWithWeekday(next_try_on) })
    : m.contract_payment_waits();
  return `${what} ${next}`;
}

/** Later charges and parts of payments have names of their own (S4, A6, MC12). */
export function paymentName({
  payment_number: n,
  is_congestion_fee,
  is_aid_difference,
  part_of,
  is_surplus,
}: Pick<
  Payment,
  'payment_number' | 'is_congestion_fee' | 'is_aid_difference' | 'part_of' | 'is_surplus'
>): string {
  if (is_surplus) return m.contract_payment_surplus();
  if (part_of !== null) return m.contract_payment_part({ n: part_of });
  if (is_congestion_fee) return m.contract_payment_fee({ n });
  return is_aid_difference ? m.contract_payment_aid({ n }) : m.contract_payment_number({ n });
}

export function paymentStateText(payment: Payment, dayText: (instant: string) => string): string {
  if (payment.is_processing && payment.paid_at)
    return m.contract_payment_processing({ on: dayText(payment.paid_at) });
  if (payment.paid_at) return m.contract_payment_paid({ on: dayText(payment.paid_at) });
  if (isStuck(payment.status)) return troubleText(payment);
  return payment.status === 'in_flight' ? m.contract_payment_in_flight() : m.contract_payment_scheduled();
}

export function troubleOf({
  is_active,
  payments,
}: Pick<Order, 'is_active' | 'payments'>): Payment | undefined {
  const inTrouble = is_active ? payments.filter(({ status }) => isStuck(status)) : [];
  return inTrouble.find(({ next_try_on }) => next_try_on === null) ?? inTrouble[0];
}
