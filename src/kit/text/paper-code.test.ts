import { describe, expect, it } from 'vitest';
import { asDigits, lettersAndDigits } from './paper-code.ts';

/** @shows MC13.3 */
describe('a code typed from paper', () => {
  it.each([
    ['HM-AID-27', 'HMAID27'],
    [' hm aid 27 ', 'HMAID27'],
    ['hm\u2013aid\u201427', 'HMAID27'],
    ['HM_AID/27.', 'HMAID27'],
    ['ＨＭ-AID-２７', 'HMAID27'],
    ['--', ''],
  ])('counts by its letters and digits alone: %j', (typed, read) => {
    expect(lettersAndDigits(typed)).toBe(read);
  });

  it('reads O, I and L as digits', () => expect(asDigits('OIL7')).toBe('0117'));
});
