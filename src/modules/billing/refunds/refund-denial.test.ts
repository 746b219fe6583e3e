import { describe, expect, it } from 'vitest';
import { refundDenial } from './refund-denial.ts';
import type { RefundDenialCode } from './refund-plan.ts';

const denial = (why: RefundDenialCode, payment_number?: number) =>
  refundDenial({ k: 'refused', why, ...(payment_number !== undefined && { payment_number }) });

describe('why a refund is refused', () => {
  it.each([
    ['nothing_left', 409, 'There’s nothing left to refund on this order.'],
    [
      'above_left',
      422,
      'That’s more than you can refund. ' +
        'A card fee is refunded only when everything paid on the order is refunded.',
    ],
    ['on_its_way', 409, 'Payment 2 is being charged right now. You can refund it once the result is known.'],
    [
      'unsettled',
      409,
      'The bank debit for payment 2 has not settled yet. You can refund it once the money has arrived.',
    ],
    ['returned', 409, 'Payment 2 is no longer with us, so there’s nothing to refund.'],
    [
      'elsewhere',
      409,
      'Payment 2 was charged through a payment processor or account that this portal no longer uses. ' +
        'Refund it by check, or by hand at that processor and then enter it here as a check.',
    ],
    [
      'too_old',
      409,
      'The bank debit for payment 2 is too old for the processor to refund. Refund it by check instead.',
    ],
    ['received', 409, 'Payment 2 was not charged through the processor. Refund it by check.'],
  ] as const)('%s is status %i, and staff read: %s', (why, status, sentence) => {
    const refusal = denial(why, 2);
    expect(refusal.kind.status).toBe(status);
    expect(refusal.sentences).toEqual([sentence]);
  });

  it('names no payment where the plan names none', () => {
    expect(denial('nothing_left').sentences.join()).not.toMatch(/\d/);
  });
});
