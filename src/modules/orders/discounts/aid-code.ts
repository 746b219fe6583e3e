import { centsFromDollars, formatMoney, type Cents } from '#kit/money.ts';
import { pick } from '#kit/pick.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import type { ReadyAward } from '#modules/aid/award-price.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

export type AidCodeFacts = {
  id: number;
  code: string;
  awarded_amount: Cents | null;
  least_amount: Cents | null;
  needs_confirmation: boolean;
  expires_on: PlainDate | null;
  max_uses: number | null;
  uses: number;
  student_id: number | null;
  /** null for a code of the season */
  made_by_id: number | null;
};

/**
 * The expiry day still counts. Without a student, as in the wizard's first check, a code bound to a student
 * is usable (A5).
 */
export function isUsableAidCode(code: AidCodeFacts, today: PlainDate, student_id: number | null): boolean {
  const hasExpired = code.expires_on !== null && code.expires_on < today;
  const isUsedUp = code.max_uses !== null && code.uses >= code.max_uses;
  const isAnothers = code.student_id !== null && student_id !== null && code.student_id !== student_id;
  return !hasExpired && !isUsedUp && !isAnothers;
}

/** `amount`: the family's contribution for the year; `is_awaited`: the order waits for the confirmation. */
export type AppliedAid = {
  /** null for an award that no order has used: the row is made at signing */
  code_id: number | null;
  /** the award of a school for the child, by its code (OF7.4) */
  award?: ReadyAward;
  code: string;
  amount: Cents;
  to_confirm: boolean;
  is_awaited: boolean;
  awarded_by_id: number | null;
  /** the earlier order with the same confirmed aid and a refused charge */
  confirmed_with: number | null;
};

/**
 * @throws aid_amount_awarded if the code carries an amount and the typed amount differs;
 *   aid_amount_below_floor (A5, A6)
 */
export function applyAid(code: AidCodeFacts, typedDollars: number): AppliedAid {
  const amount = centsFromDollars(typedDollars);
  if (code.awarded_amount !== null && code.awarded_amount !== amount) {
    throw refuseField(orderRefusals.aid_amount_awarded, 'financial_aid.amount', {
      amount: formatMoney(code.awarded_amount),
    });
  }
  if (code.least_amount !== null && amount < code.least_amount) {
    throw refuseField(orderRefusals.aid_amount_below_floor, 'financial_aid.amount', {
      amount: formatMoney(code.least_amount),
    });
  }
  const is_awaited = code.needs_confirmation;
  const to_confirm = is_awaited || code.awarded_amount === null;
  const awarded_by_id = code.awarded_amount === null ? null : code.made_by_id;
  const aid = { code_id: code.id, code: code.code, amount, to_confirm, is_awaited };
  return { ...aid, awarded_by_id, confirmed_with: null };
}

/** The sum of an award is computed on the selection. @throws aid_amount_awarded for another typed amount */
export function applyAward(award: ReadyAward, typedDollars: number): AppliedAid {
  const { amount, needs_confirmation: is_awaited } = award;
  if (centsFromDollars(typedDollars) !== amount)
    throw refuseField(orderRefusals.aid_amount_awarded, 'financial_aid.amount', {
      amount: formatMoney(amount),
    });
  return {
    ...pick(award, ['code_id', 'code', 'amount']),
    award,
    to_confirm: is_awaited,
    is_awaited,
    awarded_by_id: award.made_by_id,
    confirmed_with: null,
  };
}
