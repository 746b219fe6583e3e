import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CSV_START, csvLine, type CsvCell } from './csv.ts';

const csvOf = (header: readonly string[], rows: readonly (readonly CsvCell[])[]) =>
  CSV_START + [header, ...rows].map(csvLine).join('');

/** Reads a file like a spreadsheet: quotes around cells, doubled inside. */
function readCsv(file: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, cell = '', end] of file.replace(/^\uFEFF/, '').matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    row.push(cell.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const NASTY = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '|',
  '%',
  '＝',
  '＋',
  '－',
  '＠',
  ' ',
  '"',
  ',',
  ';',
  "'",
  '\u0000',
  'a',
  '1',
  '.',
];
const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...NASTY), { maxLength: 8 }).map((parts) => parts.join('')),
);
const FORMULA = /^[=+\-@|%＝＋－＠｜％\t\r]/u;
const begins = (cell: string) => FORMULA.test(cell.trimStart()) || /^[\t\r]/.test(cell);

describe('a file for spreadsheets', () => {
  it('has no cell that a spreadsheet would run, and holds what was put in, for ten thousand texts', () => {
    fc.assert(
      fc.property(texts, texts, (one, two) => {
        const [, row] = readCsv(csvOf(['a', 'b'], [[one, two]]));
        for (const [at, text] of [one, two].entries()) {
          const cell = row![at]!;
          expect(begins(cell) && !/^-\d+(\.\d+)?$/.test(cell)).toBe(false);
          expect([text, `'${text}`]).toContain(cell);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it('leaves names, sums and negative numbers as they are', () => {
    expect(
      csvOf(
        ['Name', 'Sum'],
        [
          ['O’Hara, "Bo"', '-12.50'],
          ['', 7],
          [null, '1-2'],
        ],
      ),
    ).toBe('\uFEFF"Name","Sum"\r\n"O’Hara, ""Bo""","-12.50"\r\n"","7"\r\n"","1-2"\r\n');
  });

  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '|cmd', '%0A', '＝1', '－1'])(
    'takes the edge off %j',
    (text) => {
      expect(readCsv(csvOf([text], []))[0]).toEqual([`'${text}`]);
    },
  );
});
