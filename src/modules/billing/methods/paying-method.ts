import { laterDay, type PlainDate } from '#kit/plain-date.ts';
import { isExpired } from './offered-methods.ts';

export type PayingMethod = {
  id: number;
  program_group_id: number | null;
  is_default: boolean;
  is_active: boolean;
  exp_month: number | null;
  exp_year: number | null;
  /** the family's last choice for payments to come; null for a method saved by a checkout only */
  chosen_at: Date | null;
  /** a bank's final refusal of a debit */
  returned_at: Date | null;
};

export type OutstandingPayment = {
  id: number;
  order_id: number;
  pay_on: PlainDate;
  next_try_on?: PlainDate | null;
  program_group_id: number;
  checkout_method_id: number | null;
  left_method_id: number | null;
  /** the contract authorizes no charge (decision 205) */
  is_on_paper: boolean;
  signed_at: Date;
};

type Due = { pay_on: PlainDate; next_try_on?: PlainDate | null };

/** The day of the next charge by the portal; today for an overdue payment (MC6). */
export const dayOfCharge = ({ pay_on, next_try_on = null }: Due, today: PlainDate): PlainDate =>
  laterDay(today, laterDay(pay_on, next_try_on));

type Payer = Pick<
  OutstandingPayment,
  'program_group_id' | 'checkout_method_id' | 'left_method_id' | 'is_on_paper' | 'signed_at'
>;

/**
 * Order: the method left for this order, unless the family has chosen another default since; the default of
 * the contract's group; the general default; the method of the checkout (M5, PM, decision 50). Of a contract
 * signed on paper only a default that the family has chosen since is charged (decision 205).
 * @returns undefined if the family has no method: the payment then fails with a notice
 */
export function choosePayingMethod<M extends PayingMethod>(
  methods: readonly M[],
  payment: Payer,
  on: PlainDate,
): M | undefined {
  const isChosenSince = ({ chosen_at }: M) => Number(chosen_at) > Number(payment.signed_at);
  const usable = methods.filter(
    (method) => method.is_active && !isExpired(method, on) && (!payment.is_on_paper || isChosenSince(method)),
  );
  const byDefault =
    usable.find((method) => method.is_default && method.program_group_id === payment.program_group_id) ??
    usable.find((method) => method.is_default && method.program_group_id === null);
  const left = usable.find((method) => method.id === payment.left_method_id);
  if (left && !(byDefault && isChosenSince(byDefault))) return left;
  return byDefault ?? left ?? usable.find((method) => method.id === payment.checkout_method_id);
}

export type AutomaticPayer = Payer & {
  /** the payment's last final return of a debit */
  returned_at: Date | null;
};

/**
 * Takes the choice of M5, unless the method would replace an account with a debit refused for good, of this
 * payment or of the payment before. A choice by the family after the return allows the method again (M5, M7).
 * @returns `isHeldBack` if the family has to choose the method first
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

/**
 * Finds the end of the method first in line but for the bank's refusal; 0 without such a method. A disputed
 * card stays first in line once expired: the family has been asked for another method, and none steps in.
 */
function replacedAt(methods: readonly PayingMethod[], payment: AutomaticPayer, on: PlainDate): number {
  const returned = methods
    .filter((method) => !method.is_active && method.returned_at && method.returned_at > payment.signed_at)
    .sort((a, b) => Number(b.returned_at) - Number(a.returned_at))
    .map((method) => ({ ...method, is_active: true, exp_month: null, exp_year: null, isReturned: true }));
  const others = methods.map((method) => ({ ...method, isReturned: false }));
  const first = choosePayingMethod([...returned, ...others], payment, on);
  return first?.isReturned ? Number(first.returned_at) : 0;
}

type Change<M> = { before: readonly M[]; after: readonly M[]; today: PlainDate };

/** A payment without a method before the change is no reason to refuse (M5). */
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
 * The chosen card counts even if another method would be charged instead. A card good on the day of an
 * overdue payment is left out: the email of the failure asks for another method (PM).
 */
export function expiringCardOf<M extends PayingMethod>(
  methods: readonly M[],
  payment: OutstandingPayment,
): M | undefined {
  const card = choosePayingMethod(
    methods.map((method) => ({ ...method, exp_month: null, exp_year: null, of: method })),
    payment,
    payment.pay_on,
  )?.of;
  return card && isExpired(card, payment.pay_on) ? card : undefined;
}
