import { describe, expect, it } from 'vitest';
import { isEnded, REFUND_MOVES } from './request-transitions.ts';
import { REFUND_STATUSES } from '#modules/orders/order-requests.contract.ts';

describe('a refund request', () => {
  it('can reach every state from the first, and leaves none of the last', () => {
    const reached = new Set<string>(['requested']);
    for (const from of reached)
      for (const to of REFUND_MOVES[from as keyof typeof REFUND_MOVES]) reached.add(to);
    expect([...reached].toSorted()).toEqual([...REFUND_STATUSES].toSorted());
    expect(REFUND_STATUSES.filter(isEnded)).toEqual(['finished', 'declined']);
  });

  it('is never declined while the processor may be paying it back', () =>
    expect(REFUND_MOVES.under_way).not.toContain('declined'));
});
