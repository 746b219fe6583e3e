import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { listOwed, type OwedRow } from '#modules/office/owed/owed.contract.ts';
import { owedList } from '#modules/office/owed/owed-list.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { ContractLink, PhoneLink, rowLink } from '#app/lists/row-links.tsx';
import { officePaymentPath } from '#app/orders/use-order-paths.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { remindOf } from '#app/routes/office/payment-acts.ts';
import { DateText } from '#app/ui/date-text.tsx';

export const meta = () => pageTitle(m.office_title_owed());

function daysText(days: number): string {
  if (days === 0) return m.office_owed_today();
  return days === 1 ? m.office_owed_day() : m.office_owed_days({ n: days });
}

function Contacts({ guardians }: Pick<OwedRow, 'guardians'>) {
  return (
    <ul>
      {guardians.map(({ name, phone, email }) => (
        <li key={`${name} ${email}`} className="py-0.5">
          <span className="flex flex-wrap gap-x-3 max-sm:justify-end">
            <span>{name}</span>
            {phone && <PhoneLink phone={phone} />}
          </span>
          {email && (
            <a href={`mailto:${email}`} className="wrap-anywhere underline underline-offset-4">
              {email}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

const PaymentLink = ({ row }: { row: OwedRow }) => (
  <Link to={officePaymentPath(row)} className="whitespace-nowrap underline underline-offset-4">
    {m.office_owed_payment({ n: row.payment_number })}
  </Link>
);

const cells = {
  contract: (row: OwedRow) => (
    <>
      <ContractLink {...row} isRow />
      <span className="block">
        <PaymentLink row={row} />
      </span>
    </>
  ),
  payment: (row: OwedRow) => <PaymentLink row={row} />,
  family: ({ parent }: OwedRow) => (
    <Link to={`/admin/users/parents/${parent.id}`} className={rowLink}>
      {parent.name}
    </Link>
  ),
  since: (row: OwedRow) => (
    <>
      <DateText date={row.owed_since} />{' '}
      <span className="block whitespace-nowrap text-ink-soft">{daysText(row.days_late)}</span>
    </>
  ),
  next: (row: OwedRow) => {
    if (row.next_try_on) return <DateText date={row.next_try_on} />;
    return row.is_past_due ? <b className="text-red">{m.office_owed_no_next()}</b> : m.office_none();
  },
  call: (row: OwedRow) => <Contacts guardians={row.guardians} />,
};

const acts = [remindOf<OwedRow>((row) => row)];

/** Owed payments, page by page, with the contacts of the family (M7). */
export default function Owed() {
  return <OfficeList list={listOwed} view={owedList} path="/admin/owed" cells={cells} acts={acts} />;
}
