import type { Vault } from './vault.ts';

/** The whole number, without the area code, and the ending people remember. */
const ENDS = [10, 7, 4];

// 72 bits: no two phones share a mark.
const MARK_LENGTH = 12;

const useOf = (table: string) => `phone of ${table}`;

export const phoneDigits = (text: string) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

/** A reader of the database alone sees phones with the same ending, but no digits. */
export function phoneMarks(
  vault: Vault,
  table: string,
  phones: readonly (string | null | undefined)[],
): string[] {
  const ends = phones.flatMap((phone) => {
    const digits = phoneDigits(phone ?? '');
    return ENDS.filter((length) => digits.length >= length).map((length) => digits.slice(-length));
  });
  return [...new Set(ends)].map((end) => vault.sign(useOf(table), end).slice(0, MARK_LENGTH));
}

export type SearchWord = { text: string; marks: string[] };

const WORDS_MAX = 6;

// People type blanks in phones, and without this pattern each group of digits would be a separate word.
const PHONE = /(?<!\S)\+?(?:1[ .-])?\(?(?:(\d{3})\)?[ .-]{0,2})?(\d{3})[ .-](\d{4})(?!\S)/g;

/** `order 217` is the word `#217` (OF1.3). */
const ORDER_NUMBER = /(?<!\S)order\s+#?(\d{1,9})(?!\S)/gi;

const joined = (_typed: string, area: string | undefined, ...[exchange, line]: string[]) =>
  [area, exchange, line].filter(Boolean).join('-');

/** "Okafor, Adaeze" has two words. Signs alone are a word only without other words. */
export function wordsOf(search: string): string[] {
  const words = search
    .replace(PHONE, joined)
    .replace(ORDER_NUMBER, '#$1')
    .split(/[\s,;]+/)
    .filter(Boolean);
  const named = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return (named.length > 0 ? named : words).slice(0, WORDS_MAX);
}

export const searchWords = (vault: Vault, table: string, search: string): SearchWord[] =>
  wordsOf(search).map((text) => ({ text, marks: marksOf(vault, table, text) }));

function marksOf(vault: Vault, table: string, word: string): string[] {
  const digits = /^[\d+().-]+$/.test(word) ? phoneDigits(word) : '';
  if (!ENDS.includes(digits.length)) return [];
  return vault.signatures(useOf(table), digits).map((mark) => mark.slice(0, MARK_LENGTH));
}
