import { describe, expect, it } from 'vitest';
import { setUpStops, textState, type SetUpObjects } from './set-up-stops.ts';
import { STOPS } from './set-up-parts.ts';

const NOTICE = 'Have it read by a lawyer.';

const NOTHING: SetUpObjects = {
  company: undefined,
  division: undefined,
  program_group: undefined,
  program: undefined,
  grades: 0,
  period: undefined,
  period_group: undefined,
  period_program: undefined,
  route: undefined,
  payment_terms: 0,
};

const WRITTEN = '<p>Written by a lawyer.</p>';

const WHOLE: SetUpObjects = {
  company: {},
  division: { ach_terms: WRITTEN },
  program_group: {},
  program: {},
  grades: 6,
  period: {},
  period_group: { active_msg: WRITTEN, inactive_msg: WRITTEN },
  period_program: { contract_text_intro: WRITTEN, contract_text: WRITTEN, faq: WRITTEN },
  route: {},
  payment_terms: 2,
};

const missingIn = (objects: SetUpObjects) =>
  Object.fromEntries(setUpStops(objects, NOTICE).map(({ stop, missing }) => [stop, missing]));

describe('the stops of the set-up', () => {
  /** @shows SE11.2 */
  it('are seven in their order, and name all that an empty portal misses', () => {
    expect(setUpStops(NOTHING, NOTICE).map(({ stop }) => stop)).toEqual(STOPS);
    expect(missingIn(NOTHING)).toEqual({
      company: ['company', 'division'],
      school: ['program_group'],
      program: ['program', 'grades'],
      season: ['period'],
      route: ['route', 'payment_term'],
      texts: ['contract_text_intro', 'contract_text', 'faq', 'active_msg', 'inactive_msg', 'ach_terms'],
      test: ['earlier_stops'],
    });
  });

  /** @shows SE11.2 */
  it('miss nothing once everything is there', () => {
    expect(Object.values(missingIn(WHOLE)).flat()).toEqual([]);
  });

  /** @shows SE11.3 */
  it('are filled in any order, each by its own facts alone', () => {
    const found = missingIn({ ...NOTHING, period: {}, program: {}, grades: 3 });
    expect([found.season, found.program, found.company]).toEqual([[], [], ['company', 'division']]);
    expect(missingIn({ ...WHOLE, grades: 0 })).toMatchObject({
      program: ['grades'],
      test: ['earlier_stops'],
    });
    expect(missingIn({ ...WHOLE, payment_terms: 0 }).route).toEqual(['payment_term']);
  });

  /** @shows SE11.4 */
  it('miss the texts that still have the notice', () => {
    const faq = `<p>${NOTICE}</p>${WRITTEN}`;
    const objects = { ...WHOLE, period_program: { ...WHOLE.period_program, faq } };
    expect(missingIn(objects)).toMatchObject({ texts: ['notice'], test: ['earlier_stops'] });
  });
});

it.each([
  [null, 'missing'],
  ['<p> </p>', 'missing'],
  [`<p>${NOTICE}</p><p>Ride.</p>`, 'starter'],
  [WRITTEN, 'written'],
])('a text %s is %s', (html, state) => expect(textState(html, NOTICE)).toBe(state));
