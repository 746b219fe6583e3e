import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { Column } from '#app/ui/table.tsx';

/** A link in a row of a list: as tall as a finger on a phone, and a name of any length breaks. */
export const rowLink =
  'inline-flex min-h-9 max-w-full items-center underline underline-offset-4 wrap-anywhere max-sm:min-h-11';

/** Leads to the order of a row, by which the keys go through the list. */
export function OrderLink({ id }: { id: number }) {
  return (
    <Link to={`/dashboard/orders/${id}`} data-row className={`${rowLink} font-semibold`}>
      {m.contract_order_id({ id })}
    </Link>
  );
}

type OfParent = { parent: { id: number; first_name: string; last_name: string } };

/** The column that leads to the parent of a row. */
export const parentColumn = <T extends OfParent>(): Column<T> => ({
  key: 'parent',
  header: m.office_column_parent(),
  cell: ({ parent }) => (
    <Link to={`/admin/users/parents/${parent.id}`} className={rowLink}>
      {m.office_name({ first: parent.first_name, last: parent.last_name })}
    </Link>
  ),
});
