import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { AuditRow } from '#modules/office/audit/audit.contract.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Table } from '#app/ui/table.tsx';
import {
  auditActor,
  auditCodes,
  auditLines,
  auditSentence,
  changeSetOf,
  subjectText,
} from '#modules/office/audit/audit-words.ts';
import { auditPage } from '#modules/office/audit/audit-pages.ts';
import { auditList } from '#modules/office/audit/audit-list.ts';
import { chosenColumns } from '#kit/list/list-view.ts';
import { tableColumns } from '#app/lists/office-list.tsx';

function Who({ row }: { row: AuditRow }) {
  const { on_behalf_of: parent } = row;
  const actor = auditActor(row);
  return <span>{parent ? m.office_audit_for({ actor, parent: parent.name }) : actor}</span>;
}

function What({ row }: { row: AuditRow }) {
  return <span className="wrap-anywhere">{auditSentence(row, useCompanyTime())}</span>;
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
export const auditCells = {
  who: (row: AuditRow) => <Who row={row} />,
  what: (row: AuditRow) => <What row={row} />,
  whom: (row: AuditRow) => <Subject row={row} />,
  detail: (row: AuditRow) => <Values row={row} />,
};

/** A table inside a page, with the columns that the list has at first (OF1.7). */
export function AuditTable({ rows, caption }: { rows: readonly AuditRow[]; caption: string }) {
  const columns = tableColumns(chosenColumns(auditList.columns, ''), auditList, auditCells);
  return <Table dense hideCaption caption={caption} columns={columns} rows={rows} rowKey={(row) => row.id} />;
}
