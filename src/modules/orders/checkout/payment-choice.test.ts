import { describe, expect, it } from 'vitest';
import type { Bank, Card } from '#modules/billing/methods/methods.contract.ts';
import type { PaymentTypeKey } from '#modules/pricing/quoted-prices.ts';
import { paymentSource } from './payment-choice.ts';

const cc = { type: 'Visa', number: '4242424242424242' } as Card;
const ach = { routing_number: '110000000' } as Bank;
const ids = new Map<number, PaymentTypeKey>([
  [1, 'paymentTypeNone'],
  [2, 'paymentTypeCreditCard'],
  [3, 'paymentTypeAch'],
]);

describe('what pays for an order', () => {
  it.each([
    [
      'a saved method, which beats what was typed',
      { payment_method_id: 9, payment_type: 'paymentTypeAch', ach, cc },
      'saved',
    ],
    ['a typed card, by the key of its type', { payment_type: 'paymentTypeCreditCard', cc, ach }, 'card'],
    ['a typed card, by the option id of its type', { payment_type: 2, cc, ach }, 'card'],
    ['a typed bank account', { payment_type: 3, cc, ach }, 'bank'],
    ['the one form that was filled in', { ach }, 'bank'],
  ] as const)('is %s', (_, choice, from) => {
    expect(paymentSource(choice, ids, 'today')).toMatchObject({ from });
  });

  it.each([
    ['nothing at all', {}],
    ['the type None while something is due', { payment_type: 'paymentTypeNone' }],
    ['a type without its form', { payment_type: 'paymentTypeCreditCard', ach }],
    ['both forms and no type', { cc, ach }],
    ['an unknown type', { payment_type: 77, cc }],
    ['a check', { payment_type: 'paymentTypeCheck' }],
  ] as const)('cannot be %s', (_, choice) => {
    expect(() => paymentSource(choice, ids, 'today')).toThrow('payment_required');
  });

  it('is nothing when nothing is due, whatever was sent', () => {
    expect(paymentSource({ payment_type: 'paymentTypeCreditCard', cc }, ids, 'never')).toEqual({
      from: 'nothing',
    });
  });

  /** @shows MB11.4 */
  it.each([
    ['a saved method', { payment_method_id: 9 }, 'saved'],
    ['a typed card', { cc }, 'card'],
    ['a typed bank account', { payment_type: 3, ach }, 'bank'],
    ['nothing where the body has no way', {}, 'nothing'],
    [
      'nothing where the body says None',
      { payment_type: 'paymentTypeNone', payment_method_id: 9 },
      'nothing',
    ],
    ['nothing where the form of the type is missing', { payment_type: 'paymentTypeCreditCard' }, 'nothing'],
  ] as const)('is %s, left for later when nothing is due today', (_, choice, from) => {
    expect(paymentSource(choice, ids, 'later')).toMatchObject({ from });
  });
});
