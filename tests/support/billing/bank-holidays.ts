import { readFileSync } from 'node:fs';
import { readTable } from '#tests/support/files/markdown-table.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { exampleDay } from './prices.ts';

const page = readFileSync(new URL('../../../docs/domain/banking-days.md', import.meta.url), 'utf8');
const YEARS = ['2026', '2027', '2028', '2029', '2030'] as const;

export const bankingExamples = readTable(page, 'The worked examples', [
  'case',
  'from',
  'banking days',
  'day',
]);

/** The days on which the Federal Reserve banks are closed, as published: the portal finds them by rule. */
export const BANK_HOLIDAYS: readonly PlainDate[] = readTable(page, 'The holidays', ['holiday', ...YEARS])
  .flatMap((row) => YEARS.map((year) => row[year]))
  .filter((day) => day !== 'none')
  .map(exampleDay)
  .toSorted();
