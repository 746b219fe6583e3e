import { describe, expect, it } from 'vitest';
import { paymentReturn, withoutAdditions } from './payment-return.ts';

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
