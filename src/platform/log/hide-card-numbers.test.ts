import { describe, expect, it } from 'vitest';
import { hideCardNumbers } from './hide-card-numbers.ts';

describe('a line of the log', () => {
  it.each([
    ['{"body":"4242424242424242"}', '{"body":"424242…4242"}'],
    ['paid with 4242 4242 4242 4242 today', 'paid with 424242…4242 today'],
    ['3782-822463-10005', '378282…0005'],
  ])('shows of %s only %s', (line, shown) => expect(hideCardNumbers(line)).toBe(shown));

  it.each([
    '{"order_id":4242,"at":"2026-04-10T14:00:00.000Z"}',
    '{"number":"4242424242424241"}',
    '{"epoch":1775829600000}',
    '{"request_id":"42424242-4242-4242-8242-424242424242"}',
  ])('keeps %s as it is', (line) => expect(hideCardNumbers(line)).toBe(line));
});
