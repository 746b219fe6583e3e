import { m } from '#i18n/messages.js';
import { atBegin } from '#kit/endpoint/field-labels.ts';
import type { ListView } from '#kit/list/list-view.ts';
import type { MailFault } from '#kit/mail-faults.ts';
import { shownName } from '#kit/text/full-name.ts';
import type { listMails, MailRow, MailState } from './mails.contract.ts';

type Filter = keyof typeof listMails.filters;

/** `orders.order_confirmed` as `Order confirmed`. */
export const mailKindText = (kind: string): string => atBegin(kind.replace(/^.*\./, '').replaceAll('_', ' '));

export const MAIL_FAULT_TEXTS: Record<MailFault, () => string> = {
  address: m.office_mails_fault_address,
  message: m.office_mails_fault_message,
  sender: m.office_mails_fault_sender,
  login: m.office_mails_fault_login,
  server: m.office_mails_fault_server,
  unclear: m.office_mails_fault_unclear,
};

const STATE_TEXTS: Record<MailState, () => string> = {
  waiting: m.office_mails_waiting,
  given_up: m.office_mails_given_up,
  sent: m.office_mails_sent,
};

const faultText = ({ fault, last_error }: MailRow): string | null => {
  if (fault) return MAIL_FAULT_TEXTS[fault]();
  return last_error === null ? null : m.office_mails_fault_other();
};

export const mailList: ListView<MailRow, Filter, 'newest'> = {
  title: m.office_title_mails,
  fileName: m.list_file_mails,
  nothing: { title: m.office_mails_none, text: m.office_mails_none_text },
  id: ({ id }) => id,
  card: { title: 'kind', lines: ['when', 'state'] },
  columns: [
    { key: 'kind', header: m.office_mails_column_kind, value: ({ kind }) => mailKindText(kind) },
    { key: 'when', header: m.office_mails_column_created, kind: 'instant', value: (row) => row.created_at },
    { key: 'to', header: m.list_family, value: ({ parent }) => parent && shownName(parent) },
    {
      key: 'about',
      header: m.office_mails_column_about,
      value: ({ order_id }) => order_id && m.contract_order_id({ id: order_id }),
    },
    { key: 'state', header: m.list_state, value: ({ state }) => STATE_TEXTS[state]() },
    { key: 'tries', header: m.list_tries, kind: 'number', value: (row) => row.tries },
    { key: 'fault', header: m.office_mails_column_fault, value: faultText },
    { key: 'answer', header: m.office_mails_column_answer, value: (row) => row.last_error },
    {
      key: 'next',
      header: m.office_mails_column_next,
      kind: 'instant',
      isExtra: true,
      value: (row) => row.next_try_at,
    },
    {
      key: 'given_up',
      header: m.office_mails_given_up,
      kind: 'instant',
      isExtra: true,
      value: (row) => row.given_up_at,
    },
  ],
  filters: {
    state: { label: m.list_state, texts: STATE_TEXTS },
    kind: { label: m.office_mails_column_kind, from: 'kinds' },
    day: { label: m.list_day },
    family: { label: m.list_customer },
  },
  quick: 'kind',
  sorts: { newest: { label: m.list_sort_newest } },
  views: [
    { key: 'given_up', label: m.office_mails_given_up, query: { state: 'given_up' } },
    { key: 'waiting', label: m.office_mails_waiting, query: { state: 'waiting' } },
  ],
  opens: 'given_up',
};
