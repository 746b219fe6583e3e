import { expect, it } from 'vitest';
import { yesNo } from './yes-no.ts';

/** @shows A-355 */
it('a yes-or-no fact reads Yes or No', () => {
  expect([yesNo(true), yesNo(false)]).toEqual(['Yes', 'No']);
});
