import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { MailFault } from '#kit/mail-faults.ts';
import { listMails, MAIL_SHOWS, sendMailAgain } from '#modules/office/mails/mails.contract.ts';
import type { MailRow, MailShow } from '#modules/office/mails/mails.contract.ts';
import { call } from '#app/api/client.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { OrderLink, rowLink } from '#app/lists/row-links.tsx';
import { ShowField, shownChoice } from '#app/lists/show-field.tsx';
import { useList, useListQuery } from '#app/lists/use-list.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

export const meta = () => pageTitle(m.office_title_mails());

const views: Record<MailShow, () => string> = {
  given_up: m.office_mails_given_up,
  waiting: m.office_mails_waiting,
};

const faults: Record<MailFault, () => string> = {
  address: m.office_mails_fault_address,
  message: m.office_mails_fault_message,
  sender: m.office_mails_fault_sender,
  login: m.office_mails_fault_login,
  server: m.office_mails_fault_server,
  unclear: m.office_mails_fault_unclear,
};

/** `orders.order_confirmed` as `order confirmed`. */
const kindText = (kind: string) => kind.replace(/^.*\./, '').replaceAll('_', ' ');

function About({ row }: { row: MailRow }) {
  if (row.order_id !== null) return <OrderLink id={row.order_id} />;
  if (row.user_id === null) return <span>{m.office_none()}</span>;
  return (
    <Link to={`/admin/users/parents/${row.user_id}`} className={rowLink}>
      {m.office_mails_parent({ id: row.user_id })}
    </Link>
  );
}

function Status({ row }: { row: MailRow }) {
  const timeText = useCompanyTime();
  const hasFailed = row.last_error !== null;
  return (
    <>
      {hasFailed && (
        <span className="block">{row.fault ? faults[row.fault]() : m.office_mails_fault_other()}</span>
      )}
      <span className="block text-ink-soft">{m.office_mails_tries({ tries: row.tries })}</span>
      {row.given_up_at && (
        <span className="block text-ink-soft">{m.office_mails_ended({ at: timeText(row.given_up_at) })}</span>
      )}
      {!row.given_up_at && row.next_try_at && (
        <span className="block text-ink-soft">{m.office_mails_next({ at: timeText(row.next_try_at) })}</span>
      )}
    </>
  );
}

function SendAgain({ row }: { row: MailRow }) {
  const queries = useQueryClient();
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

function Written({ row }: { row: MailRow }) {
  return <span>{useCompanyTime()(row.created_at)}</span>;
}

const shared: readonly Column<MailRow>[] = [
  {
    key: 'kind',
    header: m.office_mails_column_kind(),
    narrow: 'title',
    cell: ({ kind }) => <b>{kindText(kind)}</b>,
  },
  { key: 'created', header: m.office_mails_column_created(), cell: (row) => <Written row={row} /> },
  { key: 'about', header: m.office_mails_column_about(), cell: (row) => <About row={row} /> },
  { key: 'state', header: m.office_mails_column_state(), cell: (row) => <Status row={row} /> },
  {
    key: 'answer',
    header: m.office_mails_column_answer(),
    cell: ({ last_error }) => <span className="figures">{last_error ?? m.office_none()}</span>,
  },
];

const givenUp: readonly Column<MailRow>[] = [
  ...shared,
  {
    key: 'act',
    header: <span className="sr-only">{m.office_mails_send_again()}</span>,
    cell: (row) => <SendAgain row={row} />,
  },
];

function EveryMailRefused({ fault }: { fault: MailFault }) {
  return (
    <Notice tone="danger" role="status" className="mb-4" title={m.office_mails_refused_title()}>
      <p>{faults[fault]()}</p>
      <p>{m.office_mails_refused_text()}</p>
    </Notice>
  );
}

/** Emails that the mail server has not taken (MO4). */
export default function Mails() {
  const { choice, change } = useListQuery();
  const view = choice('show', MAIL_SHOWS);
  const mails = useList(listMails, { show: view });
  const refused = mails.data?.pages[0]?.refused;
  return (
    <ListPage
      title={m.office_title_mails()}
      parts={mails}
      shownFilters={[shownChoice({ value: view, views, choices: MAIL_SHOWS })]}
      nothing={<EmptyState title={m.office_mails_none()}>{m.office_mails_none_text()}</EmptyState>}
      filters={
        <>
          {refused && <EveryMailRefused fault={refused} />}
          <ShowField value={view} views={views} choices={MAIL_SHOWS} change={change} />
        </>
      }
    >
      {(rows) => (
        <Table
          hideCaption
          caption={views[view]()}
          columns={view === 'given_up' ? givenUp : shared}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
    </ListPage>
  );
}
