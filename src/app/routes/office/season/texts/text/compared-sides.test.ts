import { expect, it } from 'vitest';
import { defaultSides } from './compared-sides.ts';

const version = (number: number, is_in_force = false) => ({
  number,
  hash: `hash ${number}`,
  at: null,
  by: null,
  note: null,
  approval: null,
  words: 1,
  words_changed: 1,
  signed_by: 0,
  is_in_force,
});
const text = { html: '<p>Two</p>', versions: [version(3), version(2, true), version(1)] };

/** @shows SE4.6 */
it('a draft is compared with the text in force', () => {
  expect(defaultSides(text, '<p>Three</p>')).toEqual({ before: 'hash 2', after: 'draft' });
});

/** @shows SE4.6 */
it('without a draft the text in force is compared with the one before', () => {
  expect(defaultSides(text, text.html)).toEqual({ before: 'hash 1', after: 'hash 2' });
});

/** @shows SE4.6 */
it('a text with one version and no draft is compared with nothing', () => {
  expect(defaultSides({ ...text, versions: [version(1, true)] }, text.html)).toBeUndefined();
  expect(defaultSides({ html: '', versions: [] }, '<p>First</p>')).toBeUndefined();
});
