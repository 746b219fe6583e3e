import type { Vault } from './vault.ts';

/** By how many of its last digits a phone is found: all of it, without its area, and what people remember. */
const ENDS = [10, 7, 4];

// 72 bits: nobody finds two phones with the same mark.
const MARK_LENGTH = 12;

/** A phone's end in one table, so that a mark says nothing about the same phone in another. */
const useOf = (table: string) => `phone of ${table}`;

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

/**
 * What is stored beside sealed phones so that they are found by their last digits: as nobody has the key who
 * has only the database, the marks tell there which phones end alike and no digit of them.
 */
export function phoneMarks(
  vault: Vault,
  table: string,
  phones: readonly (string | null | undefined)[],
): string[] {
  const ends = phones.flatMap((phone) => {
    const digits = digitsOf(phone ?? '');
    return ENDS.filter((length) => digits.length >= length).map((length) => digits.slice(-length));
  });
  return [...new Set(ends)].map((end) => vault.sign(useOf(table), end).slice(0, MARK_LENGTH));
}

/** A word of a search, and the marks of the phones that end with it, under each key of the ring. */
export type SearchWord = { text: string; marks: string[] };

const WORDS_MAX = 6;

// Phones are typed with blanks too; each group of digits would be a word of its own.
const PHONE = /(?<!\S)\+?(?:1[ .-])?\(?(?:(\d{3})\)?[ .-]{0,2})?(\d{3})[ .-](\d{4})(?!\S)/g;

const joined = (_typed: string, area: string | undefined, ...[exchange, line]: string[]) =>
  [area, exchange, line].filter(Boolean).join('-');

/** The first words of a search; a phone is one word, however it is typed. */
export function searchWords(vault: Vault, table: string, search: string): SearchWord[] {
  const words = search.replace(PHONE, joined).split(/\s+/).filter(Boolean);
  return words.slice(0, WORDS_MAX).map((text) => ({ text, marks: marksOf(vault, table, text) }));
}

function marksOf(vault: Vault, table: string, word: string): string[] {
  const digits = /^[\d+().-]+$/.test(word) ? digitsOf(word) : '';
  if (!ENDS.includes(digits.length)) return [];
  return vault.signatures(useOf(table), digits).map((mark) => mark.slice(0, MARK_LENGTH));
}
