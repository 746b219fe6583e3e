import { toDollars, type Cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { claimAward } from '#modules/aid/award-use.service.ts';
import { findSoldProgram } from '#modules/catalog/routes/selling.service.ts';
import { findAidCode } from '#modules/catalog/routes/selling.service.ts';
import { getStudent } from '#modules/students/students.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { isUsableAidCode } from './aid-code.ts';
import { CHECKED, countCodeAttempt } from './code-attempts.service.ts';
import { isMistyped } from '#modules/orders/contracts/contract-number.ts';
import { findSiblingDiscountPlace } from './discounts.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { numberThatEarns } from './sibling-number.service.ts';

type Deps = { db: Database; clock: Clock };

type NumberDeps = Deps & { vault: Vault };

/**
 * A mistyped number is no attempt. Other reasons have the same text, ten attempts an hour (B2, MC13).
 */
export async function checkSiblingNumber(
  deps: NumberDeps,
  viewer: Viewer,
  typed: { discount_id: number; contract_number: string; student_id?: number },
): Promise<{ id: number; contract_number: string }> {
  if (isMistyped(typed.contract_number)) throw new Refusal(orderRefusals.sibling_number_mistyped);
  await countCodeAttempt(deps, CHECKED.sibling_number, viewer);
  const contract_number = await deps.db.transaction(async (tx) => {
    const discount = await findSiblingDiscountPlace(tx, typed.discount_id);
    if (!discount) return undefined;
    const student =
      typed.student_id === undefined ? undefined : await getStudent(tx, viewer.user_id, typed.student_id);
    const named = { place: discount, student };
    return numberThatEarns({ db: tx, vault: deps.vault }, viewer, typed.contract_number, named);
  });
  if (contract_number === undefined) throw new Refusal(orderRefusals.sibling_number_invalid);
  return { id: typed.discount_id, contract_number };
}

type CheckedAidCode = {
  code: string;
  /** an award, whose sum depends on the selection: `GET /student/:id/aid` tells the sum (OF7.5) */
  is_award: boolean;
  awarded_amount: number | null;
  least_amount: number | null;
  needs_confirmation: boolean;
};

const OF_AWARD = (typed: string): CheckedAidCode => ({
  code: typed.trim().toUpperCase(),
  is_award: true,
  awarded_amount: null,
  least_amount: null,
  needs_confirmation: false,
});

/** The award is the student's from now on. */
async function isAwardOf({ db, clock }: Deps, viewer: Viewer, typed: Typed): Promise<boolean> {
  const { student_id, code } = typed;
  if (student_id === null) return false;
  const sold = await findSoldProgram(db, typed.period_program_id);
  if (!sold) return false;
  const school = { period_id: sold.period.id, program_group_id: sold.group.id };
  const asked = { ...school, code, student_id, today: clock.today() };
  return db.transaction((tx) => claimAward(tx, { now: clock.now(), by: viewer }, asked));
}

const inDollars = (amount: Cents | null) => (amount === null ? null : toDollars(amount));

type Typed = { period_program_id: number; code: string; student_id: number | null };

/**
 * The same text for every reason, ten attempts an hour (A5).
 * @returns amounts in dollars, null if the code has none
 * @throws Refusal student_not_found, aid_code_invalid, too_many_attempts
 */
export async function checkAidCode(deps: Deps, viewer: Viewer, typed: Typed): Promise<CheckedAidCode> {
  await countCodeAttempt(deps, CHECKED.aid_code, viewer);
  const code = await deps.db.transaction(async (tx) => {
    // A code may be bound to a student; an answer for another family's student id would reveal the owner.
    if (typed.student_id !== null) await getStudent(tx, viewer.user_id, typed.student_id);
    return findAidCode(tx, typed.period_program_id, typed.code);
  });
  if (!code && (await isAwardOf(deps, viewer, typed))) return OF_AWARD(typed.code);
  if (!code || !isUsableAidCode(code, deps.clock.today(), typed.student_id))
    throw new Refusal(orderRefusals.aid_code_invalid);
  return {
    code: code.code,
    is_award: false,
    awarded_amount: inDollars(code.awarded_amount),
    least_amount: inDollars(code.least_amount),
    needs_confirmation: code.needs_confirmation,
  };
}
