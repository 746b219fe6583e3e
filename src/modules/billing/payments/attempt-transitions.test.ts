import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ATTEMPT_MOVES,
  ATTEMPT_STATES,
  judgeMove,
  type AttemptState,
  type Verdict,
} from './attempt-transitions.ts';

const FINAL: AttemptState[] = ['declined', 'not_found', 'returned'];

const verdicts = fc.oneof(
  fc.constant<Verdict>({ k: 'succeeded', ref: 'ch' }),
  fc.constant<Verdict>({ k: 'pending', ref: 'ch' }),
  fc.constant<Verdict>({ k: 'returned', ref: 'ch', code: 'R01', next: 'later' }),
  fc.constant<Verdict>({ k: 'declined', code: 'declined', next: 'new_method' }),
  fc.constant<Verdict>({ k: 'unknown', cause: 'time-out' }),
  fc.constant<Verdict>({ k: 'not_found' }),
);

function after(from: AttemptState, answers: readonly Verdict[]): AttemptState[] {
  const states = [from];
  for (const verdict of answers) {
    const { to, move } = judgeMove(states.at(-1)!, verdict);
    states.push(move === 'make' ? to : states.at(-1)!);
  }
  return states;
}

describe('the moves of a charge attempt', () => {
  it('reach every state from the first one', () => {
    const reached = new Set<AttemptState>(['created']);
    for (const state of reached) for (const next of ATTEMPT_MOVES[state]) reached.add(next);
    expect([...reached].toSorted()).toEqual([...ATTEMPT_STATES].toSorted());
  });

  it('lead out of every state but the final ones', () => {
    expect(ATTEMPT_STATES.filter((state) => ATTEMPT_MOVES[state].length === 0)).toEqual(FINAL);
  });

  it('never come back to a state that was left, whatever arrives in whatever order', () => {
    fc.assert(
      fc.property(fc.array(verdicts, { maxLength: 12 }), (answers) => {
        const visited = after('sent', answers).filter((state, i, all) => state !== all[i - 1]);
        expect(new Set(visited).size).toBe(visited.length);
      }),
    );
  });

  it('end alike when every answer is heard twice', () => {
    fc.assert(
      fc.property(fc.array(verdicts, { maxLength: 8 }), (answers) => {
        const doubled = answers.flatMap((answer) => [answer, answer]);
        expect(after('sent', doubled).at(-1)).toBe(after('sent', answers).at(-1));
      }),
    );
  });

  it('leave a charge that took money only through a return', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<AttemptState>('succeeded', 'processing'),
        fc.array(verdicts, { maxLength: 8 }),
        (from, answers) => {
          expect(['processing', 'succeeded', 'returned']).toContain(after(from, answers).at(-1));
        },
      ),
    );
  });

  it('call for a person when money turns up on an attempt that was given up', () => {
    expect(judgeMove('not_found', { k: 'succeeded', ref: 'ch' }).move).toBe('contradicts');
    expect(judgeMove('declined', { k: 'pending', ref: 'ch' }).move).toBe('contradicts');
    expect(judgeMove('declined', { k: 'unknown', cause: 'late' }).move).toBe('known_already');
  });
});
