import { describe, expect, it } from 'vitest';
import { entryReturn, pageOfEntry, paymentReturn, withoutAdditions } from './payment-return.ts';

describe('the address to which a bank sends a payer back', () => {
  /** @shows MS3.2 */
  it('names the order and the payment, and loses what the processor has added', () => {
    const address = paymentReturn('https://ride.example', { order_id: 217, payment_id: 431 });
    expect(address).toBe('https://ride.example/order/return?order=217&payment=431');
    const added = '&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x&redirect_status=failed';
    expect(withoutAdditions(new URL(address + added).search)).toBe('/order/return?order=217&payment=431');
    expect(withoutAdditions(new URL(address).search)).toBeUndefined();
    expect(withoutAdditions('?payment_intent_client_secret=pi_1_secret_x')).toBe('/order/return?');
  });
});

/** @shows MS12.7 */
describe('the address to which a payer comes back after entering a card or account', () => {
  const ADDED = '&setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_x&redirect_status=succeeded';

  it.each([
    ['/contract?school=hm&step=3', '/order/return?entry=contract&school=hm', '/contract?school=hm&step=3'],
    [
      '/dashboard/orders/217/payments/431/pay',
      '/order/return?entry=pay&order=217&payment=431',
      '/dashboard/orders/217/payments/431/pay',
    ],
    ['/dashboard/payment-methods/create', '/order/return?entry=method', '/dashboard/payment-methods/create'],
  ])('from %s is %s, and leads back', (page, address, back) => {
    const given = entryReturn(new URL(page, 'https://ride.example'));
    expect(given).toBe(`https://ride.example${address}`);
    expect(withoutAdditions(new URL(given + ADDED).search)).toBe(address);
    expect(withoutAdditions(new URL(given).search)).toBeUndefined();
    expect(pageOfEntry(new URL(given).searchParams)).toBe(back);
  });

  it.each([
    'entry=pay&order=217',
    'entry=pay&order=../admin&payment=1',
    'entry=//evil.example',
    'entry=contract&school=',
  ])('leads to the page of a new method where it names no page: %s', (query) => {
    expect(pageOfEntry(new URLSearchParams(query))).toBe('/dashboard/payment-methods/create');
  });

  it('is another one than that of a payment', () => {
    expect(pageOfEntry(new URLSearchParams('order=217&payment=431'))).toBeUndefined();
    const odd = pageOfEntry(new URLSearchParams({ entry: 'contract', school: '//evil.example/?a&b' }));
    expect(odd).toBe('/contract?school=%2F%2Fevil.example%2F%3Fa%26b&step=3');
  });
});
