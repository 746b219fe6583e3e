import { cents, min, subtract, type Cents } from '#kit/money.ts';
import type { ChargedSums, Posting } from '#modules/billing/ledger/postings.ts';

/** @param amount_cents  negative for money given back by the bank */
export const disputePostings = (amount_cents: Cents): Posting[] => [
  { account: 'gateway', amount_cents: subtract(cents(0), amount_cents) },
  { account: 'disputed', amount_cents },
];

type Charged = ChargedSums;

export type LostShare = ChargedSums & {
  is_whole: boolean;
};

/**
 * The loss of all the remaining money has the unrefunded share of each; in a partial loss the unrefunded
 * principal goes first, as in a partial refund (R4). Money above the remaining money was refunded before.
 * @param refunded  includes the parts lost before
 */
export function lostShare(amount: Cents, charged: Charged, refunded: Charged): LostShare {
  const left = {
    principal_cents: subtract(charged.principal_cents, refunded.principal_cents),
    surcharge_cents: subtract(charged.surcharge_cents, refunded.surcharge_cents),
  };
  const is_whole = amount >= left.principal_cents + left.surcharge_cents;
  const principal_cents = is_whole
    ? min(subtract(amount, left.surcharge_cents), charged.principal_cents)
    : min(amount, left.principal_cents);
  return { principal_cents, surcharge_cents: subtract(amount, principal_cents), is_whole };
}
