import type { PlainDate } from '#kit/plain-date.ts';
import { isExpired } from './offered-methods.ts';

export type PayingMethod = {
  id: number;
  /** null is general use */
  program_group_id: number | null;
  is_default: boolean;
  is_active: boolean;
  exp_month: number | null;
  exp_year: number | null;
  /** time of the family's last choice for payments to come; null for a method saved by a checkout only */
  chosen_at: Date | null;
  /** time of a bank's final refusal of a debit; else null */
  returned_at: Date | null;
};

export type OutstandingPayment = {
  id: number;
  order_id: number;
  pay_on: PlainDate;
  /** the group of the contract */
  program_group_id: number;
  /** method of the order's first charge; null if nothing was due */
  checkout_method_id: number | null;
  /** method left by the family for an order without a payment at checkout */
  left_method_id: number | null;
  signed_at: Date;
};

/** The day of the automatic charge: an overdue payment is charged today. */
export const dayOfCharge = ({ pay_on }: { pay_on: PlainDate }, today: PlainDate): PlainDate =>
  pay_on > today ? pay_on : today;

type Payer = Pick<
  OutstandingPayment,
  'program_group_id' | 'checkout_method_id' | 'left_method_id' | 'signed_at'
>;

/**
 * Chooses the method for a later payment: the method left for this order, unless the family has chosen
 * another default since; else the default of the contract's group, else the general default, else the method
 * of the checkout. Deactivated and expired methods are skipped.
 * @param on the day of the charge
 * @returns undefined if the family has no method: the payment then fails with a notice
 * Source: M5, PM; decision 50
 */
export function choosePayingMethod<M extends PayingMethod>(
  methods: readonly M[],
  payment: Payer,
  on: PlainDate,
): M | undefined {
  const usable = methods.filter((method) => method.is_active && !isExpired(method, on));
  const byDefault =
    usable.find((method) => method.is_default && method.program_group_id === payment.program_group_id) ??
    usable.find((method) => method.is_default && method.program_group_id === null);
  const left = usable.find((method) => method.id === payment.left_method_id);
  const isReplaced = Number(byDefault?.chosen_at ?? 0) > Number(payment.signed_at);
  if (left && !isReplaced) return left;
  return byDefault ?? left ?? usable.find((method) => method.id === payment.checkout_method_id);
}

export type AutomaticPayer = Payer & {
  /** time of the payment's last final return of a debit; null without a return */
  returned_at: Date | null;
};

/**
 * Chooses the method for a charge without an act of the family: the choice of M5, unless the method would
 * replace an account with a debit refused for good, of this payment or of the payment before. A choice by the
 * family after the return allows the method again.
 * @returns `method` undefined if no method may be charged; `isHeldBack` if the family has to choose the
 *   method first
 * Source: M5, M7
 */
export function chooseAutomatic<M extends PayingMethod>(
  methods: readonly M[],
  payment: AutomaticPayer,
  on: PlainDate,
): { method: M | undefined; isHeldBack: boolean } {
  const method = choosePayingMethod(methods, payment, on);
  if (!method) return { method, isHeldBack: false };
  const lastReturn = Math.max(payment.returned_at?.getTime() ?? 0, replacedAt(methods, payment, on));
  const isHeldBack = lastReturn > 0 && (method.chosen_at?.getTime() ?? 0) <= lastReturn;
  return isHeldBack ? { method: undefined, isHeldBack } : { method, isHeldBack };
}

/** Finds the end of the account first in line but for the bank's refusal; 0 without such an account. */
function replacedAt(methods: readonly PayingMethod[], payment: AutomaticPayer, on: PlainDate): number {
  const returned = methods
    .filter((method) => !method.is_active && method.returned_at && method.returned_at > payment.signed_at)
    .sort((a, b) => Number(b.returned_at) - Number(a.returned_at))
    .map((method) => ({ ...method, is_active: true, isReturned: true }));
  const others = methods.map((method) => ({ ...method, isReturned: false }));
  const first = choosePayingMethod([...returned, ...others], payment, on);
  return first?.isReturned ? Number(first.returned_at) : 0;
}

type Change<M> = { before: readonly M[]; after: readonly M[]; today: PlainDate };

/**
 * Finds the first payment to come left without a method by a change; undefined if every payment keeps a
 * method. A payment without a method before the change is no reason to refuse.
 * Source: M5
 */
export function firstUnpayable<P extends OutstandingPayment, M extends PayingMethod>(
  due: readonly P[],
  { before, after, today }: Change<M>,
): P | undefined {
  return [...due]
    .sort((a, b) => a.pay_on.localeCompare(b.pay_on))
    .find((payment) => {
      const on = dayOfCharge(payment, today);
      return (
        choosePayingMethod(before, payment, on) !== undefined &&
        choosePayingMethod(after, payment, on) === undefined
      );
    });
}

/**
 * Finds the chosen card of a payment expired by the payment's day, even if another method would be charged
 * instead; undefined for a good method.
 * Source: PM
 */
export function expiringCardOf<M extends PayingMethod>(
  methods: readonly M[],
  payment: OutstandingPayment,
  today: PlainDate,
): M | undefined {
  const on = dayOfCharge(payment, today);
  const card = choosePayingMethod(
    methods.map((method) => ({ ...method, exp_month: null, exp_year: null, of: method })),
    payment,
    on,
  )?.of;
  return card && isExpired(card, on) ? card : undefined;
}
