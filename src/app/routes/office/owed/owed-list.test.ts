import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { owedSumText } from './owed-list.ts';

describe('what is owed', () => {
  it('is summed up over all pages', () => {
    expect([
      owedSumText({ total: 1, is_total_capped: false, sums: { amount_cents: cents(110_000) } }),
      owedSumText({ total: 985, is_total_capped: false, sums: { amount_cents: cents(123_456_700) } }),
      owedSumText({ total: 10_000, is_total_capped: true }),
    ]).toEqual([
      '1 payment, $1,100.00 before surcharges',
      '985 payments, $1,234,567.00 before surcharges',
      'more than 10,000 payments',
    ]);
  });
});
