import { useState, type ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import type { Right } from '#kit/endpoint/right.ts';
import { FoldButton } from './button.tsx';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import { typed } from './typed.tsx';

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  /** on a phone: the title of the card, hidden, or hidden below a button More */
  narrow?: 'title' | 'hidden' | 'more';
  /** the column of a caller with this right; `useAllowed` leaves the column out for others (OF8.3) */
  right?: Right;
};

/** A box before each row (OF1.5). */
export type RowSelect<Row> = {
  isSelected: (row: Row) => boolean;
  toggle: (row: Row, doesExtend: boolean) => void;
  /** all rows of the table, or none */
  toggleAll: () => void;
  label: (row: Row) => string;
  labelAll: string;
};

type TableProps<Row> = {
  caption: ReactNode;
  /** for screen readers only, if a heading has the same text */
  hideCaption?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  footer?: Elements;
  dense?: boolean;
  select?: RowSelect<Row> | undefined;
  /** other rows are on their way */
  isBusy?: boolean;
};

const box = 'size-5 cursor-pointer accent-ink';
const boxPlace = 'grid size-11 cursor-pointer place-items-center md:size-9';

type HeaderProps<Row> = Pick<TableProps<Row>, 'columns' | 'rows' | 'select'>;

function HeaderRow<Row>({ columns, rows, select }: HeaderProps<Row>) {
  return (
    <tr className="md:border-b-2 md:border-ink">
      {select && (
        <td className="hidden w-9 md:table-cell">
          <label className={boxPlace}>
            <input
              type="checkbox"
              className={box}
              aria-label={select.labelAll}
              checked={rows.every(select.isSelected)}
              onChange={select.toggleAll}
            />
          </label>
        </td>
      )}
      {columns.map((column) => (
        <th
          key={column.key}
          scope="col"
          className={classNames(
            'py-2 pr-4 text-sm font-semibold text-ink-soft last:pr-0',
            column.numeric && 'text-right',
          )}
        >
          {column.header}
        </th>
      ))}
    </tr>
  );
}

/** A column is as wide as its longest word, but for a word of more letters. */
const LONG_WORD = /\S{21}/;

const wrapOf = (content: ReactNode) =>
  typeof content === 'string' && LONG_WORD.test(content) ? 'wrap-anywhere' : 'break-words';

type CellProps<Row> = {
  column: Column<Row>;
  row: Row;
  dense: boolean | undefined;
  isOpen: boolean;
  isBesideBox: boolean;
  isLast: boolean;
};

function Cell<Row>({ column, row, dense, isOpen, isBesideBox, isLast }: CellProps<Row>) {
  const content = column.cell(row);
  const isHidden = column.narrow === 'hidden' || (column.narrow === 'more' && !isOpen);
  return (
    <td
      className={classNames(
        'items-baseline justify-between gap-4 py-0.5 md:table-cell',
        isLast ? 'md:pr-0' : 'md:pr-4',
        isHidden ? 'hidden' : 'flex',
        column.narrow === 'title' && 'max-md:order-first',
        column.narrow === 'title' && isBesideBox && 'max-md:pr-12',
        dense ? 'align-middle md:py-1' : 'align-top md:py-3',
        // Long words break, so columns and page keep the width.
        column.numeric ? 'figures whitespace-nowrap md:text-right' : 'md:max-w-80',
      )}
    >
      {column.narrow !== 'title' && (
        <span className="shrink-0 text-sm text-ink-soft md:hidden" aria-hidden="true">
          {column.header}
        </span>
      )}
      <span
        className={classNames(
          'min-w-0',
          wrapOf(content),
          column.narrow !== 'title' && 'text-right',
          !column.numeric && 'md:text-left',
        )}
      >
        {typed(content)}
      </span>
    </td>
  );
}

type RowProps<Row> = Pick<TableProps<Row>, 'columns' | 'dense' | 'select'> & { row: Row };

function SelectCell<Row>({ row, select }: { row: Row; select: RowSelect<Row> }) {
  return (
    <td className="max-md:absolute max-md:top-1 max-md:right-0 md:w-9 md:align-middle">
      <label className={boxPlace}>
        <input
          type="checkbox"
          data-select
          className={box}
          aria-label={select.label(row)}
          checked={select.isSelected(row)}
          onChange={({ nativeEvent }) => select.toggle(row, (nativeEvent as MouseEvent).shiftKey)}
        />
      </label>
    </td>
  );
}

function BodyRow<Row>({ columns, row, dense, select }: RowProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const hasMore = columns.some(({ narrow }) => narrow === 'more');
  return (
    <tr
      className={classNames(
        'flex flex-col border-b border-hair py-3 md:table-row md:py-0',
        select && 'max-md:relative max-md:-mx-2 max-md:px-2',
        select?.isSelected(row) && 'bg-sunk',
      )}
    >
      {select && <SelectCell row={row} select={select} />}
      {columns.map((column, at) => (
        <Cell
          key={column.key}
          column={column}
          row={row}
          dense={dense}
          isOpen={isOpen}
          isBesideBox={select !== undefined}
          isLast={at === columns.length - 1}
        />
      ))}
      {hasMore && (
        <td className="block md:hidden">
          <FoldButton
            look="quiet"
            size="small"
            isOpen={isOpen}
            className="-ml-3.5"
            onPress={() => setOpen(!isOpen)}
          >
            {isOpen ? m.list_less() : m.list_more()}
          </FoldButton>
        </td>
      )}
    </tr>
  );
}

/** On a phone each row is a card with the headers in the cells. */
export function Table<Row>({
  caption,
  hideCaption,
  columns,
  rows,
  rowKey,
  footer,
  dense,
  select,
  isBusy,
}: TableProps<Row>) {
  return (
    <table
      aria-busy={isBusy || undefined}
      className={classNames('block w-full border-collapse text-left md:table', dense && 'text-sm')}
    >
      <caption
        className={hideCaption ? 'sr-only' : 'mb-2 block text-left text-lg font-bold md:table-caption'}
      >
        {caption}
      </caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <HeaderRow columns={columns} rows={rows} select={select} />
      </thead>
      <tbody className="block md:table-row-group">
        {rows.map((row) => (
          <BodyRow key={rowKey(row)} columns={columns} row={row} dense={dense} select={select} />
        ))}
      </tbody>
      {footer}
    </table>
  );
}
