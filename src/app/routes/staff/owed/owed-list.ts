import { m } from '#i18n/messages.js';
import { csvOf } from '#kit/text/csv.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { OwedRow } from '#modules/admin/owed.contract.ts';

export const OWED_SORTS = ['since', 'amount', 'next', 'parent'] as const;
export type OwedSort = (typeof OWED_SORTS)[number];

// What will not be tried again comes first, because staff must call.
const nextOf = ({ next_try_on }: OwedRow) => next_try_on ?? '';

const ORDER: Record<OwedSort, (a: OwedRow, b: OwedRow) => number> = {
  since: (a, b) => a.owed_since.localeCompare(b.owed_since),
  amount: (a, b) => b.amount_cents - a.amount_cents,
  next: (a, b) => nextOf(a).localeCompare(nextOf(b)),
  parent: (a, b) => a.parent.name.localeCompare(b.parent.name),
};

/** The rows of one school, or of all with a blank path, in an order; equal ones stay by payment. */
export function owedRows(
  rows: readonly OwedRow[],
  { school, sort }: { school: string; sort: OwedSort },
): OwedRow[] {
  return rows
    .filter((row) => school === '' || row.school.path === school)
    .toSorted((a, b) => ORDER[sort](a, b) || a.payment_id - b.payment_id);
}

/** Why a payment was not received, also where no charge was refused. */
export function owedReasonText({ reason, status }: OwedRow): string {
  return reason ?? (status === 'in_flight' ? m.admin_owed_being_charged() : m.admin_owed_not_tried());
}

/** The list as a file: what the screen shows, with a column for each fact. */
export function owedFile(rows: readonly OwedRow[]): string {
  const guardians = [1, 2];
  const header = [
    m.admin_owed_column_order(),
    m.admin_owed_column_contract(),
    m.admin_owed_column_school(),
    m.admin_owed_column_parent(),
    m.admin_owed_column_payment(),
    m.admin_owed_column_amount(),
    m.admin_owed_column_since(),
    m.admin_owed_column_days(),
    m.admin_owed_column_reason(),
    m.admin_owed_column_next(),
    ...guardians.flatMap((n) => [
      m.admin_owed_column_guardian({ n }),
      m.admin_owed_column_phone({ n }),
      m.admin_owed_column_email({ n }),
    ]),
  ];
  return csvOf(
    header,
    rows.map((row) => [
      row.order_id,
      row.contract_number,
      row.school.text,
      row.parent.name,
      row.payment_number,
      (row.amount_cents / 100).toFixed(2),
      formatDate(row.owed_since),
      row.days_late,
      owedReasonText(row),
      row.next_try_on && formatDate(row.next_try_on),
      ...guardians.flatMap((n) => [
        row.guardians[n - 1]?.name ?? null,
        row.guardians[n - 1]?.phone ?? null,
        row.guardians[n - 1]?.email ?? null,
      ]),
    ]),
  );
}
