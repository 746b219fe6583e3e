import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { sharesOfGivenBack } from './refund-made-elsewhere.ts';

const aPayment = (back = { principal: 0, fee: 0 }) => ({
  payment_id: 1,
  payment_number: 1,
  taken_at: '2026-04-10T14:00:00Z',
  principal_cents: cents(280_000),
  surcharge_cents: cents(8_400),
  refunded_principal_cents: cents(back.principal),
  refunded_surcharge_cents: cents(back.fee),
  standing: 'arrived' as const,
});

describe('a sum that was given back at the processor', () => {
  it.each([
    // sum, refunded before, principal and fee by the rule `whole`, the same by `prorated`
    [288_400, undefined, [280_000, 8_400], [280_000, 8_400]],
    [50_000, undefined, [50_000, 0], [48_544, 1_456]],
    [284_200, undefined, [280_000, 4_200], [275_922, 8_278]],
    [1, undefined, [1, 0], [1, 0]],
    [238_400, { principal: 50_000, fee: 0 }, [230_000, 8_400], [230_000, 8_400]],
    [8_400, { principal: 280_000, fee: 0 }, [0, 8_400], [0, 8_400]],
    [10_000, { principal: 0, fee: 8_400 }, [10_000, 0], [10_000, 0]],
  ])(
    'of %d cents is shared among principal and fee by the rule of the company',
    (amount, back, whole, part) => {
      const sharesBy = (fee: 'whole' | 'prorated') => {
        const shares = sharesOfGivenBack(aPayment(back), cents(amount), fee)!;
        return [shares.principal_cents, shares.surcharge_cents];
      };
      expect(sharesBy('whole')).toEqual(whole);
      expect(sharesBy('prorated')).toEqual(part);
    },
  );

  it('is no part of a payment of which less is left', () => {
    expect(sharesOfGivenBack(aPayment(), cents(288_401), 'whole')).toBeUndefined();
    expect(
      sharesOfGivenBack(aPayment({ principal: 280_000, fee: 0 }), cents(8_401), 'prorated'),
    ).toBeUndefined();
  });
});
