import type { Right } from '#kit/endpoint/right.ts';
import type { CsvCell } from '#kit/text/csv.ts';

export const FILE_FORMATS = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export const FILE_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The kind decides how a value stands on the page and in files; an instant stands in files in UTC. */
export type CellKind = 'text' | 'number' | 'cents' | 'day' | 'instant' | 'yes_no';

export type CellValue = string | number | boolean | null;

/** A column of a list's file; without `right` the column is not in the file (OF8.3). */
export type FileColumn<Row> = {
  readonly header: () => string;
  readonly cell: (row: Row) => CsvCell;
  readonly right?: Right;
  /** of a list with chosen columns: the name in the address, and the value with its kind */
  readonly key?: string;
  readonly kind?: CellKind;
  readonly value?: (row: Row) => CellValue;
  readonly isExtra?: boolean;
};

/** How a list becomes a file. Care texts and photos are in no file. */
export type ListFile<Row> = {
  /** the name without ending: `owed-2027-03-01` */
  readonly name: (day: string) => string;
  /** keeps a row from repeating in the file, if the row moves during the making of the file */
  readonly id: (row: Row) => string | number;
  readonly columns: readonly FileColumn<Row>[];
};
