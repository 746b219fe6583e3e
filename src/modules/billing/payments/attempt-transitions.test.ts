import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTEMPT_STATES, FAILED_ATTEMPTS, type AttemptState } from './attempt.states.ts';
import { ATTEMPT_TRANSITIONS, nextState, type GatewayResult } from './attempt-transitions.ts';

const gatewayResults = fc.oneof(
  fc.constant<GatewayResult>({ k: 'succeeded', ref: 'ch' }),
  fc.constant<GatewayResult>({ k: 'pending', ref: 'ch' }),
  fc.constant<GatewayResult>({ k: 'action', ref: 'ch', client_secret: 'ch_secret' }),
  fc.constant<GatewayResult>({ k: 'returned', ref: 'ch', code: 'R01', next: 'later' }),
  fc.constant<GatewayResult>({ k: 'declined', code: 'declined', next: 'new_method' }),
  fc.constant<GatewayResult>({ k: 'unknown', cause: 'time-out' }),
  fc.constant<GatewayResult>({ k: 'not_found' }),
);

function after(from: AttemptState, answers: readonly GatewayResult[]): AttemptState[] {
  const states = [from];
  for (const gatewayResult of answers) {
    const { to, transition } = nextState(states.at(-1)!, gatewayResult);
    states.push(transition === 'make' ? to : states.at(-1)!);
  }
  return states;
}

describe('the moves of a charge attempt', () => {
  it('reach every state from the first one', () => {
    const reached = new Set<AttemptState>(['created']);
    for (const state of reached) for (const next of ATTEMPT_TRANSITIONS[state]) reached.add(next);
    expect([...reached].toSorted()).toEqual([...ATTEMPT_STATES].toSorted());
  });

  it('lead out of every state but the final ones', () => {
    expect(ATTEMPT_STATES.filter((state) => ATTEMPT_TRANSITIONS[state].length === 0)).toEqual(
      FAILED_ATTEMPTS,
    );
  });

  it('never come back to a state that was left, whatever arrives in whatever order', () => {
    fc.assert(
      fc.property(fc.array(gatewayResults, { maxLength: 12 }), (answers) => {
        const visited = after('sent', answers).filter((state, i, all) => state !== all[i - 1]);
        expect(new Set(visited).size).toBe(visited.length);
      }),
    );
  });

  it('end alike when every answer is heard twice', () => {
    fc.assert(
      fc.property(fc.array(gatewayResults, { maxLength: 8 }), (answers) => {
        const doubled = answers.flatMap((answer) => [answer, answer]);
        expect(after('sent', doubled).at(-1)).toBe(after('sent', answers).at(-1));
      }),
    );
  });

  it('leave a charge that took money only through a return', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<AttemptState>('succeeded', 'processing'),
        fc.array(gatewayResults, { maxLength: 8 }),
        (from, answers) => {
          expect(['processing', 'succeeded', 'returned']).toContain(after(from, answers).at(-1));
        },
      ),
    );
  });

  it('call for a person when money turns up on an attempt that was given up', () => {
    expect(nextState('not_found', { k: 'succeeded', ref: 'ch' }).transition).toBe('conflict');
    expect(nextState('declined', { k: 'pending', ref: 'ch' }).transition).toBe('conflict');
    expect(nextState('declined', { k: 'unknown', cause: 'late' }).transition).toBe('known_already');
  });
});
