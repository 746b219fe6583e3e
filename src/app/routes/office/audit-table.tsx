import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { AuditRow } from '#modules/office/audit/audit.contract.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import {
  auditCodes,
  auditLines,
  auditPage,
  auditSentence,
  changeSetOf,
  subjectText,
} from '#modules/office/audit/audit-words.ts';

function who({ actor, on_behalf_of: parent }: AuditRow): string {
  if (!actor) return m.office_audit_portal();
  return parent ? m.office_audit_for({ actor: actor.name, parent: parent.name }) : actor.name;
}

function Subject({ row }: { row: AuditRow }) {
  const page = auditPage(row);
  if (!page) return <span className="wrap-anywhere">{subjectText(row)}</span>;
  return (
    <Link to={page} className="underline underline-offset-4 wrap-anywhere">
      {subjectText(row)}
    </Link>
  );
}

function Values({ row }: { row: AuditRow }) {
  const timeText = useCompanyTime();
  const label = (
    <>
      <span>{m.office_audit_details()}</span>{' '}
      <span className="sr-only">{m.office_audit_details_of({ time: timeText(row.at) })}</span>
    </>
  );
  const changeSet = changeSetOf(row);
  return (
    <>
      {changeSet !== undefined && (
        <Link to={`/admin/changes/${changeSet}`} className="underline underline-offset-4">
          {m.office_audit_change_set({ id: changeSet })}
        </Link>
      )}
      <ul>
        {auditLines(row, timeText).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      <Disclosure label={label}>
        <ul className="text-ink-soft">
          {auditCodes(row).map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      </Disclosure>
    </>
  );
}

/** The recorded words, which the filters take, stand behind Details (HE2.3). */
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
      cell: (row) => <span className="wrap-anywhere">{auditSentence(row, timeText)}</span>,
    },
    { key: 'whom', header: m.office_column_whom(), cell: (row) => <Subject row={row} /> },
    {
      key: 'detail',
      header: m.office_column_detail(),
      cell: (row) => <Values row={row} />,
    },
  ];
  return <Table dense hideCaption caption={caption} columns={columns} rows={rows} rowKey={(row) => row.id} />;
}
