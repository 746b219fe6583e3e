import { beside, fixed, mean, median, partOf, percentile } from './figures.ts';
import type { Code } from './read-code.ts';
import type { Row } from './table.ts';
import { changesSpelling, mixesSpellings, namingsOf, onlyChangesCase, wordsOf } from './spellings.ts';

/** How many files name a column, and in how many spellings. */
export function dataRows(code: Code[], columns: string[]): Row[] {
  const outsideTables = code.filter(({ path }) => !path.startsWith('src/db/'));
  const namings = namingsOf(columns, outsideTables.map(wordsOf));
  const everywhere = namingsOf(columns, code.map(wordsOf));
  const spread = (counts: number[]) =>
    beside(median(counts), fixed(mean(counts), 1), percentile(counts, 0.9));
  const pairs = code.flatMap((file) => file.pairs);
  const plain = pairs.filter((pair) => !pair.isWrapped && onlyChangesCase(pair));
  return [
    [
      'files that name one column, median / mean / p90 (columns counted)',
      `${spread(namings.map(({ either }) => either))} (${namings.length})`,
    ],
    ['… with src/db', spread(everywhere.map(({ either }) => either))],
    ['files that name one column in both spellings, mean', fixed(mean(namings.map(({ both }) => both)), 1)],
    ['files that mix both spellings', partOf(code.filter(mixesSpellings).length, code.length)],
    ['property pairs that only change case', beside(plain.length)],
    [
      '… between snake_case and camelCase, also through `?.`, `!` and `as`',
      beside(pairs.filter(changesSpelling).length),
    ],
  ];
}
