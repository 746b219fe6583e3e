import {
  isSource,
  isTest,
  isTypeScript,
  type SourceText,
  linesOf,
} from '../../scripts/ladder/source-text.ts';
import { beside, fixed, sum } from './figures.ts';
import type { Row } from './table.ts';

/** The modules where money moves; their goal is one line of tests a line. */
const MONEY = ['billing', 'orders', 'pricing'];

const countLines = (files: SourceText[]) => sum(files.map(({ text }) => linesOf(text).length));

/** Lines of tests for each line of source: overall, and beside the code of the modules where money moves. */
export function testRows(all: SourceText[]): Row[] {
  const besideCode = MONEY.map((module) =>
    ratio(all.filter(({ path }) => path.startsWith(`src/modules/${module}/`))),
  );
  return [
    ['test lines per source line, all tests', ratio(all.filter(isTypeScript))],
    [`test lines per source line beside the code: ${MONEY.join(' / ')}`, beside(...besideCode)],
  ];
}

function ratio(files: SourceText[]): string {
  const source = countLines(files.filter(isSource));
  return source === 0 ? '–' : fixed(countLines(files.filter(isTest)) / source, 2);
}
