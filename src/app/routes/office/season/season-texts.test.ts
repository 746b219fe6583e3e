import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { NOT_SOLD, type NotSold } from '#modules/catalog/routes/not-sold.states.ts';
import type { WhyNot } from '#modules/office/seasons/board.contract.ts';
import { whyNotText } from './season-texts.ts';

const why = (reason: WhyNot['reason'], rest: Partial<WhyNot> = {}) =>
  whyNotText({ reason, on: null, at: null, waiting: null, ...rest }, 'America/New_York');

const WITH_TIME: readonly NotSold[] = ['school_opens', 'school_closed', 'term_opens'];

/** @shows SE1.5 */
describe('the reason why a route cannot be bought', () => {
  it('is a sentence for each', () => {
    expect(NOT_SOLD.filter((reason) => !WITH_TIME.includes(reason)).map((reason) => why(reason))).toEqual([
      'The school year is a draft.',
      'The school is switched off.',
      'The school is switched off for this school year.',
      'The school sells another school year now.',
      'The program is switched off.',
      'The route has ended.',
      'There’s no term for families.',
      'Every term has ended.',
    ]);
    expect(why('term_opens', { on: plainDate('2027-03-01') })).toBe('The next term opens on 03/01/2027.');
  });

  it('names day and time of the opening or closing hour, in company time', () => {
    const at = '2027-03-01T13:00:00.000Z';
    expect([why('school_opens', { at }), why('school_closed', { at })]).toEqual([
      'The school opens on Monday, 03/01/2027 at 8:00 AM EST.',
      'The school closed on Monday, 03/01/2027 at 8:00 AM EST.',
    ]);
  });

  it('is that the route is full, with the children who wait', () => {
    expect([0, 1, 3].map((waiting) => why('full', { waiting }))).toEqual([
      'Full. No child waits.',
      'Full. 1 child waits.',
      'Full. 3 children wait.',
    ]);
  });
});
