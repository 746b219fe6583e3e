import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { AuditRow } from '#modules/office/audit/audit.contract.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Table, type Column } from '#app/ui/table.tsx';
import { auditActions } from './audit-actions.ts';

function who({ actor, on_behalf_of: parent }: AuditRow): string {
  if (!actor) return m.office_audit_portal();
  return parent ? m.office_audit_for({ actor: actor.name, parent: parent.name }) : actor.name;
}

function Subject({ subject }: { subject: string }) {
  const parentId = /^user:(\d+)$/.exec(subject)?.[1];
  if (!parentId) return <span className="wrap-anywhere">{subject}</span>;
  return (
    <Link to={`/admin/users/parents/${parentId}`} className="underline underline-offset-4">
      {subject}
    </Link>
  );
}

const detailText = (detail: AuditRow['detail']) =>
  Object.entries(detail)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ');

/** The recorded word stands beside the sentence, because the filter takes the recorded word. */
export function AuditTable({ rows, caption }: { rows: readonly AuditRow[]; caption: string }) {
  const timeText = useCompanyTime();
  const columns: readonly Column<AuditRow>[] = [
    {
      key: 'when',
      header: m.office_column_when(),
      narrow: 'title',
      cell: (row) => <span className="figures whitespace-nowrap">{timeText(row.at)}</span>,
    },
    { key: 'who', header: m.office_column_who(), cell: who },
    {
      key: 'what',
      header: m.office_column_what(),
      cell: (row) => (
        <>
          <span>{auditActions[row.action]?.()}</span>{' '}
          <span className="text-ink-soft wrap-anywhere">{row.action}</span>
        </>
      ),
    },
    { key: 'whom', header: m.office_column_whom(), cell: (row) => <Subject subject={row.subject} /> },
    {
      key: 'detail',
      header: m.office_column_detail(),
      cell: (row) => <span className="break-words">{detailText(row.detail) || m.office_none()}</span>,
    },
  ];
  return <Table dense hideCaption caption={caption} columns={columns} rows={rows} rowKey={(row) => row.id} />;
}
