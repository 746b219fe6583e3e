// Shorter words are as often part of a real secret as they are a name.
const WORD_MIN = 5;

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
}

/**
 * Whether a password is no more than a name that anybody can read on our pages, with figures or signs
 * around it: `Coaches2027`, `elm-school!`.
 * @param names  of the company, its schools, and the person's own e-mail address
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
