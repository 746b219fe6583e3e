import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, normalizeCode } from './recovery-codes.service.ts';

/** @shows H2.10 */
describe('recovery codes', () => {
  it('are ten, none like another, in groups that a person can type', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  });

  it.each([
    ['7KQ4-M2XD-9RTV', '7KQ4M2XD9RTV'],
    [' 7kq4 m2xd 9rtv ', '7KQ4M2XD9RTV'],
    ['7KQ4M2XD9RTV', '7KQ4M2XD9RTV'],
    ['olio-0000-1111', '011000001111'],
    ['123 456', '123456'],
    ['7KQ4\u2013M2XD\u20149RTV', '7KQ4M2XD9RTV'],
  ])('may be typed as %j', (typed, read) => {
    expect(normalizeCode(typed)).toBe(read);
  });
});
