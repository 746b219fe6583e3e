import { expect, it } from 'vitest';
import { typingOf } from './keyboard-hints.ts';

it('brings the keyboard of an email and of a phone number', () => {
  expect(typingOf('email', 'username')).toMatchObject({
    inputMode: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  });
  expect(typingOf('tel', 'home tel')).toMatchObject({ inputMode: 'tel' });
});

it('begins the words of names and addresses with a capital, and mends nothing in them', () => {
  expect(typingOf('text', 'given-name')).toEqual({
    autoCapitalize: 'words',
    autoCorrect: 'off',
    spellCheck: false,
  });
  expect(typingOf(undefined, 'shipping address-line1')).toMatchObject({ autoCapitalize: 'words' });
});

it('leaves any other text to the browser', () => {
  expect(typingOf('text', 'off')).toEqual({});
  expect(typingOf(undefined, undefined)).toEqual({});
});
