export type CsvCell = string | number | null;

// Formulas of spreadsheets: after spaces, and in full-width letters folded by some spreadsheets (reliability
// 5.5).
const FORMULA = /^[\s\u0000-\u0020]*[=+\-@\t\r|%＝＋－＠｜％]/u;
const PLAIN_NUMBER = /^-\d+(\.\d+)?$/;

/**
 * Prevents formulas: an apostrophe goes before a text beginning like a formula. A plain negative number is no
 * formula.
 */
function harmless(text: string): string {
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

const cellOf = (cell: CsvCell) => `"${harmless(cell === null ? '' : String(cell)).replaceAll('"', '""')}"`;

/**
 * A line of a file for spreadsheets (RFC 4180): every cell quoted, no formulas, ended by CRLF.
 * Source: reliability 5.5
 */
export const csvLine = (row: readonly CsvCell[]): string => `${row.map(cellOf).join(',')}\r\n`;

/** The mark of UTF-8 at the start of a file. */
export const CSV_START = '\uFEFF';
