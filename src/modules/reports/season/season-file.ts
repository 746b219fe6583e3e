import { m } from '#i18n/messages.js';
import { decimalDollars } from '#kit/money.ts';
import { CSV_START, csvLine, type CsvCell } from '#kit/text/csv.ts';
import { GROUPING_TEXTS, SEASON_COLUMN_TEXTS } from './column-texts.ts';
import { SEASON_MONEY, type SeasonColumns } from './season-columns.ts';
import type { SeasonReport } from './season-report.contract.ts';

const numbersOf = (row: SeasonColumns): CsvCell[] => [
  row.contracts,
  row.ended,
  ...SEASON_MONEY.map((column) => decimalDollars(row[column])),
];

/** With a second grouping, a line for each part; the last line is the total (RP2.4). */
export function seasonFile({ by, second, rows, total }: SeasonReport): string {
  const head = [by, ...(second ? [second] : [])].map((grouping) => GROUPING_TEXTS[grouping]());
  const columns = (['contracts', 'ended', ...SEASON_MONEY] as const).map((name) =>
    SEASON_COLUMN_TEXTS[name](),
  );
  const lines = rows.flatMap((row) =>
    second
      ? row.parts.map((part) => [row.text, part.text, ...numbersOf(part)])
      : [[row.text, ...numbersOf(row)]],
  );
  const last = [m.office_report_total(), ...(second ? [''] : []), ...numbersOf(total)];
  return CSV_START + [[...head, ...columns], ...lines, last].map(csvLine).join('');
}
