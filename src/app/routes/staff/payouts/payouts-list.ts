import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import { csvOf } from '#kit/text/csv.ts';
import type { PayoutRow } from '#modules/billing/processor-books/payouts.contract.ts';

const states: Record<PayoutRow['state'], () => string> = {
  on_its_way: m.admin_payout_on_its_way,
  arrived: m.admin_payout_arrived,
  failed: m.admin_payout_failed,
  canceled: m.admin_payout_canceled,
};

export const payoutStateText = ({ state }: Pick<PayoutRow, 'state'>): string => states[state]();

/** Whether the lines of a payout come to its sum, and what is missing where they do not. */
export function addsUpText({ adds_up, missing_lines }: PayoutRow): string {
  if (adds_up === null) return m.admin_payout_not_listed();
  if (adds_up) return m.admin_payout_adds_up();
  if (missing_lines === 0) return m.admin_payout_wrong_sum();
  return missing_lines === 1 ? m.admin_payout_missing_one() : m.admin_payout_missing({ n: missing_lines });
}

const dollars = (amount_cents: number) => (amount_cents / 100).toFixed(2);

/** The list as a file, for the books of the company. */
export function payoutsFile(rows: readonly PayoutRow[]): string {
  const header = [
    m.admin_payout_column_day(),
    m.admin_payout_column_made(),
    m.admin_payout_column_amount(),
    m.admin_payout_column_state(),
    m.admin_payout_column_trace(),
    m.admin_payout_column_payments(),
    m.admin_payout_column_fees(),
    m.admin_payout_column_refunds(),
    m.admin_payout_column_disputes(),
    m.admin_payout_column_other(),
    m.admin_payout_column_adds_up(),
    m.admin_payout_column_missing(),
    m.admin_payout_column_ref(),
  ];
  return csvOf(
    header,
    rows.map((row) => [
      formatDate(row.arrives_on),
      formatDate(row.made_on),
      dollars(row.amount_cents),
      payoutStateText(row),
      row.trace,
      dollars(row.payments_cents),
      dollars(row.fees_cents),
      dollars(row.refunds_cents),
      dollars(row.disputes_cents),
      dollars(row.other_cents),
      addsUpText(row),
      dollars(row.missing_cents),
      row.ref,
    ]),
  );
}
