export type CsvCell = string | number | null;

// What a spreadsheet would run: also behind spaces, and in the full-width letters that some of them fold
// (reliability 5.5).
const FORMULA = /^[\s\u0000-\u0020]*[=+\-@\t\r|%＝＋－＠｜％]/u;
const PLAIN_NUMBER = /^-\d+(\.\d+)?$/;

/**
 * A text that no spreadsheet takes for a formula: an apostrophe goes before what begins like one; a plain
 * negative number is none.
 */
function harmless(text: string): string {
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

const cellOf = (cell: CsvCell) => `"${harmless(cell === null ? '' : String(cell)).replaceAll('"', '""')}"`;

/**
 * Rows as a file for spreadsheets (RFC 4180): every cell quoted, none of them a formula, lines ended by CRLF,
 * with the mark by which a spreadsheet knows UTF-8.
 * Source: reliability 5.5
 */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
}
