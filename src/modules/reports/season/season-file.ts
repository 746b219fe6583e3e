import { m } from '#i18n/messages.js';
import type { CellValue } from '#kit/list/list-file.ts';
import { valueText } from '#kit/list/list-view.ts';
import { CSV_START, csvLine } from '#kit/text/csv.ts';
import { GROUPING_TEXTS, SEASON_COLUMN_TEXTS } from './column-texts.ts';
import { SEASON_MONEY, type SeasonColumns } from './season-columns.ts';
import type { SeasonGrouping } from './season-groupings.ts';
import type { SeasonReport } from './season-report.contract.ts';

type Page = {
  name: string;
  columns: readonly { header: string; kind: 'text' | 'number' | 'cents' }[];
  rows: readonly (readonly CellValue[])[];
};

const NUMBERS = ['contracts', 'ended', ...SEASON_MONEY] as const;

const numbersOf = (row: SeasonColumns): CellValue[] => NUMBERS.map((name) => row[name]);

const kindOf = (name: (typeof NUMBERS)[number]) =>
  name === 'contracts' || name === 'ended' ? ('number' as const) : ('cents' as const);

/** A page of rows by one or two groupings; the last row is the total. */
function pageOf(groupings: readonly SeasonGrouping[], { rows, total }: SeasonReport): Page {
  const texts = groupings.map((grouping) => GROUPING_TEXTS[grouping]());
  const [, isFolded] = groupings;
  return {
    name: texts.join(', '),
    columns: [
      ...texts.map((header) => ({ header, kind: 'text' as const })),
      ...NUMBERS.map((name) => ({ header: SEASON_COLUMN_TEXTS[name](), kind: kindOf(name) })),
    ],
    rows: [
      ...rows.flatMap((row) =>
        isFolded
          ? row.parts.map((part) => [row.text, part.text, ...numbersOf(part)])
          : [[row.text, ...numbersOf(row)]],
      ),
      [m.office_report_total(), ...(isFolded ? [''] : []), ...numbersOf(total)],
    ],
  };
}

/** With a second grouping, a line for each part (RP2.4). */
export function seasonLines(report: SeasonReport): string {
  const { by, second } = report;
  const { columns, rows } = pageOf(second ? [by, second] : [by], report);
  const lines = rows.map((row) => csvLine(row.map((value, at) => valueText(columns[at]!.kind, value))));
  return CSV_START + csvLine(columns.map(({ header }) => header)) + lines.join('');
}

/** A page for each grouping. */
export function seasonPages(report: SeasonReport): Page[] {
  const { by, second } = report;
  return [pageOf([by], report), ...(second ? [pageOf([by, second], report)] : [])];
}
