import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { ChangedObject, FieldChange } from '#modules/catalog/changes/changed-objects.shapes.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { Card } from '#app/ui/card.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { kindText, OPS } from './change-words.ts';
import { shownValue } from './shown-value.ts';
import { TextDifference } from './text-difference.tsx';

const columnsOf = (kind: ObjectKind): readonly Column<FieldChange>[] => [
  {
    key: 'field',
    header: m.office_change_column_field(),
    narrow: 'title',
    cell: ({ label }) => <b>{label}</b>,
  },
  {
    key: 'before',
    header: m.office_change_column_before(),
    cell: ({ field, before }) => shownValue(kind, field, before),
  },
  {
    key: 'after',
    header: m.office_change_column_after(),
    cell: ({ field, after }) => <b>{shownValue(kind, field, after)}</b>,
  },
];

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

type ObjectChangeProps = {
  object: Pick<ChangedObject, 'kind' | 'name' | 'op' | 'fields'>;
  /** of an object that is stored */
  id?: number;
};

/** An object of a change set: each field before beside after, and of a long text the difference. */
export function ObjectChange({ object: { kind, name, op, fields }, id }: ObjectChangeProps) {
  const title = m.office_change_object({ kind: kindText(kind), name });
  const [texts, values] = [
    fields.filter(({ format }) => format === 'html'),
    fields.filter(({ format }) => format !== 'html'),
  ];
  return (
    <Card title={title}>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 text-ink-soft">
        <span>{OPS[op]()}</span>
        {id !== undefined && (
          <Link to={`/admin/changes?kind=${kind}&subject=${id}`} className={rowLink}>
            {m.office_change_all_of({ object: title })}
          </Link>
        )}
      </p>
      {values.length > 0 && (
        <Table
          dense
          hideCaption
          caption={title}
          columns={columnsOf(kind)}
          rows={values}
          rowKey={({ field }) => field}
        />
      )}
      {texts.map(({ field, label, before, after }) => (
        <TextDifference key={field} label={label} before={textOf(before)} after={textOf(after)} />
      ))}
    </Card>
  );
}
