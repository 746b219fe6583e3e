import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import type { ChargeToCome } from '#modules/billing/pay-now/pay-now.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { chargedText } from '#app/payments/charged-text.ts';
import { methodName } from '#app/payments/saved-methods.tsx';
import { isAidAwaited } from './aid-texts.ts';
import { dollarText, paidStateOf, troubleOf } from './order-texts.ts';

/** An order in force, placed by staff, whose texts the family has not accepted (H10). */
export const isToAccept = (order: Order): boolean =>
  order.staff_placed !== null &&
  order.staff_placed.accepted_at === null &&
  (order.is_active || isAidAwaited(order));

function endedText(order: Order): string {
  const paid = paidStateOf(order);
  return paid.is === 'refunded'
    ? m.contract_order_is_ended_refunded({ amount: dollarText(paid.amount) })
    : m.contract_order_is_ended();
}

function signedText(order: Order): string {
  const { _order_due: due, payments } = order;
  const trouble = troubleOf(order);
  if (trouble) return m.contract_order_is_failed({ n: trouble.payment_number });
  const paid = paidStateOf(order);
  if (paid.is === 'open') return m.contract_order_is_due({ amount: dollarText(due) });
  if (paid.is === 'refunded') return m.contract_order_is_refunded({ amount: dollarText(paid.amount) });
  return payments.some(({ is_processing }) => is_processing)
    ? m.contract_order_is_processing()
    : m.contract_order_is_paid();
}

/** The state of an order in one sentence (MP8). */
export function orderStateText(order: Order): string {
  if (isAidAwaited(order)) return m.contract_order_is_aid();
  if (!order.is_active) return endedText(order);
  return isToAccept(order) ? m.contract_order_is_to_accept() : signedText(order);
}

const byDay = (a: Payment, b: Payment) =>
  a.pay_on.localeCompare(b.pay_on) || a.payment_number - b.payment_number;

/** In order of their days: a late congestion fee can be due before payments planned at the sale. */
export const paymentsByDay = ({ payments }: Pick<Order, 'payments'>): Payment[] => [...payments].sort(byDay);

/** The earliest unpaid payment (M2); an ended order asks for nothing (MC4). */
export function nextPaymentOf(order: Pick<Order, 'is_active' | 'payments'>): Payment | undefined {
  if (!order.is_active) return undefined;
  return paymentsByDay(order).find(({ paid_at, status }) => paid_at === null && status !== 'cancelled');
}

/** @param charge  the plan of the collection (MC5); undefined before the answer */
export function nextChargeText(payment: Payment, charge: ChargeToCome | undefined): string {
  if (payment.status === 'in_flight') return m.contract_payment_in_flight();
  if (charge?.is_held_back) return m.contract_charge_held_back();
  const day = formatDateWithWeekday(charge?.pay_on ?? payment.pay_on);
  if (charge?.planned) {
    const { total_cents, surcharge_cents } = charge.planned;
    const on = { day, amount: formatMoney(total_cents) };
    return chargedText(on, { method: methodName(charge.planned), surcharge_cents });
  }
  const due = m.contract_later_due({ day, amount: dollarText(payment.amount) });
  return charge ? `${due} ${m.contract_payment_needs_method()}` : due;
}
