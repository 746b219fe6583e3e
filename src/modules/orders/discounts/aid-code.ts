import { centsFromDollars, formatMoney, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

/** A financial aid code as the catalog stores it. */
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
  /** the member of the staff who drew it; null for one of the season */
  made_by_id: number | null;
};

/**
 * Whether a code opens financial aid for a student today. It is good through the whole day on which
 * it expires. Without a student, as on the first check in the wizard, a code of one student is good (A5).
 */
export function isUsableAidCode(code: AidCodeFacts, today: PlainDate, student_id: number | null): boolean {
  const hasExpired = code.expires_on !== null && code.expires_on < today;
  const isUsedUp = code.max_uses !== null && code.uses >= code.max_uses;
  const isAnothers = code.student_id !== null && student_id !== null && code.student_id !== student_id;
  return !hasExpired && !isUsedUp && !isAnothers;
}

/**
 * Financial aid as it is signed: what the family pays for the year, whether staff must confirm it, and
 * whether its order waits until they have.
 */
export type AppliedAid = {
  code_id: number;
  code: string;
  amount: Cents;
  to_confirm: boolean;
  is_awaited: boolean;
  /** who of the staff awarded it with a code; null for any other aid */
  awarded_by_id: number | null;
  /** the order of the same aid whose charge was refused after the office had confirmed it */
  confirmed_with: number | null;
};

/**
 * The aid that a verified code gives for the typed amount.
 * @throws aid_amount_awarded  when the code carries an amount and another was typed
 * @throws aid_amount_below_floor  when it carries a floor and less was typed
 * Source: A5, A6
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
