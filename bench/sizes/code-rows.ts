import { beside, fixed, largest, mean, median, partOf, percentile, sum } from './figures.ts';
import { countCommentLines, filledLinesOf } from './lines.ts';
import type { Code } from './read-code.ts';
import type { Row } from './table.ts';

const MANY_PARAMETERS = 4;

/** Comments, functions and exports. */
export function codeRows(code: Code[]): Row[] {
  const functions = code.flatMap((file) => file.functions);
  const lengths = functions.map(({ lines }) => lines);
  const exports = code.map((file) => file.exports);
  const inModules = code.filter(({ path }) => path.startsWith('src/modules/'));
  const asking = (least: number) => functions.filter(({ parameters }) => parameters >= least).length;
  return [
    ['comment lines per 100: src / modules', beside(commentsPerHundred(code), commentsPerHundred(inModules))],
    [
      'function lines, average / median / p95 / max',
      beside(fixed(mean(lengths), 1), median(lengths), percentile(lengths, 0.95), largest(lengths)),
    ],
    [
      `functions with ${MANY_PARAMETERS} parameters or more; with ${MANY_PARAMETERS + 1} or more`,
      `${partOf(asking(MANY_PARAMETERS), functions.length)}; ${asking(MANY_PARAMETERS + 1)}`,
    ],
    [
      'exports a file, average / median / max',
      beside(fixed(mean(exports), 1), median(exports), largest(exports)),
    ],
  ];
}

function commentsPerHundred(code: Code[]): string {
  const comments = sum(code.map(({ uncommented }) => countCommentLines(uncommented)));
  const filled = sum(code.map(({ uncommented }) => filledLinesOf(uncommented).length));
  return fixed((100 * comments) / filled, 1);
}
