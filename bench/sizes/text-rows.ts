import { isTest, isTypeScript, type SourceText, linesOf } from '../../scripts/ladder/source-text.ts';
import { beside, largest, median, partOf, percentile, sum } from './figures.ts';
import { LAYOUT } from './layout.ts';
import { filledLinesOf } from './lines.ts';
import type { Row } from './table.ts';

const WIDTHS = [100, LAYOUT.printWidth];
const lengthsOf = (files: SourceText[]) => files.map(({ text }) => linesOf(text).length);
const spread = (lengths: number[]) => beside(median(lengths), percentile(lengths, 0.95), largest(lengths));

/** How much text there is, how long its files and how wide its lines. */
export function textRows(all: SourceText[], source: SourceText[], laidOut: SourceText[]): Row[] {
  const delivered = all.filter((file) => !isTest(file));
  const total = (files: SourceText[]) => beside(files.length, sum(lengthsOf(files)));
  const widths = source.flatMap(({ text }) => filledLinesOf(text)).map((line) => line.length);
  const allWidths = all
    .filter(isTypeScript)
    .flatMap(({ text }) => filledLinesOf(text))
    .map((line) => line.length);
  return [
    ['source files / lines in src', total(source)],
    ['source files / lines with scripts, bench, css and sql', total(delivered)],
    ['file lines, median / p95 / max', spread(lengthsOf(source))],
    [
      `file lines after oxfmt at width ${LAYOUT.printWidth}, median / p95 / max; all lines`,
      `${spread(lengthsOf(laidOut))}; ${beside(sum(lengthsOf(laidOut)))}`,
    ],
    [
      'files of at most 20 lines',
      partOf(lengthsOf(source).filter((lines) => lines <= 20).length, source.length),
    ],
    [
      'characters a code line, p95 / p99 / max',
      beside(percentile(widths, 0.95), percentile(widths, 0.99), largest(widths)),
    ],
    ...widthRows('src', widths),
    ...widthRows('all ts and tsx, with tests', allWidths),
  ];
}

const widthRows = (where: string, widths: number[]): Row[] =>
  WIDTHS.map((limit) => [
    `code lines over ${limit} characters: ${where}`,
    partOf(widths.filter((width) => width > limit).length, widths.length),
  ]);
