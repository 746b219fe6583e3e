import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import type { Order } from '#modules/orders/orders.contract.ts';

export { aidStateText } from '#modules/orders/aid-state-texts.ts';

type OrderAid = NonNullable<Order['order_detail']['contract']['contract_detail']['financial_aid']>;

const aidOf = (order: Order): OrderAid | null => order.order_detail.contract.contract_detail.financial_aid;

/** Nothing is charged before the office confirms the aid (A6). */
export const isAidAwaited = (order: Order): boolean => aidOf(order)?.is_awaited ?? false;

/** Orders without a charge are shown to the family during and after the review of the aid. */
export const isShownForAid = (order: Order): boolean =>
  isAidAwaited(order) || aidOf(order)?.state === 'declined';

type DatedPayment = { id: number; text: string; amount: number };

/**
 * With aid, the payments of the aid replace those of the term (A3, MP3); a congestion fee and the rest of
 * declined aid are payments of their own.
 * @returns null for an order without aid
 */
export function aidPayments(order: Order): DatedPayment[] | null {
  if (!aidOf(order)) return null;
  return order.payments
    .filter(({ is_congestion_fee, is_aid_difference }) => !is_congestion_fee && !is_aid_difference)
    .map(({ id, pay_on, amount }) => ({ id, text: formatDate(pay_on), amount }));
}

export function aidDaysText(days: number): string {
  if (days === 0) return m.office_aid_today();
  return days === 1 ? m.office_aid_day() : m.office_aid_days({ n: days });
}

export function aidNotice({ state, is_awaited, reason }: OrderAid): string | null {
  if (state === 'to_confirm') return is_awaited ? m.contract_aid_awaited() : m.contract_aid_being_confirmed();
  return state === 'declined' ? m.contract_aid_was_declined({ reason: reason ?? '' }) : null;
}
