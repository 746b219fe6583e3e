import { cents, subtract, ZERO, type Cents } from '#kit/money.ts';

/**
 * The accounts of the ledger. `gateway` is what the processor holds for us and equals its movements (I1);
 * `bank_on_the_way` is debits that a bank has yet to settle; `disputed` is
 * what banks of cards have taken back and not decided about; `office` is checks and cash that staff have
 * taken in; `checks` and `driver_fund` are what left without the processor; `contracts` and `surcharges` are
 * what the money was for; `processor_fees` is what the processor has kept, `bank` what it has paid
 * out. `owed` and `adjustments` hold no money: what staff added to a debt, or took off it
 * (M8).
 */
export type Account =
  | 'gateway'
  | 'bank_on_the_way'
  | 'disputed'
  | 'office'
  | 'checks'
  | 'driver_fund'
  | 'contracts'
  | 'surcharges'
  | 'processor_fees'
  | 'bank'
  | 'owed'
  | 'adjustments';

export type Posting = { account: Account; amount_cents: Cents };

/** One event of the ledger that belongs to no order, with its sides. */
export type Booking = {
  kind: 'fee' | 'payout' | 'payout_back' | 'top_up';
  ref: string;
  at: Date;
  sides: Posting[];
};

export type ChargedSums = { principal_cents: Cents; surcharge_cents: Cents };

/** Money that came in, to `into`. */
export function chargePostings({ principal_cents, surcharge_cents }: ChargedSums, into: Account): Posting[] {
  return sided(into, { principal_cents, surcharge_cents }, 1);
}

/** A debit that the bank has settled: what was on its way has arrived. */
export function settlementPostings({ principal_cents, surcharge_cents }: ChargedSums): Posting[] {
  const total = cents(principal_cents + surcharge_cents);
  return [
    { account: 'gateway', amount_cents: total },
    { account: 'bank_on_the_way', amount_cents: subtract(ZERO, total) },
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
export function receivedPostings(amount_cents: Cents): Posting[] {
  return [
    { account: 'office', amount_cents },
    { account: 'contracts', amount_cents: subtract(ZERO, amount_cents) },
  ];
}

/** A debt that staff made larger, or smaller when negative (M8). */
export function adjustmentPostings(byCents: Cents): Posting[] {
  return [
    { account: 'owed', amount_cents: byCents },
    { account: 'adjustments', amount_cents: subtract(ZERO, byCents) },
  ];
}

/** What the processor has kept, of a movement or by one of its own; less than nothing was given back. */
export function feePostings(taken_cents: Cents): Posting[] {
  return [
    { account: 'gateway', amount_cents: subtract(ZERO, taken_cents) },
    { account: 'processor_fees', amount_cents: taken_cents },
  ];
}

/** Money that went to the company's bank, or came back from it when `amount_cents` is more than nothing. */
export function payoutPostings(amount_cents: Cents): Posting[] {
  return [
    { account: 'gateway', amount_cents },
    { account: 'bank', amount_cents: subtract(ZERO, amount_cents) },
  ];
}

function sided(account: Account, { principal_cents, surcharge_cents }: ChargedSums, sign: 1 | -1): Posting[] {
  const all: Posting[] = [
    { account, amount_cents: cents(sign * (principal_cents + surcharge_cents)) },
    { account: 'contracts', amount_cents: cents(-sign * principal_cents) },
    { account: 'surcharges', amount_cents: cents(-sign * surcharge_cents) },
  ];
  return all.filter((posting) => posting.amount_cents !== 0);
}
