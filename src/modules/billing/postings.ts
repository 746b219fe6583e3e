import { cents, subtract, ZERO, type Cents } from '#kit/money.ts';

/**
 * The accounts of the ledger. `gateway` is what the processor holds for us and equals its movements (I1);
 * `bank_on_the_way` is debits that a bank has yet to settle; `checks` and `driver_fund` are what left without the
 * processor; the others are what the money was for.
 */
export type Account = 'gateway' | 'bank_on_the_way' | 'checks' | 'driver_fund' | 'contracts' | 'surcharges';

export type Posting = { account: Account; amountCents: Cents };

export type ChargedSums = { principalCents: Cents; surchargeCents: Cents };

/** Money that came in, to `into`. */
export function chargePostings({ principalCents, surchargeCents }: ChargedSums, into: Account): Posting[] {
  return sided(into, { principalCents, surchargeCents }, 1);
}

/** A debit that the bank has settled: what was on its way has arrived. */
export function settlementPostings({ principalCents, surchargeCents }: ChargedSums): Posting[] {
  const total = cents(principalCents + surchargeCents);
  return [{ account: 'gateway', amountCents: total }, { account: 'bank_on_the_way', amountCents: subtract(ZERO, total) }];
}

/** A debit that the bank sent back, out of where it was (M6). */
export function returnPostings(sums: ChargedSums, outOf: Account): Posting[] {
  return sided(outOf, sums, -1);
}

/** Money that went back to the family, or to the driver fund in its name (R2, R4). */
export function refundPostings(sums: ChargedSums, outOf: Account): Posting[] {
  return sided(outOf, sums, -1);
}

function sided(account: Account, { principalCents, surchargeCents }: ChargedSums, sign: 1 | -1): Posting[] {
  const all: Posting[] = [
    { account, amountCents: cents(sign * (principalCents + surchargeCents)) },
    { account: 'contracts', amountCents: cents(-sign * principalCents) },
    { account: 'surcharges', amountCents: cents(-sign * surchargeCents) },
  ];
  return all.filter((posting) => posting.amountCents !== 0);
}
