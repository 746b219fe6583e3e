import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, formatMoney } from '#kit/money.ts';
import { readTable } from '#tests/support/files/markdown-table.ts';
import { changedPrice, PRICE_UNITS, type PriceRule } from './price-rule.ts';

const page = readFileSync(new URL('../../../../docs/domain/price-changes.md', import.meta.url), 'utf8');
const examples = readTable(page, 'By rule', ['old', 'rule', 'unit', 'new']);

const hundredths = (text: string) => Math.round(Number(text.replaceAll(',', '').replace('−', '-')) * 100);

function ruleOf(text: string, unit: string): PriceRule {
  const by = text.endsWith('%')
    ? { kind: 'percent' as const, value: hundredths(text.slice(0, -1)) * 10 }
    : { kind: 'amount' as const, value: hundredths(text) };
  return { by, unit: unit === 'cent' ? 1 : (hundredths(unit) as PriceRule['unit']) };
}

const aRule = fc.record({
  by: fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: -99_000, max: 99_000 }) }),
    fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: -900_000, max: 900_000 }) }),
  ),
  unit: fc.constantFrom(...PRICE_UNITS),
});
const aPrice = fc.integer({ min: 0, max: 100_000_000 }).map(cents);

/** @shows SE9.5 */
describe('a price changed by a rule', () => {
  it.each(examples)('$old by $rule, to $unit dollars, is $new', ({ old, rule, unit, new: changed }) => {
    expect(formatMoney(changedPrice(cents(hundredths(old!)), ruleOf(rule!, unit!)))).toBe(`$${changed}`);
  });

  it('is a multiple of the unit, at most half a unit from the exact price, and never below zero', () => {
    fc.assert(
      fc.property(aPrice, aRule, (old, { by, unit }) => {
        const changed = changedPrice(old, { by, unit });
        const exact = by.kind === 'percent' ? (old * (100_000 + by.value)) / 100_000 : old + by.value;
        expect(changed % unit).toBe(0);
        if (old === 0 || exact <= 0) expect(changed).toBe(0);
        else expect(Math.abs(changed - exact)).toBeLessThanOrEqual(unit / 2 + 1e-6);
      }),
    );
  });

  it('keeps the order of prices', () => {
    fc.assert(
      fc.property(aPrice, aPrice, aRule, (one, other, rule) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        // Zero stays zero, whatever is added.
        if (low === 0) return;
        expect(changedPrice(low, rule)).toBeLessThanOrEqual(changedPrice(high, rule));
      }),
    );
  });
});
