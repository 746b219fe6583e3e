import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cents, type Cents } from '#kit/money.ts';
import { disputePostings } from '#modules/billing/disputes/dispute-ledger.ts';
import {
  chargePostings,
  feePostings,
  payoutPostings,
  refundPostings,
  reservePostings,
  returnPostings,
  settlementPostings,
  type Posting,
} from '#modules/billing/ledger/postings.ts';
import { DIFFERENCE_KINDS } from '#modules/billing/reconciliation/difference.states.ts';
import { readTable } from '#tests/support/files/markdown-table.ts';

const page = readFileSync(new URL('../../../../docs/domain/processor-books.md', import.meta.url), 'utf8');
const accounts = [
  'gateway',
  'bank_on_the_way',
  'disputed',
  'processor_fees',
  'bank',
  'reserved',
  'contracts',
  'surcharges',
] as const;
const rows = readTable(page, 'The postings', ['movement', 'journal', ...accounts]);
const kinds = readTable(page, 'What the comparison finds', ['kind', 'what differs', 'what a person does']);

const dollars = (text: string): Cents => cents(Math.round(Number(text) * 100));
const card = { principal_cents: dollars('2800'), surcharge_cents: dollars('84') };
const debit = { principal_cents: dollars('2800'), surcharge_cents: cents(0) };

const POSTINGS: Record<string, Posting[]> = {
  'card charged': chargePostings(card, 'gateway'),
  'debit sent': chargePostings(debit, 'bank_on_the_way'),
  'debit settled': settlementPostings(debit),
  'debit returned before it settled': returnPostings(debit, 'bank_on_the_way'),
  'debit returned after it settled': returnPostings(debit, 'gateway'),
  'card refunded': refundPostings(card, 'gateway'),
  'refund came back': chargePostings(card, 'gateway'),
  'card disputed': disputePostings(dollars('2884')),
  'dispute won': disputePostings(dollars('-2884')),
  'dispute lost': returnPostings(card, 'disputed'),
  'fee of the charge': feePostings(dollars('83.94')),
  'fee of a dispute': feePostings(dollars('15')),
  'fee given back': feePostings(dollars('-15')),
  'paid out': payoutPostings(dollars('-5000')),
  'payout came back': payoutPostings(dollars('5000')),
  'topped up': payoutPostings(dollars('5000')),
  'held in reserve': reservePostings(dollars('-500')),
  'released from reserve': reservePostings(dollars('500')),
};

describe('the postings of docs/domain/processor-books.md', () => {
  it('are all there', () => expect(rows.map(({ movement }) => movement)).toEqual(Object.keys(POSTINGS)));

  /** @shows S24.11 */
  it.each(rows.map((row) => [row.movement, row] as const))('%s', (movement, row) => {
    const page_says = Object.fromEntries(accounts.map((account) => [account, dollars(row[account])]));
    const booked = Object.fromEntries(accounts.map((account) => [account, 0]));
    for (const { account, amount_cents } of POSTINGS[movement]!) booked[account]! += amount_cents;
    expect(booked).toEqual(page_says);
    expect(Object.values(page_says).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  });
});

/** @shows S24.11 */
it('the page says of every kind of difference what a person does', () => {
  expect(kinds.map(({ kind }) => kind.replaceAll('`', ''))).toEqual([...DIFFERENCE_KINDS]);
});
