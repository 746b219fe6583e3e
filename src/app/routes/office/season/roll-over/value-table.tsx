import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import type { RolloverRow } from '#modules/catalog/planning/rollover.contract.ts';
import { valueKey } from '#modules/catalog/planning/sentences-by-value.ts';
import { valueText } from '#app/routes/office/season/many/act-words.ts';
import { formFieldsOf, toTyped, toWire } from '#app/routes/office/season/objects/typed-fields.ts';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { controlClass } from '#app/ui/fields/form-field.tsx';
import { pastedColumn, type TableItem } from './table-items.ts';

const ROW_HEIGHT = 56;
const COLUMNS = 5;

const fieldOf = ({ kind, field: name }: RolloverRow) => formFieldsOf(kind).find((one) => one.name === name)!;
/** Words in place of a number stand as typed. */
function typedOf(row: RolloverRow): string {
  const isNumber = typeof row.old === 'number';
  return isNumber && typeof row.value === 'string' ? row.value : String(toTyped(fieldOf(row), row.value));
}

export type TypedValue = { row: RolloverRow; value: string | number | null };

/** What cannot be read is sent as typed, and answered by its rule. */
const readTyped = (row: RolloverRow, typed: string): TypedValue => {
  const wire = toWire({ ...fieldOf(row), takesNone: false }, typed);
  return { row, value: typeof wire === 'number' ? wire : String(wire) };
};

type TableProps = { items: readonly TableItem[]; caption: string; onType: (values: TypedValue[]) => void };

/** The rows in view alone are in the page, in a real table that says how many rows there are (SE9.6). */
export function ValueTable({ items, caption, onType }: TableProps) {
  const view = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions stay in this component and its keys
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => view.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    getItemKey: (at) => items[at]!.key,
  });
  const grid = useGridKeys(items, { view, virtual, onType });
  const shown = virtual.getVirtualItems();
  const [above, below] = [shown[0]?.start ?? 0, virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)];
  return (
    <div
      ref={view}
      role="region"
      aria-label={caption}
      className="max-h-[70vh] min-h-48 overflow-auto rounded-md border border-hair bg-card"
    >
      <table
        aria-rowcount={items.length + 1}
        className="w-full border-collapse text-left text-sm md:min-w-160"
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 bg-card">
          <tr aria-rowindex={1} className="border-b-2 border-ink">
            <th scope="col" className="p-2">
              {m.office_many_column_of()}
            </th>
            <th scope="col" className="p-2">
              {m.office_many_column_field()}
            </th>
            <th scope="col" className="hidden p-2 text-right md:table-cell">
              {m.office_many_column_old()}
            </th>
            <th scope="col" className="hidden p-2 text-right md:table-cell">
              {m.office_roll_column_proposed()}
            </th>
            <th scope="col" className="p-2">
              {m.office_many_column_new()}
            </th>
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {shown.map(({ index, key }) => (
            <tr
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              className="border-b border-hair"
            >
              <ItemCells item={items[index]!} at={index} grid={grid} onType={onType} />
            </tr>
          ))}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** In place of the rows out of view. */
function Gap({ height }: { height: number }) {
  const cell = useRef<HTMLTableCellElement>(null);
  useEffect(() => {
    if (cell.current) cell.current.style.height = `${height}px`;
  }, [height]);
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty, and hidden from readers */}
      <td ref={cell} colSpan={COLUMNS} />
    </tr>
  );
}

type GridKeys = ReturnType<typeof useGridKeys>;

type GridDeps = Pick<TableProps, 'onType'> & {
  view: React.RefObject<HTMLDivElement | null>;
  virtual: { scrollToIndex: (at: number) => void };
};

/** Arrows and Enter go from value to value; a pasted column fills the values from here down. */
function useGridKeys(items: readonly TableItem[], { view, virtual, onType }: GridDeps) {
  // The row comes into the page with the next picture.
  const focusAt = (at: number) =>
    requestAnimationFrame(() =>
      view.current?.querySelector<HTMLInputElement>(`[data-value="${at}"]`)?.focus(),
    );
  const goTo = (from: number, step: 1 | -1): boolean => {
    let at = from + step;
    while (items[at] && items[at]!.is !== 'value') at += step;
    if (!items[at]) return false;
    virtual.scrollToIndex(at);
    focusAt(at);
    return true;
  };
  return {
    focusAt,
    onKey: (event: KeyboardEvent<HTMLInputElement>, at: number) => {
      const step = ({ ArrowDown: 1, Enter: 1, ArrowUp: -1 } as const)[event.key as 'Enter'];
      if (!step || event.nativeEvent.isComposing) return;
      event.preventDefault();
      // A value is saved as it loses the focus.
      if (!goTo(at, step) && event.key === 'Enter') event.currentTarget.blur();
    },
    onPaste: (event: ClipboardEvent, from: number) => {
      const column = pastedColumn(event.clipboardData.getData('text'));
      if (column.length === 0) return;
      event.preventDefault();
      const values = items.slice(from).flatMap((item) => (item.is === 'value' ? [item.row] : []));
      onType(
        column.flatMap((typed, nth) => (values[nth] && typed !== '' ? [readTyped(values[nth], typed)] : [])),
      );
      focusAt(from);
    },
  };
}

