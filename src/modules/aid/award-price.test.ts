import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cents, type Cents, type MilliPercent } from '#kit/money.ts';
import { awardWorth, budgetLeft, familyPays } from './award-price.ts';
import { AWARD_KINDS, type AwardKind } from './award.states.ts';
import { readTable } from '#tests/support/files/markdown-table.ts';

const read = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100) as Cents;

const page = readFileSync(new URL('../../../docs/domain/financial-aid.md', import.meta.url), 'utf8');
const columns = ['case', 'kind', 'granted', 'price', 'the family pays'] as const;
const rows = readTable(page, 'What an award makes of a price', columns);

/** @shows OF7.2 */
describe('what an award makes of a price', () => {
  it.each(rows)('$case', ({ kind, granted, price, 'the family pays': pays }) => {
    expect(AWARD_KINDS).toContain(kind);
    const isShare = kind === 'share';
    const award = {
      kind: kind as AwardKind,
      amount_cents: isShare ? null : read(granted),
      milli_percent: isShare ? (Math.round(Number(granted.replace(' %', '')) * 1000) as MilliPercent) : null,
    };
    expect(familyPays(award, read(price))).toBe(read(pays));
    expect(awardWorth(award, read(price))).toBe(read(price) - read(pays));
  });
});

/** @shows OF7.6 */
describe('what is left of a budget', () => {
  it('is the sum less what is given and open, and may be less than nothing', () => {
    const sums = { given_cents: cents(200_000), open_cents: cents(150_000) };
    expect(budgetLeft({ amount_cents: cents(500_000), ...sums })).toBe(150_000);
    expect(budgetLeft({ amount_cents: cents(300_000), ...sums })).toBe(-50_000);
    expect(budgetLeft({ amount_cents: null, ...sums })).toBeNull();
  });
});
