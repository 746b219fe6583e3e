import { describe, expect, it } from 'vitest';
import { isEnded, REQUEST_TRANSITIONS } from './request-transitions.ts';
import { REQUEST_STATES } from '#modules/orders/request.states.ts';

describe('a refund request', () => {
  it('can reach every state from the first, and leaves none of the last', () => {
    const reached = new Set<string>(['requested']);
    for (const from of reached)
      for (const to of REQUEST_TRANSITIONS[from as keyof typeof REQUEST_TRANSITIONS]) reached.add(to);
    expect([...reached].toSorted()).toEqual([...REQUEST_STATES].toSorted());
    expect(REQUEST_STATES.filter(isEnded)).toEqual(['finished', 'declined']);
  });

  it('is never declined while the processor may be paying it back', () =>
    expect(REQUEST_TRANSITIONS.under_way).not.toContain('declined'));
});
