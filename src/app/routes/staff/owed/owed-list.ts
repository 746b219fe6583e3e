import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { csvOf } from '#kit/text/csv.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { OwedPage, OwedRow } from '#modules/admin/owed.contract.ts';

type Part = Pick<OwedPage, 'rows' | 'next'>;

/**
 * Every row of the list, page after page. The list may change meanwhile: a payment that comes once more
 * stands once, as it was read last.
 * @throws what a page failed with; there is no half of a list
 */
export async function readAllOwed(readPage: (after?: string) => Promise<Part>): Promise<OwedRow[]> {
  const rows = new Map<number, OwedRow>();
  let after: string | undefined;
  do {
    const page = await readPage(after);
    for (const row of page.rows) rows.set(row.payment_id, row);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return [...rows.values()];
}

/** How many payments are owed and their sum, on all pages. */
export function owedSumText({ total: n, total_cents }: Pick<OwedPage, 'total' | 'total_cents'>): string {
  const total = formatMoney(total_cents);
  return n === 1 ? m.admin_owed_sum_one({ total }) : m.admin_owed_sum({ n, total });
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
