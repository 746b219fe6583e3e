import type { PlainDate } from '#kit/plain-date.ts';
import { isExpired } from './payment-method-choice.ts';

type Candidate = {
  id: number;
  /** null serves every group */
  programGroupId: number | null;
  isDefault: boolean;
  isActive: boolean;
  expMonth: number | null;
  expYear: number | null;
};

type Order = {
  program_group_id: number;
  /** what checkout was paid with; null when nothing was due then */
  checkout_method_id: number | null;
  today: PlainDate;
};

/**
 * The method that a later payment of an order is charged to: the default of the contract's program group, else
 * the general default, else the method used at checkout. One that was deleted or has expired counts as none.
 * @param methods  every saved method of the family
 * @returns undefined when the payment cannot be charged until the family adds a method
 * Source: M5
 */
export function collectingMethod<M extends Candidate>(methods: readonly M[], order: Order): M | undefined {
  const usable = methods.filter(
    ({ isActive, expMonth, expYear }) => isActive && !isExpired({ exp_month: expMonth, exp_year: expYear }, order.today),
  );
  const defaultOf = (group: number | null) => usable.find((method) => method.isDefault && method.programGroupId === group);
  return defaultOf(order.program_group_id) ?? defaultOf(null) ?? usable.find(({ id }) => id === order.checkout_method_id);
}
