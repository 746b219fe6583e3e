import { cents, percentOf, type Cents, type MilliPercent } from '#kit/money.ts';
import { MINIMUM_AID_CENTS } from '#modules/pricing/financial-aid.ts';
import type { AwardKind } from './award.states.ts';

export type AwardSum = {
  kind: AwardKind;
  /** what the family pays, or what is taken off; null for a share */
  amount_cents: Cents | null;
  milli_percent: MilliPercent | null;
};

const atLeast = (amount: number): Cents => cents(Math.max(MINIMUM_AID_CENTS, amount));

/**
 * What the family pays for the year: never more than the price, and never less than a dollar (OF7.2, A2).
 * @param full_cents  the price without aid: the term with its later payments, and the add-ons
 */
export function familyPays({ kind, amount_cents, milli_percent }: AwardSum, full_cents: Cents): Cents {
  if (kind === 'pays') return cents(Math.min(full_cents, amount_cents ?? full_cents));
  const off = kind === 'off' ? (amount_cents ?? 0) : percentOf(full_cents, milli_percent!);
  return cents(Math.min(full_cents, atLeast(full_cents - off)));
}

/** What the award takes off the price. */
export const awardWorth = (award: AwardSum, full_cents: Cents): Cents =>
  cents(full_cents - familyPays(award, full_cents));

export type Budget = { amount_cents: Cents | null; given_cents: Cents; open_cents: Cents };

/** Below zero above the budget; null without a budget (OF7.6). */
export const budgetLeft = ({ amount_cents, given_cents, open_cents }: Budget): number | null =>
  amount_cents === null ? null : amount_cents - given_cents - open_cents;

/** An award at checkout, with the sum of a selection. */
export type ReadyAward = {
  award_id: number;
  code: string;
  /** of the last order that came to nothing, if there was one */
  code_id: number | null;
  amount: Cents;
  needs_confirmation: boolean;
  made_by_id: number;
};
