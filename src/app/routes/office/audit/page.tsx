import { m } from '#i18n/messages.js';
import { auditList } from '#modules/office/audit/audit-list.ts';
import { listAudit } from '#modules/office/audit/audit.contract.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { auditCells } from '#app/routes/office/audit-table.tsx';
import { Certificates } from './certificates.tsx';

export const meta = () => pageTitle(m.office_title_audit());

export default function Audit() {
  return (
    <>
      <OfficeList list={listAudit} view={auditList} path="/admin/audit" cells={auditCells} />
      <Certificates />
    </>
  );
}
