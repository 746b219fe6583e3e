/** Words reserved to a receipt's own text: paid, refunded, or no longer owed. */
const CLAIMS = new RegExp(
  String.raw`\b(paid|unpaid|prepaid|refund(ed)?|void(ed)?|settled|waived|in ?full|no balance|` +
    String.raw`(balance|amount) due|zero due)\b`,
  'i',
);

/** The same words without spaces and signs, as in `P.A.I.D` or `PAIDINFULL`. */
const SQUEEZED = /^(p+a+i+d+|void|voided|refunded|settled|waived|infull)$|paidin|balancedue|amountdue/i;

/** Mixed scripts in a word look like a single script: a Cyrillic `А` in `PАID`. */
const LOOKALIKE = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}]`;
const MIXED = new RegExp(
  String.raw`\p{Script=Latin}['’-]*${LOOKALIKE}|${LOOKALIKE}['’-]*\p{Script=Latin}`,
  'u',
);

/** The printed length limit, in characters; families choose the length of names (H15). */
const LONGEST = 80;

export function readsAsClaim(typed: string): boolean {
  const text = typed.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const squeezed = text.replaceAll(/[^\p{L}]/gu, '');
  return CLAIMS.test(text) || SQUEEZED.test(squeezed) || MIXED.test(text);
}

/** Nobody may put "PAID IN FULL" on the company's receipts (H15). */
export function printedName(typed: string, instead: string): string {
  if (readsAsClaim(typed)) return instead;
  const letters = [...typed];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : typed;
}

export const printedLines = (lines: readonly string[]): string[] =>
  lines.filter((line) => !readsAsClaim(line)).map((line) => printedName(line, ''));
