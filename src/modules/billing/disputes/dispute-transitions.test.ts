import { describe, expect, it } from 'vitest';
import { DISPUTE_STATES, STANDING_DISPUTES } from '#modules/billing/dispute.states.ts';
import { DISPUTE_TRANSITIONS, nextDisputeState } from './dispute-transitions.ts';

describe('the states of a dispute', () => {
  it('are each reached by a first reading, and every one but a decision leads to both decisions', () => {
    for (const state of DISPUTE_STATES) expect(nextDisputeState(undefined, state)).toBe('make');
    for (const state of ['warning', 'open', 'answered'] as const)
      expect(DISPUTE_TRANSITIONS[state]).toEqual(expect.arrayContaining(['won', 'lost']));
  });

  it('end with the decision: nothing follows a dispute that is won or lost', () => {
    expect([DISPUTE_TRANSITIONS.won, DISPUTE_TRANSITIONS.lost]).toEqual([[], []]);
  });

  it('hold the money of the family in the states that are open or answered, and in no other', () => {
    expect(STANDING_DISPUTES).toEqual(['open', 'answered']);
  });
});

describe('a reading of a dispute', () => {
  it('that was read before is written again, as its deadline may be another', () => {
    for (const state of DISPUTE_STATES) expect(nextDisputeState(state, state)).toBe('make');
  });

  it('may ask again after an answer, with another deadline', () => {
    expect(nextDisputeState('open', 'answered')).toBe('make');
    expect(nextDisputeState('answered', 'open')).toBe('make');
  });

  it('never becomes a warning again, once money has moved', () => {
    for (const from of ['open', 'answered', 'won', 'lost'] as const)
      expect(nextDisputeState(from, 'warning')).toBe('known_already');
  });

  it('that comes late changes nothing that was decided', () => {
    for (const from of ['won', 'lost'] as const)
      for (const to of ['warning', 'open', 'answered'] as const)
        expect(nextDisputeState(from, to)).toBe('known_already');
  });

  it('that decides otherwise than before calls a person', () => {
    expect(nextDisputeState('won', 'lost')).toBe('conflict');
    expect(nextDisputeState('lost', 'won')).toBe('conflict');
  });

  it('of an appeal against a decision that is booked calls a person, and before one does not', () => {
    expect(nextDisputeState('lost', 'open', true)).toBe('conflict');
    expect(nextDisputeState('won', 'answered', true)).toBe('conflict');
    expect(nextDisputeState('answered', 'open', true)).toBe('make');
  });
});
