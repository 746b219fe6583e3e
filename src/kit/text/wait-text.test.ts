import { expect, test } from 'vitest';
import { tooManyText, waitText } from './wait-text.ts';

/** @shows MA10.9 MB20.11 */
test.each([
  [1, 'a moment'],
  [30, '30 seconds'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [840, '14 minutes'],
  [3600, 'an hour'],
])('%i seconds are a wait of %s', (seconds, text) => expect(waitText(seconds)).toBe(text));

test('too many attempts say how long to wait', () => {
  expect(tooManyText({ retry_after_s: 840 })).toBe(
    'Too many attempts. Please wait 14 minutes and try again.',
  );
});
