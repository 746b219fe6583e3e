import { cents, min, subtract, type Cents } from '#kit/money.ts';
import type { ChargedSums, Posting } from '#modules/billing/ledger/postings.ts';

/* What a dispute moves in the ledger. `disputed` holds what banks have taken back and not decided about. */

/** The bank has taken money back until it decides; the other way round with less than nothing. */
export const disputePostings = (amount_cents: Cents): Posting[] => [
  { account: 'gateway', amount_cents: subtract(cents(0), amount_cents) },
  { account: 'disputed', amount_cents },
];

type Charged = ChargedSums;

export type LostShare = ChargedSums & {
  /** nothing of the charge is left with the company */
  is_whole: boolean;
};

/**
 * What of a lost sum was principal and what card fee. All that was left of the charge is just what was not
 * refunded of each; of a part, the principal goes first, as in a refund of a part (R4).
 */
export function lostShare(amount: Cents, charged: Charged, refunded: Charged): LostShare {
  const left = {
    principal_cents: subtract(charged.principal_cents, refunded.principal_cents),
    surcharge_cents: subtract(charged.surcharge_cents, refunded.surcharge_cents),
  };
  const all_left = cents(left.principal_cents + left.surcharge_cents);
  if (amount === all_left) return { ...left, is_whole: true };
  const principal_cents = min(amount, charged.principal_cents);
  const surcharge_cents = subtract(amount, principal_cents);
  return { principal_cents, surcharge_cents, is_whole: amount > all_left };
}
