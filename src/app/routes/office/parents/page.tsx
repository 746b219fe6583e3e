import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { call } from '#app/api/client.ts';
import type { BulkAct } from '#app/lists/bulk/bulk-act.ts';
import { cents } from '#kit/money.ts';
import { shownName } from '#kit/text/full-name.ts';
import { parentList } from '#modules/office/people/parent-list.ts';
import { listParents, resendVerificationOf, type ParentRow } from '#modules/office/people/people.contract.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { PhoneLink, rowLink } from '#app/lists/row-links.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Money } from '#app/ui/money.tsx';

export const meta = () => pageTitle(m.office_title_parents());

const amount = (value: number) =>
  value === 0 ? <span className="text-ink-soft">{m.list_none()}</span> : <Money amount={cents(value)} />;

const cells = {
  name: (row: ParentRow) => (
    <Link to={`/admin/users/parents/${row.id}`} data-row className={`${rowLink} font-semibold`}>
      {shownName(row)}
    </Link>
  ),
  email: ({ email }: ParentRow) => <span className="wrap-anywhere">{email}</span>,
  phone: ({ phone }: ParentRow) => phone && <PhoneLink phone={phone} />,
  due: ({ due_cents }: ParentRow) => amount(due_cents),
  past_due: ({ past_due_cents }: ParentRow) =>
    past_due_cents > 0 ? <b className="text-red">{amount(past_due_cents)}</b> : amount(0),
};

const parentActs: readonly BulkAct<ParentRow>[] = [
  {
    key: 'verify',
    right: 'families',
    label: m.list_act_verify,
    about: m.list_act_verify_about,
    leftOut: ({ is_verified }) => (is_verified ? m.server_email_verified() : undefined),
    act: ({ id }) => call(resendVerificationOf, { params: { id } }),
  },
];

export default function Parents() {
  return (
    <OfficeList
      list={listParents}
      view={parentList}
      path="/admin/users/parents"
      cells={cells}
      acts={parentActs}
    />
  );
}
