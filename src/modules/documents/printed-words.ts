/** What a receipt alone may say: that money was paid, given back or is no longer owed. */
const CLAIMS = new RegExp(
  String.raw`\b(paid|unpaid|prepaid|refund(ed)?|void(ed)?|settled|waived|in full|no balance|` +
    String.raw`(balance|amount) due|zero due)\b`,
  'i',
);

/** The same with its spaces and signs taken out, as in `P.A.I.D` or `PAIDINFULL`. */
const SQUEEZED = /^(p+a+i+d+|void|voided|refunded|settled|waived)$|paidin|infull|balancedue|amountdue/i;

/** Letters of two scripts in one word look like one script: a Cyrillic `А` in `PАID`. */
const LOOKALIKE = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}]`;
const MIXED = new RegExp(
  String.raw`\p{Script=Latin}['’-]*${LOOKALIKE}|${LOOKALIKE}['’-]*\p{Script=Latin}`,
  'u',
);

/** A longer name is cut where it is printed; its length is the family's (H15). */
const LONGEST = 80;

/** Whether a typed text could be read as a statement about money. */
export function readsAsClaim(typed: string): boolean {
  const text = typed.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const squeezed = text.replaceAll(/[^\p{L}]/gu, '');
  return CLAIMS.test(text) || SQUEEZED.test(squeezed) || MIXED.test(text);
}

/**
 * A name as a receipt prints it. One that reads as a statement about money is not printed: nobody writes
 * "PAID IN FULL" on the company's paper.
 * @param instead  what stands in its place
 * Source: H15
 */
export function printedName(typed: string, instead: string): string {
  if (readsAsClaim(typed)) return instead;
  const letters = [...typed];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : typed;
}

/** The lines of an address without those that read as a statement about money. */
export const printedLines = (lines: readonly string[]): string[] =>
  lines.filter((line) => !readsAsClaim(line)).map((line) => printedName(line, ''));
