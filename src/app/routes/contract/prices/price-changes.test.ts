import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { buildQuote } from '#modules/pricing/quote.ts';
import { aPriceList, aSelection, aSurcharge, aTerm } from '#tests/support/billing/prices.ts';
import { priceChanges } from './price-changes.ts';

const today = plainDate('2026-04-10');
const quoted = (changes: Parameters<typeof aPriceList>[0] = {}) =>
  buildQuote(aSelection(), aPriceList(changes), today);
const card = 'paymentTypeCreditCard';

test('says each row of the chosen way that is another one now', () => {
  const dearer = quoted({ terms: [aTerm({ deposit: cents(230_000) })] });
  expect(priceChanges(quoted(), dearer, card)).toEqual([
    { text: 'Deposit (Two payments)', was: 220_000, now: 230_000 },
    { text: 'Card fee', was: 6_600, now: 6_900 },
    { text: 'Due today', was: 226_600, now: 236_900 },
    { text: 'Total for the year', was: 448_050, now: 458_350 },
  ]);
});

test('names a row that has come and one that has gone', () => {
  const free = quoted({ surcharges: [] });
  expect(priceChanges(quoted(), free, card)).toContainEqual({ text: 'Card fee', was: 6_600, now: null });
  expect(priceChanges(free, quoted(), card)).toContainEqual({ text: 'Card fee', was: null, now: 6_600 });
});

test('a change of the other way of paying is none of this one', () => {
  const dearerCard = quoted({ surcharges: [aSurcharge({ amount_percentage: 4_000 as never })] });
  expect(priceChanges(quoted(), dearerCard, 'paymentTypeAch')).toEqual([]);
});
