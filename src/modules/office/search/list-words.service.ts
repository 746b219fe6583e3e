import { userPhones } from '#modules/accounts/profile/encrypted-phones.service.ts';
import { studentTexts } from '#modules/students/encrypted-texts.service.ts';
import { typedAddressMarks } from '#platform/vault/address-marks.ts';
import { searchWords } from '#platform/vault/phone-marks.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { ListWord } from './search-parents.queries.ts';

/** The words of a search with the marks of phones and ZIPs (OF1.3, OF1.10). */
export const listWords = (vault: Vault, search: string): ListWord[] =>
  searchWords(vault, userPhones.table, search).map((word) => ({
    ...word,
    zips: /^\d{5}$/.test(word.text) ? homeMarks(vault, word.text) : [],
  }));

/** The marks of a typed ZIP, house number with ZIP, or street line. */
export const homeMarks = (vault: Vault, text: string): string[] =>
  typedAddressMarks(vault, studentTexts.table, text);
