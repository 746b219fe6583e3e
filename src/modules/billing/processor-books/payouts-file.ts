import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import type { ListFile } from '#kit/list/list-file.ts';
import { decimalDollars } from '#kit/money.ts';
import type { PayoutRow } from './payouts.contract.ts';

const states: Record<PayoutRow['state'], () => string> = {
  on_its_way: m.office_payout_on_its_way,
  arrived: m.office_payout_arrived,
  failed: m.office_payout_failed,
  canceled: m.office_payout_canceled,
  unknown: m.office_payout_unknown,
};

export const payoutStateText = ({ state }: Pick<PayoutRow, 'state'>): string => states[state]();

/** Whether the lines of a payout come to its sum, and what is missing where they do not. */
export function addsUpText({ adds_up, missing_lines }: PayoutRow): string {
  if (adds_up === null) return m.office_payout_not_listed();
  if (adds_up) return m.office_payout_adds_up();
  if (missing_lines === 0) return m.office_payout_wrong_sum();
  return missing_lines === 1 ? m.office_payout_missing_one() : m.office_payout_missing({ n: missing_lines });
}

/** The list as a file, for the books of the company (S18). */
export const payoutsFile: ListFile<PayoutRow> = {
  name: (day) => m.office_payout_file({ day }),
  id: ({ ref }) => ref,
  columns: [
    { header: m.office_payout_column_day, cell: (row) => formatDate(row.arrives_on) },
    { header: m.office_payout_column_made, cell: (row) => formatDate(row.made_on) },
    { header: m.office_payout_column_amount, cell: (row) => decimalDollars(row.amount_cents) },
    { header: m.office_payout_column_state, cell: payoutStateText },
    { header: m.office_payout_column_trace, cell: (row) => row.trace },
    { header: m.office_payout_column_payments, cell: (row) => decimalDollars(row.payments_cents) },
    { header: m.office_payout_column_fees, cell: (row) => decimalDollars(row.fees_cents) },
    { header: m.office_payout_column_refunds, cell: (row) => decimalDollars(row.refunds_cents) },
    { header: m.office_payout_column_disputes, cell: (row) => decimalDollars(row.disputes_cents) },
    { header: m.office_payout_column_other, cell: (row) => decimalDollars(row.other_cents) },
    { header: m.office_payout_column_adds_up, cell: addsUpText },
    { header: m.office_payout_column_missing, cell: (row) => decimalDollars(row.missing_cents) },
    { header: m.office_payout_column_ref, cell: (row) => row.ref },
  ],
};
