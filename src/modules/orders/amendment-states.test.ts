import { expect, it } from 'vitest';
import { AMENDMENT_STATES, AMENDMENT_TRANSITIONS, isOpenAmendment } from './amendment.states.ts';

/** @shows OF5.12 */
it('every state of an amendment is reached, and what is not open never changes', () => {
  const reached = new Set(['proposed', ...Object.values(AMENDMENT_TRANSITIONS).flat()]);
  expect([...reached].toSorted()).toEqual(AMENDMENT_STATES.toSorted());
  for (const state of AMENDMENT_STATES)
    expect(AMENDMENT_TRANSITIONS[state].length > 0).toBe(isOpenAmendment(state));
});
