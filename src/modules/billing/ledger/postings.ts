import { cents, subtract, ZERO, type Cents } from '#kit/money.ts';

/**
 * The accounts of the ledger. `gateway` is what the processor holds for us and equals its movements (I1);
 * `bank_on_the_way` is debits that a bank has yet to settle; `office` is checks and cash that staff have
 * taken in; `checks` and `driver_fund` are what left without the processor; `contracts` and `surcharges` are
 * what the money was for. `owed` and `adjustments` hold no money: what staff added to a debt, or took off it
 * (M8).
 */
export type Account =
  | 'gateway'
  | 'bank_on_the_way'
  | 'office'
  | 'checks'
  | 'driver_fund'
  | 'contracts'
  | 'surcharges'
  | 'owed'
  | 'adjustments';

export type Posting = { account: Account; amountCents: Cents };

export type ChargedSums = { principalCents: Cents; surchargeCents: Cents };

/** Money that came in, to `into`. */
export function chargePostings({ principalCents, surchargeCents }: ChargedSums, into: Account): Posting[] {
  return sided(into, { principalCents, surchargeCents }, 1);
}

/** A debit that the bank has settled: what was on its way has arrived. */
export function settlementPostings({ principalCents, surchargeCents }: ChargedSums): Posting[] {
  const total = cents(principalCents + surchargeCents);
  return [
    { account: 'gateway', amountCents: total },
    { account: 'bank_on_the_way', amountCents: subtract(ZERO, total) },
  ];
}

/** A debit that the bank sent back, out of where it was (M6). */
export function returnPostings(sums: ChargedSums, outOf: Account): Posting[] {
  return sided(outOf, sums, -1);
}

/** Money that went back to the family, or to the driver fund in its name (R2, R4). */
export function refundPostings(sums: ChargedSums, outOf: Account): Posting[] {
  return sided(outOf, sums, -1);
}

/**
 * A check or cash that staff have taken in: the principal alone, as a surcharge belongs to a method (M8, S2).
 */
export function receivedPostings(amountCents: Cents): Posting[] {
  return [
    { account: 'office', amountCents },
    { account: 'contracts', amountCents: subtract(ZERO, amountCents) },
  ];
}

/** A debt that staff made larger, or smaller when negative (M8). */
export function adjustmentPostings(byCents: Cents): Posting[] {
  return [
    { account: 'owed', amountCents: byCents },
    { account: 'adjustments', amountCents: subtract(ZERO, byCents) },
  ];
}

function sided(account: Account, { principalCents, surchargeCents }: ChargedSums, sign: 1 | -1): Posting[] {
  const all: Posting[] = [
    { account, amountCents: cents(sign * (principalCents + surchargeCents)) },
    { account: 'contracts', amountCents: cents(-sign * principalCents) },
    { account: 'surcharges', amountCents: cents(-sign * surchargeCents) },
  ];
  return all.filter((posting) => posting.amountCents !== 0);
}
