import { describe, expect, it } from 'vitest';
import { cents, milliPercent, ZERO } from '#kit/money.ts';
import { aSurcharge, UNLIMITED_CARD_FEE } from '#tests/support/billing/prices.ts';
import type { SurchargeRule, Tariff } from './price-list.ts';
import { laterSurcharges, surchargesOn } from './surcharges.ts';

const card = 'paymentTypeCreditCard';
const aCreditCard = { paymentType: card, funding: 'credit', billing_state: null } as const;
const at = (...surcharges: SurchargeRule[]): Tariff => ({ surcharges, card_fee: UNLIMITED_CARD_FEE });
const threePercent = aSurcharge();
const handling = aSurcharge({ id: 2, name: 'Handling', amount_flat: cents(150), amount_percentage: null });

describe('the surcharges of a charge', () => {
  it('are those of the method that is really charged', () => {
    expect(surchargesOn({ charge: cents(90_000) }, at(threePercent), card)).toEqual([
      { name: 'Card fee', amount_cents: 2_700 },
    ]);
    expect(surchargesOn({ charge: cents(90_000) }, at(threePercent), 'paymentTypeAch')).toEqual([]);
  });

  it('are a line each, rounded each by itself, in an order that does not depend on the rules', () => {
    const half = (id: number) => aSurcharge({ id, name: `Fee ${id}`, amount_percentage: milliPercent(500) });
    const both = surchargesOn({ charge: cents(100) }, at(half(2), half(1)), card);
    expect(both).toEqual([
      { name: 'Fee 1', amount_cents: 1 },
      { name: 'Fee 2', amount_cents: 1 },
    ]);
  });

  it('are a share of the base where that is not the charge', () => {
    expect(
      surchargesOn({ charge: cents(100_001), base: cents(140_000) }, at(threePercent), card)[0]?.amount_cents,
    ).toBe(4_200);
  });

  it('are none on a charge of nothing, not even flat ones', () => {
    expect(surchargesOn({ charge: ZERO }, at(threePercent, handling), card)).toEqual([]);
  });

  it('leave out a rule that comes to nothing', () => {
    expect(surchargesOn({ charge: cents(10) }, at(threePercent), card)).toEqual([]);
  });
});

describe('the surcharges of a later charge', () => {
  const charge = cents(100_000);
  const twoPercent = aSurcharge({ name: 'New card fee', amount_percentage: milliPercent(2_000) });
  const atRates = (signed: SurchargeRule[], current: SurchargeRule[]) =>
    laterSurcharges(charge, { signed: at(...signed), current: at(...current) }, aCreditCard).map(
      (surcharge) => surcharge.amount_cents,
    );

  const namesAt = (signed: SurchargeRule[], current: SurchargeRule[]) =>
    laterSurcharges(charge, { signed: at(...signed), current: at(...current) }, aCreditCard).map(
      ({ name }) => name,
    );

  it('are at the signed rate when the rate has risen since', () => {
    expect(atRates([twoPercent], [threePercent])).toEqual([2_000]);
  });

  it("are at today's rate when it has fallen", () => {
    expect(atRates([threePercent], [twoPercent])).toEqual([2_000]);
  });

  it('are none when the surcharge was not signed, or is no longer taken', () => {
    expect(atRates([], [threePercent])).toEqual([]);
    expect(atRates([threePercent], [])).toEqual([]);
  });

  it('keep the signed name while the rate is the same', () => {
    const renamed = aSurcharge({ name: 'Convenience fee' });
    expect(namesAt([threePercent], [renamed])).toEqual(['Card fee']);
  });
});
