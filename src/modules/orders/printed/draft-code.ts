import { asDigits, lettersAndDigits } from '#kit/text/paper-code.ts';

const SIGNS = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/**
 * The code of a printed draft as typed or scanned: dashes, spaces and case do not count, and O, I and L are
 * read as the digits of the alphabet (OF4.1).
 * @returns undefined for a text that is no code
 */
export function draftCode(typed: string): string | undefined {
  const signs = asDigits(lettersAndDigits(typed));
  return SIGNS.test(signs) ? signs.match(/.{4}/g)!.join('-') : undefined;
}
