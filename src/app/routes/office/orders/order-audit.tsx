import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { listAudit } from '#modules/office/audit/audit.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { AuditTable } from '#app/routes/office/audit-table.tsx';

const ROWS = 20;

/** The last rows of the audit log about an order with its payments, or about a student (HE2.4). */
export function LastRows({ about }: { about: string }) {
  const query = useItems(listAudit, { query: { about, limit: ROWS } });
  return (
    <>
      <Loaded query={query} loading={m.office_loading()}>
        {([page]) =>
          page && page.rows.length > 0 ? (
            <AuditTable rows={page.rows} caption={m.office_audit()} />
          ) : (
            <p className="text-ink-soft">{m.office_audit_none()}</p>
          )
        }
      </Loaded>
      <Link
        to={`/admin/audit?about=${about}`}
        className="mt-2 inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {m.office_audit_all_of_order()}
      </Link>
    </>
  );
}
