import { m } from '#i18n/messages.js';
import { decimalDollars } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { FileColumn, ListFile } from '#kit/list/list-file.ts';
import type { OwedRow } from './owed.contract.ts';

/** The reason why a payment was not received, even if no charge was refused. */
export function owedReasonText({ reason, status }: OwedRow): string {
  return reason ?? (status === 'in_flight' ? m.office_owed_being_charged() : m.office_owed_not_tried());
}

const guardianColumns = (n: number): FileColumn<OwedRow>[] => {
  const guardian = (row: OwedRow) => row.guardians[n - 1];
  return [
    { header: () => m.office_owed_column_guardian({ n }), cell: (row) => guardian(row)?.name ?? null },
    { header: () => m.office_owed_column_phone({ n }), cell: (row) => guardian(row)?.phone ?? null },
    { header: () => m.office_owed_column_email({ n }), cell: (row) => guardian(row)?.email ?? null },
  ];
};

export const owedFile: ListFile<OwedRow> = {
  name: (day) => m.office_owed_file({ day }),
  id: ({ payment_id }) => payment_id,
  columns: [
    { header: m.office_owed_column_order, cell: (row) => row.order_id },
    { header: m.office_owed_column_contract, cell: (row) => row.contract_number },
    { header: m.office_owed_column_school, cell: (row) => row.school.text },
    { header: m.office_owed_column_parent, cell: (row) => row.parent.name },
    { header: m.office_owed_column_payment, cell: (row) => row.payment_number },
    { header: m.office_owed_column_amount, cell: (row) => decimalDollars(row.amount_cents) },
    { header: m.office_owed_column_since, cell: (row) => formatDate(row.owed_since) },
    { header: m.office_owed_column_days, cell: (row) => row.days_late },
    { header: m.office_owed_column_reason, cell: owedReasonText },
    { header: m.office_owed_column_next, cell: (row) => row.next_try_on && formatDate(row.next_try_on) },
    ...guardianColumns(1),
    ...guardianColumns(2),
  ],
};
