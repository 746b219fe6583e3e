import { sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SearchWord } from '#platform/vault/phone-marks.ts';
import { likeText } from './like-text.ts';

/**
 * Whether one of the texts has a word as a part, whatever case, marks, dashes and blanks either has, or a
 * phone ends with the word (OF1.3).
 */
export function hasWord(texts: readonly SQLWrapper[], { text, marks }: SearchWord, phones?: Column): SQL {
  const inTexts = sql`(search_letters(${text}) <> ''
    and search_letters(concat_ws('/', ${sql.join([...texts], sql`, `)}))
      like '%' || search_letters(${likeText(text)}) || '%')`;
  return phones ? sql`(${inTexts} or ${phones} && ${sql.param(marks, phones)})` : inTexts;
}
