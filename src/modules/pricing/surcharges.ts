import { sum, type Cents } from '#kit/money.ts';
import { flatOrPercent } from './flat-or-percent.ts';
import type { SurchargeRule } from './price-list.ts';
import type { PriceKey } from './pricing.contract.ts';

/** One surcharge on one charge, under the name that the family reads. */
export type Surcharge = { readonly name: string; readonly amount_cents: Cents };

export const surchargeTotal = (surcharges: readonly Surcharge[]): Cents =>
  sum(surcharges.map((s) => s.amount_cents));

/**
 * What a charge costs more when it is paid by `type`, one entry per matching rule, each rounded by itself.
 * A debit card matches no rule, as none may name it (S5).
 * @param charge  what is collected; a charge of nothing carries no surcharge
 * @param base    what percentages are taken of; the charge itself but for financial aid
 * Source: P, P1, S1, S5
 */
export function surchargesOn(
  { charge, base = charge }: { charge: Cents; base?: Cents },
  rules: readonly SurchargeRule[],
  type: PriceKey,
): Surcharge[] {
  if (charge === 0) return [];
  return rules
    .filter((rule) => rule.payment_type === type)
    .sort((a, b) => a.id - b.id)
    .map((rule) => ({ name: rule.name, amount_cents: flatOrPercent(rule, base) }))
    .filter((surcharge) => surcharge.amount_cents > 0);
}

/**
 * What a later charge carries: the surcharge of the method really charged, at the rules that were signed
 * or at today's, whichever comes to less. A family never pays a rate that it has not signed (S2).
 */
export function laterSurcharges(
  charge: Cents,
  rules: { signed: readonly SurchargeRule[]; current: readonly SurchargeRule[] },
  type: PriceKey,
): Surcharge[] {
  const asSigned = surchargesOn({ charge }, rules.signed, type);
  const asToday = surchargesOn({ charge }, rules.current, type);
  return surchargeTotal(asToday) < surchargeTotal(asSigned) ? asToday : asSigned;
}
