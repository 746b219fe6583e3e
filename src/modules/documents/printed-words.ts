import { readAsLatin } from './lookalikes.ts';

const EDGE = String.raw`[^\p{L}\p{N}_]`;

/** Words reserved to a receipt's own text: paid, refunded, or no longer owed. */
const CLAIMS = new RegExp(
  String.raw`(^|${EDGE})(paid|unpaid|prepaid|refund(ed)?|void(ed)?|settled|waived|in ?full|no balance|` +
    String.raw`(balance|amount) due|zero due)($|${EDGE})`,
  'iu',
);

/** The same words without spaces and signs, as in `P.A.I.D` or `PAIDINFULL`. */
const SQUEEZED = /^(p+a+i+d+|void|voided|refunded|settled|waived|infull)$|paidin|balancedue|amountdue/i;

/** Mixed scripts in a word look like a single script: a Cyrillic `А` in `PАID`. */
const MIXABLE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Canadian_Aboriginal}/u,
];
const isMixed = (word: string) => MIXABLE.filter((script) => script.test(word)).length > 1;

/** No family writes its name in these; their letters look like capitals. */
const OF_NO_NAME = new RegExp(
  String.raw`[\p{Script=Carian}\p{Script=Deseret}\p{Script=Gothic}\p{Script=Lycian}\p{Script=Lydian}` +
    String.raw`\p{Script=Old_Italic}\p{Script=Runic}]`,
  'u',
);

/** The printed length limit, in characters; families choose the length of names (H15). */
const LONGEST = 80;

export function readsAsClaim(typed: string): boolean {
  const text = typed.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = text.match(/[\p{L}'’-]+/gu) ?? [];
  const read = readAsLatin(text);
  const squeezed = read.replaceAll(/[^\p{L}]/gu, '');
  return CLAIMS.test(read) || SQUEEZED.test(squeezed) || words.some(isMixed) || OF_NO_NAME.test(text);
}

/** Nobody may put "PAID IN FULL" on the company's receipts (H15). */
export function printedName(typed: string, instead: string): string {
  if (readsAsClaim(typed)) return instead;
  const letters = [...typed];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : typed;
}

export const printedLines = (lines: readonly string[]): string[] =>
  lines.filter((line) => !readsAsClaim(line)).map((line) => printedName(line, ''));
