import { describe, expect, it } from 'vitest';
import { refundBody, emptyRefund, refundPlanOf, refundFormShape, typedAmount } from './refund-form.ts';

const atFault = (changes: object) => {
  const checked = refundFormShape.safeParse({ ...emptyRefund, reason: 'moved away', ...changes });
  return checked.success ? [] : checked.error.issues.map(({ path }) => path.join('.'));
};

describe('the amount of a refund as staff type it', () => {
  it.each([
    ['1000', 100000],
    ['$1,000.50', 100050],
    ['0.5', 50],
    [' 12.34 ', 1234],
    ['1.005', undefined],
    ['-1', undefined],
    ['ten', undefined],
    ['', undefined],
  ])('%s is read as %s cents', (typed, amount) => expect(typedAmount(typed)).toBe(amount));
});

describe('the form of a refund', () => {
  it('wants an amount of a part, a number of a check, and a reason always', () => {
    expect(atFault({})).toEqual([]);
    expect(atFault({ how_much: 'part' })).toEqual(['amount']);
    expect(atFault({ how_much: 'part', amount: '1.005' })).toEqual(['amount']);
    expect(atFault({ how_much: 'part', amount: '1.5' })).toEqual([]);
    expect(atFault({ way: 'check' })).toEqual(['check_number']);
    expect(atFault({ reason: ' ' })).toEqual(['reason']);
  });

  it('sends nothing that was typed for a way that is not taken', () => {
    const typed = refundFormShape.parse({
      ...emptyRefund,
      amount: '12',
      check_number: '1042',
      reason: 'moved away',
    });
    expect(refundBody(typed)).toEqual({
      amount_cents: null,
      way: 'processor',
      reference: null,
      reason: 'moved away',
      cancel_order: false,
    });
  });

  it('has no plan while the amount is none', () => {
    expect(refundPlanOf({ taken: [] }, { ...emptyRefund, how_much: 'part', amount: 'x' })).toBeUndefined();
  });
});
