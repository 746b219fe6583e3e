import { describe, expect, it } from 'vitest';
import { milliPercent } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { cardFeeOn, cardFeeRefundOf, cardFeeWarning, type CardFeeSettings } from './card-fee.ts';

const today = plainDate('2026-04-10');
const settings = (changes: Partial<CardFeeSettings> = {}): CardFeeSettings => ({
  card_fee_cap: milliPercent(3_000),
  card_fee_state_caps: { CO: milliPercent(2_000) },
  card_fee_free_states: ['MA'],
  card_fee_notified_on: null,
  card_fee_refund: null,
  ...changes,
});
const toldOn = (day: string) => settings({ card_fee_notified_on: plainDate(day) });

/** @shows S5.9 */
describe('the start of a portal with live keys (check 36)', () => {
  const said = (of: CardFeeSettings, hasFee = true) =>
    cardFeeWarning(of, { today, processor: 'stripe_live' }, hasFee);

  it('warns that cards pay no fee, until the networks have known of it for 30 days', () => {
    expect(said(settings())).toContain('card_fee_notified_on');
    expect(said(toldOn('2026-03-12'))).toContain('04/11/2026');
    expect(said(toldOn('2026-03-11'))).toBeUndefined();
  });

  it('says nothing where no fee is sold, nor where no real money is', () => {
    expect(said(settings(), false)).toBeUndefined();
    for (const processor of ['sandbox', 'stripe_test'] as const)
      expect(cardFeeWarning(settings(), { today, processor }, true)).toBeUndefined();
  });
});

describe('what credit cards may be charged more', () => {
  it('follows states where cards have one, and a free state before its cap', () => {
    const of = settings({ card_fee_state_caps: { CO: milliPercent(2_000), MA: milliPercent(1_000) } });
    expect(cardFeeOn(of, { today, processor: 'sandbox' })).toMatchObject({ cap: 3_000, state_caps: {} });
    expect(cardFeeOn(of, { today, processor: 'stripe_test' })).toEqual({
      cap: 3_000,
      cap_of: 'charge',
      state_caps: { CO: 2_000, MA: 0 },
    });
  });

  it('goes back in proportion where Stripe is on, unless the company has said otherwise', () => {
    expect(cardFeeRefundOf(settings(), 'sandbox')).toBe('whole');
    expect(cardFeeRefundOf(settings(), 'stripe_test')).toBe('prorated');
    expect(cardFeeRefundOf(settings({ card_fee_refund: 'whole' }), 'stripe_live')).toBe('whole');
    expect(cardFeeRefundOf(settings({ card_fee_refund: 'prorated' }), 'sandbox')).toBe('prorated');
  });
});
