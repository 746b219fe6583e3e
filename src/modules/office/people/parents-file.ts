import { m } from '#i18n/messages.js';
import { decimalDollars } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { ListFile } from '#kit/list/list-file.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { ParentRow } from '#modules/office/people/people.contract.ts';

export const parentsFile: ListFile<ParentRow> = {
  name: (day) => m.office_parents_file({ day }),
  id: ({ id }) => id,
  columns: [
    { header: m.office_column_parent, cell: fullName },
    { header: m.office_column_email, cell: (row) => row.email },
    { header: m.office_column_phone, cell: (row) => row.phone },
    { header: m.office_column_students, cell: (row) => row.students_count },
    { header: m.office_column_orders, cell: (row) => row.orders_count },
    { header: m.office_column_due, right: 'money', cell: (row) => decimalDollars(row.due_cents) },
    { header: m.office_column_past_due, right: 'money', cell: (row) => decimalDollars(row.past_due_cents) },
    {
      header: m.office_column_next,
      right: 'money',
      cell: (row) => row.next_payment_on && formatDate(row.next_payment_on),
    },
  ],
};
