import { cents, subtract, sum, ZERO, type Cents } from '#kit/money.ts';

/**
 * The accounts of the ledger.
 * `gateway`: money held by the processor for the company, equal to the processor's movements (I1).
 * `bank_on_the_way`: debits not yet settled by a bank.
 * `disputed`: money taken back by banks of cards, not decided yet.
 * `office`: checks and cash received by the office.
 * `checks`, `driver_fund`: refunds paid without the processor.
 * `contracts`, `surcharges`: the purpose of the money.
 * `processor_fees`: fees kept by the processor; `bank`: payouts of the processor.
 * `reserved`: money held back by the processor (MS8).
 * `owed`, `adjustments`: no money, only changes of a debt by staff (M8).
 */
export const ACCOUNTS = [
  'gateway',
  'bank_on_the_way',
  'disputed',
  'office',
  'checks',
  'driver_fund',
  'contracts',
  'surcharges',
  'processor_fees',
  'bank',
  'reserved',
  'owed',
  'adjustments',
] as const;
export type Account = (typeof ACCOUNTS)[number];

export type Posting = { account: Account; amount_cents: Cents };

export type Booking = {
  kind: 'fee' | 'payout' | 'payout_back' | 'top_up' | 'reserve';
  ref: string;
  at: Date;
  sides: Posting[];
};

export type ChargedSums = { principal_cents: Cents; surcharge_cents: Cents };

export const addSums = (a: ChargedSums, b: ChargedSums | undefined): ChargedSums => ({
  principal_cents: sum([a.principal_cents, b?.principal_cents ?? ZERO]),
  surcharge_cents: sum([a.surcharge_cents, b?.surcharge_cents ?? ZERO]),
});

export function chargePostings({ principal_cents, surcharge_cents }: ChargedSums, into: Account): Posting[] {
  return sided(into, { principal_cents, surcharge_cents }, 1);
}

export function settlementPostings({ principal_cents, surcharge_cents }: ChargedSums): Posting[] {
  const total = cents(principal_cents + surcharge_cents);
  return [
    { account: 'gateway', amount_cents: total },
    { account: 'bank_on_the_way', amount_cents: subtract(ZERO, total) },
  ];
}

export function returnPostings(sums: ChargedSums, outOf: Account): Posting[] {
  return sided(outOf, sums, -1);
}

/** R2, R4 */
export function refundPostings(sums: ChargedSums, outOf: Account): Posting[] {
  return sided(outOf, sums, -1);
}

/** A surcharge belongs to a method, so cash and checks have none (M8, S2). */
export function receivedPostings(amount_cents: Cents): Posting[] {
  return [
    { account: 'office', amount_cents },
    { account: 'contracts', amount_cents: subtract(ZERO, amount_cents) },
  ];
}

/** A negative amount lowers the debt (M8). */
export function adjustmentPostings(byCents: Cents): Posting[] {
  return [
    { account: 'owed', amount_cents: byCents },
    { account: 'adjustments', amount_cents: subtract(ZERO, byCents) },
  ];
}

export function feePostings(taken_cents: Cents): Posting[] {
  return [
    { account: 'gateway', amount_cents: subtract(ZERO, taken_cents) },
    { account: 'processor_fees', amount_cents: taken_cents },
  ];
}

/** Negative for a payout, positive for the return of a payout. */
export function payoutPostings(amount_cents: Cents): Posting[] {
  return [
    { account: 'gateway', amount_cents },
    { account: 'bank', amount_cents: subtract(ZERO, amount_cents) },
  ];
}

/** Negative for money held back, positive for money released (MS8). */
export function reservePostings(amount_cents: Cents): Posting[] {
  return [
    { account: 'gateway', amount_cents },
    { account: 'reserved', amount_cents: subtract(ZERO, amount_cents) },
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
