import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeRefund,
  REFUND_MOVES,
  REFUND_STATES,
  type RefundState,
  type RefundVerdict,
} from './refund-transitions.ts';

const verdicts = fc.oneof(
  fc.constant<RefundVerdict>({ k: 'succeeded', ref: 're' }),
  fc.constant<RefundVerdict>({ k: 'refused', code: 'declined' }),
  fc.constant<RefundVerdict>({ k: 'unknown', cause: 'time-out' }),
  fc.constant<RefundVerdict>({ k: 'not_found' }),
);

function after(from: RefundState, answers: readonly RefundVerdict[]): RefundState[] {
  const states = [from];
  for (const verdict of answers) {
    const { to, move } = judgeRefund(states.at(-1)!, verdict);
    states.push(move === 'make' ? to : states.at(-1)!);
  }
  return states;
}

describe('the moves of a refund', () => {
  it('reach every state from the first one, and lead out of all but the last ones', () => {
    const reached = new Set<RefundState>(['created']);
    for (const state of reached) for (const next of REFUND_MOVES[state]) reached.add(next);
    expect([...reached].toSorted()).toEqual([...REFUND_STATES].toSorted());
    expect(REFUND_STATES.filter((state) => REFUND_MOVES[state].length === 0)).toEqual([
      'succeeded',
      'failed',
    ]);
  });

  it('never come back to a state that was left, whatever arrives in whatever order', () => {
    fc.assert(
      fc.property(fc.array(verdicts, { maxLength: 12 }), (answers) => {
        const visited = after('sent', answers).filter((state, i, all) => state !== all[i - 1]);
        expect(new Set(visited).size).toBe(visited.length);
      }),
    );
  });

  it('call for a person when money went back on a refund that was given up', () => {
    expect(judgeRefund('failed', { k: 'succeeded', ref: 're' }).move).toBe('contradicts');
    expect(judgeRefund('succeeded', { k: 'refused', code: 'declined' }).move).toBe('known_already');
  });
});
