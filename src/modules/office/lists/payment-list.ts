import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import { PLACE_FIELDS } from './place-fields.ts';
import { shownName } from '#kit/text/full-name.ts';
import type {
  listPaymentRows,
  PAYMENT_PURPOSES,
  PaymentListRow,
  PaymentListSort,
} from './payment-list.contract.ts';
import { PAYMENT_STATE_TEXTS } from '#modules/billing/payment-state-texts.ts';

type Filter = Exclude<keyof typeof listPaymentRows.filters, 'search'>;

const PURPOSE_TEXTS: Record<(typeof PAYMENT_PURPOSES)[number], () => string> = {
  price: m.list_for_price,
  fee: m.list_for_fee,
  aid_difference: m.list_for_aid_difference,
  surplus: m.list_for_surplus,
};

export const paymentList: ListView<PaymentListRow, Filter, PaymentListSort> = {
  title: m.list_title_payments,
  searchLabel: m.list_search_payments,
  fileName: m.list_file_payments,
  id: ({ id }) => id,
  card: { title: 'contract', lines: ['due_on', 'amount'] },
  columns: [
    { key: 'due_on', header: m.list_due_on, kind: 'day', value: (row) => row.pay_on },
    { key: 'amount', header: m.list_amount, kind: 'cents', right: 'money', value: (row) => row.amount_cents },
    { key: 'state', header: m.list_state, value: (row) => PAYMENT_STATE_TEXTS[row.status]() },
    { key: 'family', header: m.list_family, value: ({ parent }) => shownName(parent) },
    { key: 'contract', header: m.list_contract, value: (row) => row.contract_number },
    {
      key: 'payment',
      header: m.list_payment_of,
      value: (row) => m.list_payment_n_of({ n: row.payment_number, all: row.payments_count }),
    },
    { key: 'method', header: m.list_method, value: (row) => row.method },
    { key: 'tries', header: m.list_tries, kind: 'number', value: (row) => row.tries },
    { key: 'paid_on', header: m.list_paid_on, kind: 'day', isExtra: true, value: (row) => row.paid_on },
    {
      key: 'settled_on',
      header: m.list_settled_on,
      kind: 'day',
      isExtra: true,
      value: (row) => row.settled_on,
    },
    {
      key: 'surcharge',
      header: m.list_surcharge,
      kind: 'cents',
      right: 'money',
      isExtra: true,
      value: (row) => row.surcharge_cents,
    },
    {
      key: 'refunded',
      header: m.list_refunded,
      kind: 'cents',
      right: 'money',
      isExtra: true,
      value: (row) => row.refunded_cents,
    },
    { key: 'reference', header: m.list_reference, isExtra: true, value: (row) => row.reference },
    { key: 'school', header: m.list_school, isExtra: true, value: (row) => row.school },
    { key: 'line', header: m.list_line, isExtra: true, value: (row) => row.line },
    { key: 'student', header: m.list_student, isExtra: true, value: ({ student }) => shownName(student) },
    { key: 'purpose', header: m.list_purpose, isExtra: true, value: (row) => PURPOSE_TEXTS[row.purpose]() },
  ],
  filters: {
    state: { label: m.list_state, texts: PAYMENT_STATE_TEXTS },
    due_on: { label: m.list_due_on },
    paid_on: { label: m.list_paid_on },
    school: PLACE_FIELDS.school,
    line: PLACE_FIELDS.line,
    season: PLACE_FIELDS.season,
    purpose: { label: m.list_purpose, texts: PURPOSE_TEXTS },
    paid_by: {
      label: m.list_paid_by,
      texts: { card: m.list_by_card, bank: m.list_by_bank, check: m.list_by_check, cash: m.list_by_cash },
    },
    amount: { label: m.list_amount },
    reference: { label: m.list_reference },
    tried: { label: m.list_tried },
  },
  quick: 'school',
  sorts: {
    due_on: { label: m.list_sort_due_on },
    amount: { label: m.list_sort_amount },
    paid: { label: m.list_sort_paid },
    state: { label: m.list_sort_state },
  },
  views: [
    {
      key: 'due_soon',
      label: m.list_view_due_soon,
      query: { due_on: 'next_7d', state: 'scheduled,failed,returned,needs_method' },
    },
    { key: 'unpaid', label: m.list_view_unpaid, query: { state: 'scheduled,failed,returned,needs_method' } },
    { key: 'failed', label: m.list_view_failed, query: { state: 'failed,returned,needs_method' } },
    { key: 'processing', label: m.list_view_processing, query: { state: 'processing' } },
    { key: 'by_check', label: m.list_view_by_check, query: { paid_by: 'check', sort: 'paid' } },
  ],
};
