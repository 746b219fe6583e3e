import { useId } from 'react';
import { m } from '#i18n/messages.js';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import type { ManyAnswer } from '#modules/catalog/planning/many.contract.ts';
import type { LeftOutReason } from '#modules/catalog/planning/many-changes.ts';
import { formFieldsOf, toTyped, type Typed } from '#app/routes/office/season/objects/typed-fields.ts';
import { valuePlace } from '#app/routes/office/season/value-place.ts';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { controlClass, FieldError } from '#app/ui/fields/form-field.tsx';
import { ChoiceMark } from '#app/ui/fields/option-card.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { valueText } from './act-words.ts';
import { rowKey, type PlanEdits, type PlanRow } from './plan-edits.ts';

type Editing = {
  edits: PlanEdits;
  problems: Readonly<Record<string, string[]>>;
  onType: (row: PlanRow, value: Typed) => void;
};

type NewValueProps = Editing & { row: PlanRow; isEnd: boolean };

/** The new value, as people type it; the end of an object is only taken out as a whole. */
function NewValue({ row, isEnd, edits, problems, onType }: NewValueProps) {
  const id = useId();
  const { kind, field: name, names } = row;
  const field = formFieldsOf(kind).find((one) => one.name === name);
  if (isEnd || !field) return <span>{isEnd ? m.office_many_ended() : valueText(kind, name, row.value)}</span>;
  const typed = edits.typed[rowKey(row)] ?? toTyped(field, row.value);
  const error = problems[rowKey(row)]?.join(' ');
  const described = {
    'aria-label': m.office_many_new_of({ field: objectFieldLabel([name]), of: names.join(', ') }),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? id : undefined,
  };
  if (typeof typed === 'boolean')
    return (
      <ChoiceMark
        {...described}
        type="checkbox"
        checked={typed}
        onChange={(event) => onType(row, event.target.checked)}
      />
    );
  const isLong = field.type.takes === 'html';
  const input = {
    ...described,
    value: String(typed),
    className: controlClass(error, isLong ? 'min-h-24' : 'min-h-11 md:w-44'),
  };
  return (
    <span className="grid gap-1 text-left">
      {isLong ? (
        <textarea {...input} onChange={(event) => onType(row, event.target.value)} />
      ) : (
        <input {...input} type="text" onChange={(event) => onType(row, event.target.value)} />
      )}
      <FieldError id={id}>{error}</FieldError>
    </span>
  );
}

const columnsOf = (plan: ManyAnswer, editing: Editing): readonly Column<PlanRow>[] => [
  {
    key: 'of',
    header: m.office_many_column_of(),
    narrow: 'title',
    // The school, the program and the route stand above.
    cell: ({ names }) => names.at(-1),
  },
  {
    key: 'field',
    header: m.office_many_column_field(),
    cell: ({ field }) => objectFieldLabel([field]),
  },
  {
    key: 'old',
    header: m.office_many_column_old(),
    numeric: true,
    cell: ({ kind, field, old }) => valueText(kind, field, old),
  },
  {
    key: 'new',
    header: m.office_many_column_new(),
    cell: (row) => <NewValue row={row} isEnd={plan.changes[row.change]!.op === 'end'} {...editing} />,
  },
];

const REASONS: Readonly<Record<LeftOutReason, () => string>> = {
  has_none: m.office_many_left_has_none,
  has_one: m.office_many_left_has_one,
  no_limit: m.office_many_left_no_limit,
  seats_taken: m.office_many_left_seats_taken,
  ended: m.office_many_left_ended,
  same: m.office_many_left_same,
};

/** What an act leaves as it is, with the reason (SE12.2). */
export function LeftOutList({ left_out }: Pick<ManyAnswer, 'left_out'>) {
  if (left_out.length === 0) return null;
  return (
    <Disclosure label={m.office_many_left_out({ n: left_out.length })}>
      <ul className="list-disc pl-5">
        {left_out.map(({ act, id, name, reason }) => (
          <li key={`${act} ${id}`}>{m.office_many_left_line({ name, reason: REASONS[reason]() })}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

type PlanTableProps = Editing & { plan: ManyAnswer; onTakeOut: (id: number) => void };

/** Old beside new, by chosen object; each value can be edited and each object taken out. */
export function PlanTable({ plan, onTakeOut, ...editing }: PlanTableProps) {
  const columns = columnsOf(plan, editing);
  return (
    <>
      {rowsByObject(plan.rows).map(({ id, rows }) => (
        <PlannedObject key={id} {...{ id, rows, columns, onTakeOut }} isOut={editing.edits.out.has(id)} />
      ))}
    </>
  );
}

/** The rows of a chosen object stand together in a plan. */
function rowsByObject(rows: readonly PlanRow[]): { id: number; rows: PlanRow[] }[] {
  const found: { id: number; rows: PlanRow[] }[] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last?.id === row.id) last.rows.push(row);
    else found.push({ id: row.id, rows: [row] });
  }
  return found;
}

type PlannedObjectProps = Pick<PlanTableProps, 'onTakeOut'> & {
  id: number;
  rows: readonly PlanRow[];
  columns: readonly Column<PlanRow>[];
  isOut: boolean;
};

function PlannedObject({ id, rows, columns, isOut, onTakeOut }: PlannedObjectProps) {
  const name = valuePlace(rows[0]!);
  return (
    <section aria-label={name} className="border-t border-hair py-3">
      <CheckboxField
        name={`keep-${id}`}
        label={m.office_many_keep({ name })}
        className="font-semibold"
        checked={!isOut}
        onChange={() => onTakeOut(id)}
      />
      {!isOut && (
        <Table dense hideCaption caption={name} columns={columns} rows={rows} rowKey={(row) => rowKey(row)} />
      )}
    </section>
  );
}
