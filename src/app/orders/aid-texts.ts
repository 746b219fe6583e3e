import { m } from '#i18n/messages.js';
import type { AidState } from '#modules/orders/aid.states.ts';
import type { Order } from '#modules/orders/orders.contract.ts';

type OrderAid = NonNullable<Order['order_detail']['contract']['contract_detail']['financial_aid']>;

const aidOf = (order: Order): OrderAid | null => order.order_detail.contract.contract_detail.financial_aid;

/** Whether nothing is charged for an order before the office has confirmed its aid (A6). */
export const isAidAwaited = (order: Order): boolean => aidOf(order)?.is_awaited ?? false;

/** Whether an order without a charge is shown to its family: it waits for its aid, or was declined then. */
export const isShownForAid = (order: Order): boolean =>
  isAidAwaited(order) || aidOf(order)?.state === 'declined';

const states: Record<AidState, () => string> = {
  awarded: m.contract_aid_state_awarded,
  to_confirm: m.contract_aid_state_to_confirm,
  confirmed: m.contract_aid_state_confirmed,
  declined: m.contract_aid_state_declined,
};

/** Where aid stands, in the words of staff's lists. */
export const aidStateText = (state: AidState): string => states[state]();

/** How long aid has waited for the office. */
export function aidDaysText(days: number): string {
  if (days === 0) return m.office_aid_today();
  return days === 1 ? m.office_aid_day() : m.office_aid_days({ n: days });
}

/** What a family reads about aid that its school has not awarded; null for any other. */
export function aidNotice({ state, is_awaited, reason }: OrderAid): string | null {
  if (state === 'to_confirm') return is_awaited ? m.contract_aid_awaited() : m.contract_aid_being_confirmed();
  return state === 'declined' ? m.contract_aid_was_declined({ reason: reason ?? '' }) : null;
}
