import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { listAudit } from '#modules/office/audit/audit.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { AuditTable } from '#app/routes/office/audit-table.tsx';
import { Card } from '#app/ui/card.tsx';

const ROWS = 20;

function LastRows({ order_id }: { order_id: number }) {
  const about = `order:${order_id}`;
  const query = useItems(listAudit, { query: { about, limit: ROWS } });
  return (
    <Card title={m.office_audit()}>
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
    </Card>
  );
}

/** What was done to an order and its payments (HE2.4). */
export default function OrderAudit({ order_id }: { order_id: number }) {
  const mayAudit = useRight('audit');
  return mayAudit && <LastRows order_id={order_id} />;
}
