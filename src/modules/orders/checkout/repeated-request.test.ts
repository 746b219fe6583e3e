import { describe, expect, it } from 'vitest';
import { answerToRepeat } from './repeated-request.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 3, 10, 14) + seconds * 1000);
const mine = { user_id: 1, request_hash: 'same' };
const pending = { ...mine, status: 'pending_payment', created_at: at(0), activated_at: null } as const;
const active = { ...mine, status: 'active', created_at: at(0), activated_at: at(2) } as const;

describe('pressing Checkout again', () => {
  it('while the payment is on its way gets the answer of the same order', () => {
    expect(answerToRepeat(pending, mine, at(3))).toBe('its_answer');
  });

  it('with another card while the payment is on its way charges nothing and is told to wait', () => {
    expect(answerToRepeat(pending, { ...mine, request_hash: 'other' }, at(3))).toBe('still_confirming');
  });

  it.each([
    ['a minute after the success', 62, 'its_answer'],
    ['later than that', 63, 'order_exists'],
  ] as const)('%s is answered by %i s: %s', (_, seconds, answer) => {
    expect(answerToRepeat(active, mine, at(seconds))).toBe(answer);
  });

  it('after a lost answer gets the success for a day, once it is known', () => {
    const confirmedLate = { ...active, activated_at: at(300) };
    expect(answerToRepeat(confirmedLate, mine, at(7200))).toBe('its_answer');
    expect(answerToRepeat(confirmedLate, mine, at(2 * 86_400))).toBe('order_exists');
  });

  it('for something else on the same route is refused', () => {
    expect(answerToRepeat(active, { ...mine, request_hash: 'other' }, at(3))).toBe('order_exists');
    expect(answerToRepeat(active, { ...mine, user_id: 2 }, at(3))).toBe('order_exists');
  });
});
