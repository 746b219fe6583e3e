import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REFUND_STATES, type RefundState } from './refund.states.ts';
import { nextRefundState, REFUND_TRANSITIONS, type GatewayRefundResult } from './refund-transitions.ts';

const gatewayResults = fc.oneof(
  fc.constant<GatewayRefundResult>({ k: 'succeeded', ref: 're' }),
  fc.constant<GatewayRefundResult>({ k: 'pending', ref: 're' }),
  fc.constant<GatewayRefundResult>({ k: 'bounced', ref: 're', code: 'bounced' }),
  fc.constant<GatewayRefundResult>({ k: 'refused', code: 'declined' }),
  fc.constant<GatewayRefundResult>({ k: 'unknown', cause: 'time-out' }),
  fc.constant<GatewayRefundResult>({ k: 'not_found' }),
);

function after(from: RefundState, answers: readonly GatewayRefundResult[]): RefundState[] {
  const states = [from];
  for (const gatewayResult of answers) {
    const { to, transition } = nextRefundState(states.at(-1)!, gatewayResult);
    states.push(transition === 'make' ? to : states.at(-1)!);
  }
  return states;
}

describe('the moves of a refund', () => {
  it('reach every state from the first one, and lead out of all but the last ones', () => {
    const reached = new Set<RefundState>(['created']);
    for (const state of reached) for (const next of REFUND_TRANSITIONS[state]) reached.add(next);
    expect([...reached].toSorted()).toEqual([...REFUND_STATES].toSorted());
    expect(REFUND_STATES.filter((state) => REFUND_TRANSITIONS[state].length === 0)).toEqual([
      'failed',
      'bounced',
    ]);
  });

  it('never come back to a state that was left, whatever arrives in whatever order', () => {
    fc.assert(
      fc.property(fc.array(gatewayResults, { maxLength: 12 }), (answers) => {
        const visited = after('sent', answers).filter((state, i, all) => state !== all[i - 1]);
        expect(new Set(visited).size).toBe(visited.length);
      }),
    );
  });

  it('call for a person when money went back on a refund that was given up', () => {
    expect(nextRefundState('failed', { k: 'succeeded', ref: 're' }).transition).toBe('conflict');
    expect(nextRefundState('succeeded', { k: 'refused', code: 'declined' }).transition).toBe('known_already');
  });
});
