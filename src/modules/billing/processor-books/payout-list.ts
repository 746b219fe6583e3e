import { m } from '#i18n/messages.js';
import type { ListColumn, ListView } from '#kit/list/list-view.ts';
import type { listPayouts, PayoutRow } from './payouts.contract.ts';
import type { PayoutState } from './processor-books.states.ts';

const STATE_TEXTS: Record<PayoutState, () => string> = {
  on_its_way: m.office_payout_on_its_way,
  arrived: m.office_payout_arrived,
  failed: m.office_payout_failed,
  canceled: m.office_payout_canceled,
  unknown: m.office_payout_unknown,
};

export const payoutStateText = ({ state }: Pick<PayoutRow, 'state'>): string => STATE_TEXTS[state]();

/** Whether the lines of a payout come to its sum, and what is missing where they do not. */
export function addsUpText({ adds_up, missing_lines }: PayoutRow): string {
  if (adds_up === null) return m.office_payout_not_listed();
  if (adds_up) return m.office_payout_adds_up();
  if (missing_lines === 0) return m.office_payout_wrong_sum();
  return missing_lines === 1 ? m.office_payout_missing_one() : m.office_payout_missing({ n: missing_lines });
}

type Filter = keyof typeof listPayouts.filters;

type Sum = 'payments_cents' | 'fees_cents' | 'refunds_cents' | 'disputes_cents' | 'other_cents';

const sumOf = (field: Sum, header: () => string): ListColumn<PayoutRow> => ({
  key: field.replace('_cents', ''),
  header,
  kind: 'cents',
  right: 'money',
  value: (row) => row[field],
});

/** What came to the bank, for the page and for the books of the company (S18). */
export const payoutList: ListView<PayoutRow, Filter, 'newest'> = {
  title: m.office_title_payouts,
  about: m.office_payout_text,
  fileName: m.office_payout_file,
  nothing: { title: m.office_payout_none, text: m.office_payout_none_text },
  id: ({ ref }) => ref,
  card: { title: 'day', lines: ['amount', 'state'] },
  columns: [
    { key: 'day', header: m.office_payout_column_day, kind: 'day', value: (row) => row.arrives_on },
    {
      key: 'made',
      header: m.office_payout_column_made,
      kind: 'day',
      isExtra: true,
      value: (row) => row.made_on,
    },
    {
      key: 'amount',
      header: m.office_payout_column_amount,
      kind: 'cents',
      right: 'money',
      value: (row) => row.amount_cents,
    },
    { key: 'state', header: m.office_payout_column_state, value: payoutStateText },
    { key: 'trace', header: m.office_payout_column_trace, value: (row) => row.trace },
    sumOf('payments_cents', m.office_payout_column_payments),
    sumOf('fees_cents', m.office_payout_column_fees),
    sumOf('refunds_cents', m.office_payout_column_refunds),
    sumOf('disputes_cents', m.office_payout_column_disputes),
    sumOf('other_cents', m.office_payout_column_other),
    { key: 'adds_up', header: m.office_payout_column_adds_up, value: addsUpText },
    {
      key: 'missing',
      header: m.office_payout_column_missing,
      kind: 'cents',
      right: 'money',
      isExtra: true,
      value: (row) => row.missing_cents,
    },
    { key: 'ref', header: m.office_payout_column_ref, isExtra: true, value: (row) => row.ref },
  ],
  filters: {
    state: { label: m.office_payout_column_state, texts: STATE_TEXTS },
    arrives: { label: m.office_payout_column_day },
  },
  sorts: { newest: { label: m.list_sort_newest } },
  views: [
    { key: 'on_its_way', label: STATE_TEXTS.on_its_way, query: { state: 'on_its_way' } },
    { key: 'failed', label: STATE_TEXTS.failed, query: { state: 'failed' } },
  ],
};
