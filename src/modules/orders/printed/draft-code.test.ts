import { describe, expect, it } from 'vitest';
import { draftCode } from './draft-code.ts';

/** @shows OF4.1 */
describe('the code of a printed contract', () => {
  it.each([
    ['7KQ4-M2XD-9RTV', '7KQ4-M2XD-9RTV'],
    ['7kq4m2xd9rtv', '7KQ4-M2XD-9RTV'],
    [' 7KQ4 M2XD 9RTV\n', '7KQ4-M2XD-9RTV'],
    ['7KQ4–M2XD–9RTV', '7KQ4-M2XD-9RTV'],
    ['OI1L-M2XD-9RTV', '0111-M2XD-9RTV'],
    ['oi1l-m2xd-9rtv', '0111-M2XD-9RTV'],
  ])('%j is read as %s', (typed, code) => {
    expect(draftCode(typed)).toBe(code);
  });

  it.each(['', '7KQ4-M2XD-9RT', '7KQ4-M2XD-9RTVX', '7UQ4-M2XD-9RTV', '27-HM-000123-A'])(
    '%j is no code',
    (typed) => {
      expect(draftCode(typed)).toBeUndefined();
    },
  );
});
