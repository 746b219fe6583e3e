import { expect, it } from 'vitest';
import { keyboardHints } from './keyboard-hints.ts';

it('brings the keyboard of an email and of a phone number', () => {
  expect(keyboardHints('email', 'username')).toMatchObject({
    inputMode: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  });
  expect(keyboardHints('tel', 'home tel')).toMatchObject({ inputMode: 'tel' });
});

it('begins the words of names and addresses with a capital, and mends nothing in them', () => {
  expect(keyboardHints('text', 'given-name')).toEqual({
    autoCapitalize: 'words',
    autoCorrect: 'off',
    spellCheck: false,
  });
  expect(keyboardHints(undefined, 'shipping address-line1')).toMatchObject({ autoCapitalize: 'words' });
});

/** @shows MD13.2 */
it('brings a keyboard with a dash for a ZIP code of nine digits', () => {
  expect(keyboardHints(undefined, 'shipping postal-code')).not.toHaveProperty('inputMode');
});

it('leaves any other text to the browser', () => {
  expect(keyboardHints('text', 'off')).toEqual({});
  expect(keyboardHints(undefined, undefined)).toEqual({});
});
