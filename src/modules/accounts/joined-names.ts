// A shorter word may well be part of a real secret.
const WORD_MIN = 5;

const YEAR = /(?:19|20)\d\d/g;

/** What people type in place of a letter. */
const WRITTEN: Readonly<Record<string, string>> = {
  a: '[a@4]',
  b: '[b8]',
  e: '[e3]',
  g: '[g9]',
  i: '[i1!|]',
  l: '[l1!|]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7+]',
};

export function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
}

/** A short word counts where it stands alone. */
function patternOf(word: string): string {
  const written = [...word].map((letter) => WRITTEN[letter] ?? letter).join('');
  return word.length < WORD_MIN ? `(?<!\\p{L})${written}(?!\\p{L})` : written;
}

const anyOf = (words: readonly string[]): RegExp =>
  // A copy is sorted in place: browsers of the floor lack `toSorted`.
  new RegExp(
    [...words]
      .sort((a, b) => b.length - a.length)
      .map(patternOf)
      .join('|') || '(?!)',
    'giu',
  );

const partsOf = (name: string): string[] => {
  const words = name.split(/[^\p{L}]+/u).map(lettersOf);
  return [lettersOf(name), ...words.filter(({ length }) => length >= WORD_MIN)].filter(Boolean);
};

/**
 * What a password has beside public names and the years and words around these names: of
 * `Elm-School-Dispatch-Jane2027`, `Jane` and signs. Attackers join these parts first. A password without a
 * name is returned as typed.
 * Source: MH20
 */
export function restBesideNames(
  password: string,
  { names, words }: { names: readonly string[]; words: readonly string[] },
): string {
  const withoutNames = password.replaceAll(anyOf(names.flatMap(partsOf)), ' ');
  if (withoutNames === password) return password;
  return withoutNames.replaceAll(YEAR, ' ').replaceAll(anyOf(words), ' ').replaceAll(/\s+/g, ' ').trim();
}
