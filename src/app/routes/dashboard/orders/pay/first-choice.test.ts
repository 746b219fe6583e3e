import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { ChargeToCome } from '#modules/billing/pay-now/pay-now.contract.ts';
import { firstChoice } from './first-choice.ts';

type Way = ChargeToCome['ways'][number];

const way = (payment_method_id: number, changes: Partial<Way> = {}): Way => ({
  payment_method_id,
  brand: 'Visa',
  ident: '****4242',
  kind: 'card',
  surcharge_cents: cents(0),
  total_cents: cents(110_000),
  wants_payer: false,
  was_refused: false,
  ...changes,
});

const refused = way(1, { was_refused: true });

/** @shows MP10.9 */
describe('the method that Pay now chooses first', () => {
  it.each([
    ['the planned method, where nothing was refused', [way(1), way(2)], 1],
    ['the next method, where the planned one was refused', [refused, way(2)], 2],
    ['the only method that was not refused, also as the first', [way(1), way(2, { was_refused: true })], 1],
    [
      'a card that waits for its payer, although it was refused before',
      [way(2), { ...refused, wants_payer: true }],
      1,
    ],
    ['a new card, where every saved method was refused', [refused, way(2, { was_refused: true })], 'card'],
    ['a new card, where none is saved', [], 'card'],
  ] as const)('is %s', (_, ways, chosen) => {
    expect(firstChoice({ ways: [...ways] }, [])).toBe(chosen);
  });

  it('is a new account while cards are closed', () => {
    expect(firstChoice({ ways: [refused] }, ['card'])).toBe('bank');
  });

  it('is the refused method only where nothing else is open', () => {
    expect(firstChoice({ ways: [refused] }, ['card', 'bank'])).toBe(1);
  });
});
