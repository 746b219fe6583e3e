import type { PlainDate } from '#kit/plain-date.ts';
import { isExpired } from './offered-methods.ts';

/** A saved method as the choice sees it. */
export type PayingMethod = {
  id: number;
  /** null is general use */
  program_group_id: number | null;
  is_default: boolean;
  is_active: boolean;
  exp_month: number | null;
  exp_year: number | null;
  /** when the family last said that it pays what is to come; null for one that a checkout alone has saved */
  chosen_at: Date | null;
  /** when its bank refused a debit for good; null for any other */
  returned_at: Date | null;
};

/** A payment that is still to be made. */
export type OutstandingPayment = {
  id: number;
  order_id: number;
  pay_on: PlainDate;
  /** the group of its contract */
  program_group_id: number;
  /** what the order's first charge was made with; null where nothing was due */
  checkout_method_id: number | null;
  /** what the family left for this order where nothing was due at its checkout */
  left_method_id: number | null;
  /** when the contract was signed */
  signed_at: Date;
};

/** The day on which a payment is charged by itself: an overdue payment is charged today. */
export const dayOfCharge = ({ pay_on }: { pay_on: PlainDate }, today: PlainDate): PlainDate =>
  pay_on > today ? pay_on : today;

/** What the choice needs to know of a payment. */
type Payer = Pick<
  OutstandingPayment,
  'program_group_id' | 'checkout_method_id' | 'left_method_id' | 'signed_at'
>;

/**
 * The method that a later payment is charged to: the one that was left for this order, unless the family has
 * made another one the default since; else the default of the contract's group, else the general default,
 * else the one used at checkout. Deactivated and expired ones are passed over.
 * @param on  the day of the charge
 * @returns undefined when the family has none left: the payment then fails with a notice
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

/** A payment as the charge by itself needs to know it. */
export type AutomaticPayer = Payer & {
  /** when a debit of this payment last came back for good; null when none did */
  returned_at: Date | null;
};

/**
 * The method that a later payment may be charged to without an act of the family: the choice of M5, unless it
 * would step in for an account whose bank has refused a debit for good, of this payment or of the one before.
 * It may again once the family has chosen it after the return.
 * @returns `method` undefined when none may be charged; `isHeldBack` when there is one that the family has
 *   to choose first
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

/** When the account that would pay if its bank had not refused it came to its end; 0 when there is none. */
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
 * The first payment to come that a change of the saved methods would leave without any; undefined when each
 * keeps one. One that had none before is no reason to refuse.
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
 * The card that a family has chosen for a payment but that has expired by its day, also where another method
 * would step in; undefined when the chosen one is good.
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
