import { describe, expect, it } from 'vitest';
import { placeOrderShape } from '#modules/orders/orders.contract.ts';
import { orderFingerprint } from './order-fingerprint.ts';

const contract = { program_id: 1, student_id: 2, route_id: 3, payment_term_id: 4, addon_ids: [6, 5] };
const cc = {
  type: 'Visa',
  number: '4242 4242 4242 4242',
  name: 'A Okafor',
  exp_month: 4,
  exp_year: 2030,
  ccid: '123',
};
const identity = (changes: object = {}) =>
  orderFingerprint(placeOrderShape.parse({ contract, payment: { cc }, ...changes }));

describe('two orders are the same request', () => {
  it.each([
    ['when the add-ons come in another order', { contract: { ...contract, addon_ids: [5, 6] } }],
    ['when the quote that was seen differs', { quote_hash: 'abc' }],
    ['when the password was typed again', { user: { email: 'a@b.example', password: 'secret-1' } }],
    ['when the security code was typed again', { payment: { cc: { ...cc, ccid: '321' } } }],
  ])('%s', (_, changes) => {
    expect(identity(changes)).toBe(identity());
  });

  it.each([
    ['for another student', { contract: { ...contract, student_id: 9 } }],
    ['with another term', { contract: { ...contract, payment_term_id: 9 } }],
    ['with aid', { financial_aid: { code: 'X', amount: 5 } }],
    ['with another card', { payment: { cc: { ...cc, number: '4000 0000 0000 0002' } } }],
    ['with a saved method', { payment: { payment_method_id: 3 } }],
  ])('but not %s', (_, changes) => {
    expect(identity(changes)).not.toBe(identity());
  });

  it('and hold nothing that must not be kept', () => {
    expect(identity()).not.toMatch(/4242424242|123"/);
  });
});
