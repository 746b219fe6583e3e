import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import type { MailFault } from '#kit/mail-faults.ts';
import { MAIL_FAULT_TEXTS, mailList } from '#modules/office/mails/mail-list.ts';
import { listMails, sendMailAgain, type MailRow } from '#modules/office/mails/mails.contract.ts';
import { call } from '#app/api/client.ts';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import type { BulkAct } from '#app/lists/bulk/bulk-act.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { FamilyLink, OrderLink } from '#app/lists/row-links.tsx';
import type { AnyPage, PageOf } from '#app/lists/use-list.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Notice } from '#app/ui/notice.tsx';
import type { Column } from '#app/ui/table.tsx';

export const meta = () => pageTitle(m.office_title_mails());

function SendAgain({ row }: { row: MailRow }) {
  const queries = useQueryClient();
  if (row.state !== 'given_up') return null;
  if (!row.may_send_again) return <span className="text-ink-soft">{m.office_mails_forgotten()}</span>;
  return (
    <ConfirmButton
      look="secondary"
      label={m.office_mails_send_again()}
      title={m.office_mails_send_again_title()}
      description={m.office_mails_send_again_text()}
      done={m.office_mails_send_again_done()}
      act={async () => {
        await call(sendMailAgain, { params: { id: row.id } });
        void queries.invalidateQueries();
      }}
    />
  );
}

const cells = {
  to: ({ parent }: MailRow) => parent && <FamilyLink {...parent} />,
  about: ({ order_id }: MailRow) => order_id && <OrderLink id={order_id} />,
};

const extra: readonly Column<MailRow>[] = [
  {
    key: 'act',
    header: <span className="sr-only">{m.office_mails_send_again()}</span>,
    cell: (row) => <SendAgain row={row} />,
  },
];

const acts: readonly BulkAct<MailRow>[] = [
  {
    key: 'again',
    right: 'audit',
    label: m.list_act_again,
    about: m.list_act_again_about,
    leftOut: ({ state, may_send_again }) => {
      if (state !== 'given_up') return m.server_mail_not_given_up();
      return may_send_again ? undefined : m.office_mails_forgotten();
    },
    act: ({ id }) => call(sendMailAgain, { params: { id } }),
  },
];

function EveryMailRefused({ fault }: { fault: MailFault }) {
  return (
    <Notice tone="danger" role="status" className="mb-4" title={m.office_mails_refused_title()}>
      <p>{MAIL_FAULT_TEXTS[fault]()}</p>
      <p>{m.office_mails_refused_text()}</p>
    </Notice>
  );
}

function above(page: AnyPage) {
  const { refused } = page as PageOf<typeof listMails>;
  return refused && <EveryMailRefused fault={refused} />;
}

/** Emails of the portal; those that the mail server has not taken come first (MO4). */
export default function Mails() {
  return (
    <OfficeList
      list={listMails}
      view={mailList}
      path="/admin/mails"
      cells={cells}
      extra={extra}
      above={above}
      acts={acts}
    />
  );
}
