import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import type { Column } from '#app/ui/table.tsx';

export const rowLink =
  'inline-flex min-h-9 max-w-full items-center underline underline-offset-4 wrap-anywhere max-sm:min-h-11';

export function OrderLink({ id }: { id: number }) {
  return (
    <Link to={`/admin/orders/${id}`} data-row className={`${rowLink} font-semibold`}>
      {m.contract_order_id({ id })}
    </Link>
  );
}

type OfParent = { parent: { id: number; first_name: string; last_name: string } };

export const parentColumn = <T extends OfParent>(): Column<T> => ({
  key: 'parent',
  header: m.office_column_parent(),
  cell: ({ parent }) => (
    <Link to={`/admin/users/parents/${parent.id}`} className={rowLink}>
      {shownName(parent)}
    </Link>
  ),
});

type Person = { id: number; first_name: string; last_name: string };

export const FamilyLink = (parent: Person) => (
  <Link to={`/admin/users/parents/${parent.id}`} className={rowLink}>
    {shownName(parent)}
  </Link>
);

export const StudentLink = (student: Person) => (
  <Link to={`/admin/students/${student.id}`} className={rowLink}>
    {shownName(student)}
  </Link>
);

type Contract = { order_id: number; contract_number: string | null; isRow?: boolean };

/** The contract number, or the order number of an order without a contract number. */
export const ContractLink = ({ order_id, contract_number, isRow }: Contract) => (
  <Link
    to={`/admin/orders/${order_id}`}
    data-row={isRow ? true : undefined}
    className={`${rowLink} whitespace-nowrap ${isRow ? 'font-semibold' : ''}`}
  >
    {contract_number ?? m.contract_order_id({ id: order_id })}
  </Link>
);

export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone}`} className="figures whitespace-nowrap underline underline-offset-4">
    {phone}
  </a>
);
