import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { ChangeSetAnswer } from '#modules/catalog/changes/changes.contract.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import type { Column } from '#app/ui/table.tsx';
import { SOURCES } from './change-words.ts';

function When({ at }: { at: string }) {
  return <span className="figures whitespace-nowrap">{useCompanyTime()(at)}</span>;
}

export const whoText = ({ who, source }: ChangeSetAnswer) =>
  who?.name ?? (source === 'command' ? m.office_change_by_command() : m.office_audit_portal());

function SetLink({ set: { id, title, what } }: { set: ChangeSetAnswer }) {
  return (
    <>
      <Link to={`/admin/changes/${id}`} data-row className={`${rowLink} font-semibold`}>
        {title ?? what}
      </Link>
      {title !== null && <span className="block text-ink-soft">{what}</span>}
    </>
  );
}

function UndoneBy({ set: { undone_by, undoes_id } }: { set: ChangeSetAnswer }) {
  const [id, text] =
    undone_by === null ? [undoes_id, m.office_change_undoes] : [undone_by, m.office_change_undone_by];
  if (id === null) return <span>{m.office_none()}</span>;
  return (
    <Link to={`/admin/changes/${id}`} className={rowLink}>
      {text({ id })}
    </Link>
  );
}

export const setColumns: readonly Column<ChangeSetAnswer>[] = [
  {
    key: 'what',
    header: m.office_column_what(),
    narrow: 'title',
    cell: (set) => <SetLink set={set} />,
  },
  { key: 'when', header: m.office_column_when(), cell: ({ at }) => <When at={at} /> },
  { key: 'who', header: m.office_column_who(), cell: whoText },
  { key: 'source', header: m.office_change_filter_source(), cell: ({ source }) => SOURCES[source]() },
  { key: 'objects', header: m.office_change_column_objects(), numeric: true, cell: ({ objects }) => objects },
  { key: 'undone', header: m.office_change_column_undone(), cell: (set) => <UndoneBy set={set} /> },
];
