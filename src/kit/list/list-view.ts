import type { Right } from '#kit/endpoint/right.ts';
import { decimalDollars, type Cents } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { m } from '#i18n/messages.js';
import type { CellKind, CellValue, ListFile } from './list-file.ts';

/**
 * A column of a list, for page and file. A column of a right is no column for others. Medical and custody
 * texts and photos are in no column.
 */
export type ListColumn<Row> = {
  readonly key: string;
  readonly header: () => string;
  readonly kind?: CellKind;
  readonly value: (row: Row) => CellValue;
  readonly right?: Right;
  /** shown only if chosen */
  readonly isExtra?: boolean;
};

/**
 * The values of a filter: `texts` of choices, the name of the list of the catalog, or `page_…` for what the
 * page of the list has for its reader.
 */
export type FilterField = {
  readonly label: () => string;
  readonly texts?: Readonly<Record<string, () => string>>;
  readonly from?:
    | 'seasons'
    | 'schools'
    | 'programs'
    | 'lines'
    | 'grades'
    | 'addons'
    | 'plans'
    | 'staff'
    | 'kinds'
    | 'page_seasons'
    | 'page_schools'
    | 'page_objects';
  readonly right?: Right;
};

/** A view that comes with the portal and cannot be changed (OF1.6). */
export type DeliveredView = {
  readonly key: string;
  readonly label: () => string;
  readonly query: Readonly<Record<string, string>>;
  readonly right?: Right;
};

/** How a list is shown, exported and filtered; one declaration for page, file, views and tests. */
export type ListView<Row, Filter extends string = string, Sort extends string = string> = {
  readonly title: () => string;
  /** of a list with a search by words */
  readonly searchLabel?: () => string;
  /** what the list has, above the rows */
  readonly about?: () => string;
  /** of a list without rows and filters */
  readonly nothing?: { readonly title: () => string; readonly text: () => string };
  readonly fileName: (inputs: { day: string }) => string;
  readonly id: (row: Row) => number | string;
  /** in order; a card on a phone has the title, two lines, and the rest below More */
  readonly columns: readonly ListColumn<Row>[];
  readonly card: { readonly title: string; readonly lines: readonly [string, string] };
  readonly filters: Readonly<Record<Filter, FilterField>>;
  /** the filter that stands beside the words, of a field with options */
  readonly quick?: Filter;
  readonly sorts: Readonly<Record<Sort, { readonly label: () => string; readonly right?: Right }>>;
  readonly views: readonly DeliveredView[];
  /** the view with which the plain address of the list opens, of a list of work */
  readonly opens?: string;
};

export function valueText(kind: CellKind = 'text', value: CellValue): string {
  if (value === null || value === '') return '';
  if (kind === 'cents') return decimalDollars(value as Cents);
  if (kind === 'day') return formatDate(value as PlainDate);
  if (kind === 'yes_no') return value ? m.list_yes() : m.list_no();
  return String(value);
}

/** The columns of an address in their order; the delivered ones without a known name. */
export function chosenColumns<C extends { key: string; isExtra?: boolean }>(
  columns: readonly C[],
  chosen: string,
): readonly C[] {
  const named = chosen.split(',').flatMap((key) => columns.find((column) => column.key === key) ?? []);
  return named.length > 0 ? [...new Set(named)] : columns.filter(({ isExtra }) => !isExtra);
}

/** The file of a list, with the columns of the page. */
export const fileOf = <Row>({ columns, fileName, id }: ListView<Row>): ListFile<Row> => ({
  name: (day) => fileName({ day }),
  id,
  columns: columns.map((column) => ({
    ...column,
    cell: (row) => valueText(column.kind, column.value(row)),
  })),
});
