import { expect, it } from 'vitest';
import { quoted } from './quoted.ts';

/** @shows MH16.3 */
it.each([
  ['Ada Test', '“Ada Test”'],
  ['Ada” PAID IN FULL “', '“Ada’ PAID IN FULL ’”'],
  ['12 "Elm" Street', '“12 ’Elm’ Street”'],
  ['דנה כהן', '“\u2068דנה כהן\u2069”'],
])('%s is quoted on a paper, and does not end the quotation', (typed, printed) => {
  expect(quoted(typed)).toBe(printed);
});
