import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { owedSumText } from './owed-list.ts';

describe('what is owed', () => {
  it('is summed up over all pages', () => {
    expect([
      owedSumText({ total: 1, total_cents: cents(110_000) }),
      owedSumText({ total: 985, total_cents: cents(123_456_700) }),
    ]).toEqual(['1 payment, $1,100.00 before surcharges', '985 payments, $1,234,567.00 before surcharges']);
  });
});
