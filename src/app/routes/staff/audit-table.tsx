import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { AuditRow } from '#modules/admin/admin.contract.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Table, type Column } from '#app/ui/table.tsx';

const actions: Record<string, () => string> = {
  'impersonation.start': m.admin_action_impersonation_start,
  'impersonation.stop': m.admin_action_impersonation_stop,
  'impersonation.expire': m.admin_action_impersonation_expire,
  'student.read': m.admin_action_student_read,
  'student.photo.read': m.admin_action_student_photo_read,
  'landing.messages': m.admin_action_landing_messages,
  'order.read': m.admin_action_order_read,
  'order.refund': m.admin_action_order_refund,
  'billing.refund_cannot_be_told': m.admin_action_refund_undetermined,
  'billing.refund_contradicts': m.admin_action_refund_contradicts,
  'billing.returned_after_refund': m.admin_action_returned_after_refund,
  'application.read': m.admin_action_application_read,
  'application.mark': m.admin_action_application_mark,
  'application.note': m.admin_action_application_note,
  'application.release': m.admin_action_application_release,
  'application.purge': m.admin_action_application_purge,
  'period.requests': m.admin_action_period_requests,
  'refund_request.take_up': m.admin_action_refund_take_up,
  'refund_request.finish': m.admin_action_refund_complete,
  'refund_request.decline': m.admin_action_refund_decline,
  'refund_request.refused': m.admin_action_refund_refused,
  'order.accept': m.admin_action_order_accept,
  'order.ask_acceptance': m.admin_action_order_ask_acceptance,
  'order.cancel': m.admin_action_order_cancel,
  'order.notes': m.admin_action_order_notes,
  'payment.edit': m.admin_action_payment_edit,
  'payment.receive': m.admin_action_payment_receive,
  'payment.waive': m.admin_action_payment_waive,
  'payment.charge': m.admin_action_payment_charge,
  'session.begin': m.admin_action_session_begin,
  'session.prove': m.admin_action_session_prove,
  'session.end': m.admin_action_session_end,
  'sessions.end': m.admin_action_sessions_end,
  'factor.add': m.admin_action_factor_add,
  'factor.remove': m.admin_action_factor_remove,
  'factor.reset': m.admin_action_factor_reset,
  'factor.recovery_use': m.admin_action_factor_recovery_use,
  'factor.recovery_renew': m.admin_action_factor_recovery_renew,
  'account.delete': m.admin_action_account_delete,
  'contracts.destroy': m.admin_action_contracts_destroy,
  'family_data.copy': m.admin_action_family_data_copy,
};

function who({ actor, on_behalf_of: parent }: AuditRow): string {
  if (!actor) return m.admin_audit_portal();
  return parent ? m.admin_audit_for({ actor: actor.name, parent: parent.name }) : actor.name;
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

/** Who did what to whom; the recorded word stands beside the sentence, as it is what the filter asks for. */
export function AuditTable({ rows, caption }: { rows: readonly AuditRow[]; caption: string }) {
  const timeText = useCompanyTime();
  const columns: readonly Column<AuditRow>[] = [
    {
      key: 'when',
      header: m.admin_column_when(),
      narrow: 'title',
      cell: (row) => <span className="figures whitespace-nowrap">{timeText(row.at)}</span>,
    },
    { key: 'who', header: m.admin_column_who(), cell: who },
    {
      key: 'what',
      header: m.admin_column_what(),
      cell: (row) => (
        <>
          {actions[row.action]?.()} <span className="text-ink-soft wrap-anywhere">{row.action}</span>
        </>
      ),
    },
    { key: 'whom', header: m.admin_column_whom(), cell: (row) => <Subject subject={row.subject} /> },
    {
      key: 'detail',
      header: m.admin_column_detail(),
      cell: (row) => <span className="break-words">{detailText(row.detail) || m.admin_none()}</span>,
    },
  ];
  return <Table dense hideCaption caption={caption} columns={columns} rows={rows} rowKey={(row) => row.id} />;
}