const cell = 'p-2 align-middle';
const wideFigures = 'figures hidden text-right md:table-cell';

type CellsProps = Pick<TableProps, 'onType'> & { item: TableItem; at: number; grid: GridKeys };

function ItemCells({ item, at, grid, onType }: CellsProps) {
  if (item.is === 'place')
    return (
      <th scope="colgroup" colSpan={COLUMNS} className="bg-sunk p-2 font-bold wrap-anywhere">
        {item.text || m.office_roll_season_days()}
      </th>
    );
  if (item.is === 'total') return <TotalCells {...item} />;
  return <ValueCells row={item.row} at={at} grid={grid} onType={onType} />;
}

function TotalCells({ name, old, value }: { name: string; old: Cents; value: Cents }) {
  const difference = value - old;
  const sign = difference < 0 ? '−' : '+';
  const by = difference === 0 ? m.office_roll_same() : `${sign}${formatMoney(Math.abs(difference) as Cents)}`;
  return (
    <>
      <td className={cell}>{name}</td>
      <td className={classNames(cell, 'font-semibold')}>{m.office_board_total()}</td>
      <td className={classNames(cell, wideFigures)}>{formatMoney(old)}</td>
      <td className={classNames(cell, wideFigures)}>{by}</td>
      <td className={classNames(cell, 'figures font-semibold')}>{formatMoney(value)}</td>
    </>
  );
}

type ValueCellsProps = Omit<CellsProps, 'item'> & { row: RolloverRow };

function ValueCells({ row, at, grid, onType }: ValueCellsProps) {
  const { kind, names, field, old, proposed } = row;
  return (
    <>
      <th scope="row" className={classNames(cell, 'font-normal wrap-anywhere')}>
        {names.at(-1) ?? m.office_roll_season_days()}
      </th>
      <td className={cell}>
        <span>{objectFieldLabel([field])}</span>
        <span className="block text-ink-soft md:hidden">
          {m.office_roll_old({ value: valueText(kind, field, old) })}
        </span>
      </td>
      <td className={classNames(cell, wideFigures)}>{valueText(kind, field, old)}</td>
      <td className={classNames(cell, wideFigures)}>{valueText(kind, field, proposed)}</td>
      <td className={cell}>
        <NewValue key={`${valueKey(row)} ${String(row.value)}`} {...{ row, at, grid, onType }} />
      </td>
    </>
  );
}

function NewValue({ row, at, grid, onType }: ValueCellsProps) {
  const first = typedOf(row);
  const [typed, setTyped] = useState(first);
  const error = row.problem ?? undefined;
  const noteId = `note-${at}`;
  const note = row.problem ?? row.check;
  const save = () => {
    if (typed !== first) onType([typed.trim() === '' ? { row, value: null } : readTyped(row, typed)]);
  };
  const ruleAgain = () => {
    onType([{ row, value: null }]);
    grid.focusAt(at);
  };
  return (
    <span className="grid gap-1">
      <span className="flex items-center gap-2">
        <input
          type="text"
          data-value={at}
          value={typed}
          autoComplete="off"
          aria-label={m.office_many_new_of({
            field: objectFieldLabel([row.field]),
            of: row.names.join(', ') || m.office_roll_season_days(),
          })}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          className={controlClass(
            error,
            classNames('min-h-11 w-32 md:w-44', row.is_typed && 'font-bold bg-bus-wash'),
          )}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => grid.onKey(event, at)}
          onPaste={(event) => grid.onPaste(event, at)}
        />
        {row.is_typed && (
          <Button look="quiet" size="small" onClick={ruleAgain}>
            {m.office_roll_rule_again()}
          </Button>
        )}
      </span>
      {note && (
        <span id={noteId} className={error ? 'text-red' : 'text-ink-soft'}>
          {note}
        </span>
      )}
    </span>
  );
}
