import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, sum } from '#kit/money.ts';
import {
  adjustmentPostings,
  chargePostings,
  feePostings,
  payoutPostings,
  receivedPostings,
  refundPostings,
  returnPostings,
  settlementPostings,
  type Account,
  type Posting,
} from './postings.ts';

const CARD = { principal_cents: cents(280_000), surcharge_cents: cents(8_400) };
const BANK = { principal_cents: cents(280_000), surcharge_cents: cents(0) };

const balances = (postings: readonly Posting[]): Partial<Record<Account, number>> => {
  const found: Partial<Record<Account, number>> = {};
  for (const { account, amount_cents } of postings) found[account] = (found[account] ?? 0) + amount_cents;
  return found;
};

describe('the postings of money that came in', () => {
  it('of a card say what the processor holds, and what it was for', () => {
    expect(chargePostings(CARD, 'gateway')).toEqual([
      { account: 'gateway', amount_cents: 288_400 },
      { account: 'contracts', amount_cents: -280_000 },
      { account: 'surcharges', amount_cents: -8_400 },
    ]);
  });

  it('without a surcharge have no side for surcharges', () => {
    expect(chargePostings(BANK, 'bank_on_the_way')).toEqual([
      { account: 'bank_on_the_way', amount_cents: 280_000 },
      { account: 'contracts', amount_cents: -280_000 },
    ]);
  });

  it('of a debit that settles move from bank_on_the_way to gateway, and touch no other account', () => {
    const settled = balances([...chargePostings(BANK, 'bank_on_the_way'), ...settlementPostings(BANK)]);
    expect(settled).toEqual({ gateway: 280_000, bank_on_the_way: 0, contracts: -280_000 });
  });

  it('by check or in cash are principal alone, held by the office', () => {
    expect(receivedPostings(cents(215_000))).toEqual([
      { account: 'office', amount_cents: 215_000 },
      { account: 'contracts', amount_cents: -215_000 },
    ]);
  });
});

describe('the postings of money that went out', () => {
  it('of a debit that came back before it settled leave nothing anywhere', () => {
    const after = [...chargePostings(BANK, 'bank_on_the_way'), ...returnPostings(BANK, 'bank_on_the_way')];
    expect(Object.values(balances(after)).every((balance) => balance === 0)).toBe(true);
  });

  it('of a debit that came back after it settled leave nothing anywhere either', () => {
    const after = [
      ...chargePostings(BANK, 'bank_on_the_way'),
      ...settlementPostings(BANK),
      ...returnPostings(BANK, 'gateway'),
    ];
    expect(Object.values(balances(after)).every((balance) => balance === 0)).toBe(true);
  });

  it('of a refund by check leave the charge with the processor and the check as what was paid', () => {
    const after = balances([...chargePostings(CARD, 'gateway'), ...refundPostings(CARD, 'checks')]);
    expect(after).toEqual({ gateway: 288_400, checks: -288_400, contracts: 0, surcharges: 0 });
  });

  it('of a part of the principal leave the card fee as it is', () => {
    const part = { principal_cents: cents(50_000), surcharge_cents: cents(0) };
    const after = balances([...chargePostings(CARD, 'gateway'), ...refundPostings(part, 'gateway')]);
    expect(after).toEqual({ gateway: 238_400, contracts: -230_000, surcharges: -8_400 });
  });

  it('of the fee alone have no side for contracts', () => {
    const fee = { principal_cents: cents(0), surcharge_cents: cents(8_400) };
    expect(refundPostings(fee, 'gateway').map(({ account }) => account)).toEqual(['gateway', 'surcharges']);
  });
});

describe('the postings of a debt that staff changed', () => {
  it('move no money, whether it grew or shrank', () => {
    for (const by of [-65_000, 1_000])
      expect(adjustmentPostings(cents(by))).toEqual([
        { account: 'owed', amount_cents: by },
        { account: 'adjustments', amount_cents: -by },
      ]);
  });
});

const sums = fc
  .record({ principal: fc.integer({ min: 0, max: 1_000_000 }), fee: fc.integer({ min: 0, max: 50_000 }) })
  .map(({ principal, fee }) => ({ principal_cents: cents(principal), surcharge_cents: cents(fee) }));
const holders = fc.constantFrom<Account>('gateway', 'bank_on_the_way', 'office', 'checks', 'driver_fund');
const changes = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(cents);

describe('any event of the ledger', () => {
  it('has two sides that sum to zero', () => {
    fc.assert(
      fc.property(sums, holders, changes, (charged, holder, by) => {
        for (const postings of [
          chargePostings(charged, holder),
          settlementPostings(charged),
          returnPostings(charged, holder),
          refundPostings(charged, holder),
          receivedPostings(charged.principal_cents),
          adjustmentPostings(by),
          feePostings(by),
          payoutPostings(by),
        ])
          expect(sum(postings.map(({ amount_cents }) => amount_cents))).toBe(0);
      }),
    );
  });

  it('that is a charge or its return never has a side of nothing', () => {
    fc.assert(
      fc.property(sums, holders, (charged, holder) => {
        const all = [...chargePostings(charged, holder), ...returnPostings(charged, holder)];
        expect(all.every(({ amount_cents }) => amount_cents !== 0)).toBe(true);
      }),
    );
  });

  it('is undone by its opposite, account by account', () => {
    fc.assert(
      fc.property(sums, holders, (charged, holder) => {
        const both = balances([...chargePostings(charged, holder), ...refundPostings(charged, holder)]);
        expect(Object.values(both).every((balance) => balance === 0)).toBe(true);
      }),
    );
  });
});
