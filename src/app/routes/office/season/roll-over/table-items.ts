import { centsFromDollars, type Cents } from '#kit/money.ts';
import type { RolloverRow } from '#modules/catalog/planning/rollover.contract.ts';
import { valueKey } from '#modules/catalog/planning/sentences-by-value.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { valuePlace } from '#app/routes/office/season/value-place.ts';

/** What the table shows: a heading for each place, values, and the total of each term. */
export type TableItem =
  | { is: 'place'; key: string; text: string }
  | { is: 'value'; key: string; row: RolloverRow }
  | { is: 'total'; key: string; name: string; old: Cents; value: Cents };

/** Rows in the order of the season, grouped by route. */
export function tableItems(rows: readonly RolloverRow[]): TableItem[] {
  const items: TableItem[] = [];
  let begin = 0;
  let place: string | undefined;
  for (const [at, row] of rows.entries()) {
    const here = valuePlace(row);
    if (here !== place) items.push({ is: 'place', key: `place ${at}`, text: here });
    place = here;
    items.push({ is: 'value', key: valueKey(row), row });
    if (rows[begin]!.ref !== row.ref) begin = at;
    const isLast = rows[at + 1]?.ref !== row.ref;
    const total = isLast ? totalOf(rows.slice(begin, at + 1)) : undefined;
    if (total) items.push({ is: 'total', key: `total ${row.ref}`, name: row.names.at(-1) ?? '', ...total });
  }
  return items;
}

/** Of a term whose prices are shown; undefined for other objects and for values that are no amounts. */
function totalOf(rows: readonly RolloverRow[]): { old: Cents; value: Cents } | undefined {
  const payments = rows[0]?.payments;
  const [deposit, amount] = ['deposit', 'amount'].map((name) => rows.find(({ field }) => field === name));
  if (!payments || !deposit || !amount) return undefined;
  const sumOf = (side: 'old' | 'value') => {
    const parts = [deposit[side], amount[side]];
    if (!parts.every((part) => typeof part === 'number' && part >= 0)) return undefined;
    const [first, later] = (parts as number[]).map(centsFromDollars);
    return termTotal({ deposit: first!, amount: later!, number_payments: payments });
  };
  const [old, value] = [sumOf('old'), sumOf('value')];
  return old === undefined || value === undefined ? undefined : { old, value };
}

export type TableFilters = { show: 'all' | 'changed' | 'typed' | 'problem'; school: string; kind: string };

/** The rows that a filter leaves; what does not go along is left out. */
export const shownRows = (
  rows: readonly RolloverRow[],
  { show, school, kind }: TableFilters,
): RolloverRow[] =>
  rows.filter(
    (row) =>
      row.included &&
      (show !== 'changed' || row.old !== row.value) &&
      (show !== 'typed' || row.is_typed) &&
      (show !== 'problem' || row.problem !== null || row.check !== null) &&
      (school === '' || row.names[0] === school) &&
      (kind === '' || row.kind === kind),
  );

/** The lines of a copied column of a spreadsheet; a single value is no column. */
export function pastedColumn(text: string): string[] {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return lines.length > 1 ? lines.map((line) => line.split('\t')[0]!.trim()) : [];
}
