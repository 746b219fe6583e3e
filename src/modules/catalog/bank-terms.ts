import { m } from '#i18n/messages.js';
import { plainText } from '#kit/text/plain-text.ts';

type Point = { isSaid: (words: string, company_name: string) => boolean; what: () => string };

const says = (words: RegExp) => (text: string) => words.test(text);

/** The points of docs/season-file.md that can be looked for. */
const POINTS: readonly Point[] = [
  {
    isSaid: (words, company_name) => words.toLowerCase().includes(company_name.toLowerCase()),
    what: () => m.catalog_terms_company(),
  },
  { isSaid: says(/\b(10|ten) days\b/i), what: () => m.catalog_terms_amount() },
  { isSaid: says(/\b(7|seven) days\b/i), what: () => m.catalog_terms_day() },
  {
    isSaid: says(/[\w.+-]+@[\w-]+\.[\w.-]+|(\d{3}\)?[ .-]?){2}\d{4}/),
    what: () => m.catalog_terms_contact(),
  },
];

/**
 * What terms for bank debits do not say, in words (SE4.11).
 * @param html  cleaned
 * @param company_name  of the division that debits
 */
export function missingInTerms(html: string, company_name: string): string[] {
  const words = plainText(html);
  return POINTS.filter(({ isSaid }) => !isSaid(words, plainText(company_name))).map(({ what }) => what());
}
