import { lettersOf } from '#modules/accounts/joined-names.ts';

// A shorter word may well be part of a real secret.
const WORD_MIN = 5;

/**
 * Checks for a password with no more than a public name and digits or signs around: `Coaches2027`,
 * `elm-school!`.
 * @param names of the company, the schools, and the person's own e-mail address
 * Source: ASVS 6.2.11
 */
export function isMerelyName(password: string, names: readonly string[]): boolean {
  const letters = lettersOf(password);
  if (letters === '') return false;
  return names.some((name) => {
    const firstWord = lettersOf(name.split(/[\s@]/)[0] ?? '');
    return letters === lettersOf(name) || (firstWord.length >= WORD_MIN && letters === firstWord);
  });
}
