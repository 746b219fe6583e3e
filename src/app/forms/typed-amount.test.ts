import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { amountText, typedAmount } from './typed-amount.ts';

/** @shows MB20.10 */
describe('an amount as people type it', () => {
  it.each([
    ['1000', 100000],
    ['$1,000.50', 100050],
    ['1,500', 150000],
    ['1,234,567.89', 123456789],
    ['1,50', undefined],
    ['15,00', undefined],
    ['0.5', 50],
    ['0.29', 29],
    [' 12.34 ', 1234],
    ['1.005', undefined],
    ['-1', undefined],
    ['ten', undefined],
    ['', undefined],
  ])('%s is read as %s cents', (typed, amount) => expect(typedAmount(typed)).toBe(amount));
});

describe('a field for an amount from $1.00 to $1,000.50', () => {
  const field = amountText(cents(100), cents(100_050));

  it.each(['1', '$1.00', '1,000.5', ' $1,000.50 '])('takes %s', (typed) =>
    expect(field.safeParse(typed).success).toBe(true),
  );

  it.each(['', '$', '0.99', '1000.51', '-5', '5.', '10.005', 'much'])('refuses %s', (typed) =>
    expect(field.safeParse(typed).success).toBe(false),
  );

  it('hands on what typedAmount reads', () => {
    expect(typedAmount(field.parse('$1,000.50'))).toBe(100_050);
  });
});
