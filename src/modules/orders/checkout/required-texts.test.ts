import { describe, expect, it } from 'vitest';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';
import { isAccepted, isSurgeUnnamed, requiredTexts } from './required-texts.ts';

const plain = routeForSale();
const surging = routeForSale({
  route: { ...plain.route, has_surge_pricing: true, surge_pricing_text: '<p>Surge.</p>' },
});
const kinds = (...args: Parameters<typeof requiredTexts>) => requiredTexts(...args).map(({ kind }) => kind);

describe('the texts that an order accepts', () => {
  it('are the contract alone by card', () => {
    expect(kinds(plain, 'paymentTypeCreditCard')).toEqual(['contract']);
  });

  it('are the terms of bank debits as well by bank', () => {
    expect(kinds(plain, 'paymentTypeAch')).toEqual(['contract', 'ach']);
  });

  it('are the surge pricing agreement as well where the route has one', () => {
    expect(kinds(surging, 'paymentTypeNone')).toEqual(['contract', 'surge']);
  });

  const required = requiredTexts(plain, 'paymentTypeAch').map((text) => ({
    ...text,
    text_hash: `hash of ${text.kind}`,
  }));
  const accepted = required.map(({ kind, text_hash }) => ({ kind, text_hash }));

  it('are accepted when each is named in its present wording, or none is named', () => {
    expect(isAccepted(required, accepted)).toBe(true);
    expect(isAccepted(required, null)).toBe(true);
  });

  /** @shows H10.3 */
  it('must be named where surge pricing is among them', () => {
    const surge = requiredTexts(surging, 'paymentTypeNone');
    expect(isSurgeUnnamed(surge, null)).toBe(true);
    expect(isSurgeUnnamed(surge, undefined)).toBe(true);
    expect(isSurgeUnnamed(surge, [])).toBe(false);
    expect(isSurgeUnnamed(required, null)).toBe(false);
  });

  it('are not accepted when one is missing or has changed', () => {
    expect(isAccepted(required, accepted.slice(1))).toBe(false);
    expect(isAccepted(required, [accepted[0]!, { ...accepted[1]!, text_hash: 'an older text' }])).toBe(false);
  });
});
