import { m } from '#i18n/messages.js';
import { formatMoney, sum, type Cents } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { PaymentTypeKey } from '#modules/pricing/quoted-prices.ts';
import type { Block, PrintableDocument } from '#platform/pdf/printable-document.ts';
import { letterheadOf, type Company } from './letterhead.ts';
import { lineColor, type SchoolOfPaper } from './line-color.ts';
import { quoted } from './quoted.ts';

/** M10 */
export type ReceiptFacts = {
  order_id: number;
  invoice_id: number;
  contract_number: string | null;
  company: Company;
  school: SchoolOfPaper;
  bill_to: { name: string; place: readonly string[]; email: string; customer_number: string };
  student: string;
  charged_on: PlainDate;
  paid_by: PaymentTypeKey;
  /** paid by the first charge */
  addons: readonly string[];
  method: string | null;
  lines: readonly { text: string; amount_cents: Cents }[];
  /** a bank debit not yet settled (M6) */
  is_pending: boolean;
  returned_on: PlainDate | null;
  /** entered by mistake, and taken back (MC9) */
  is_mistake: boolean;
  /** returned by no bank, but stopped by the company's limit at the processor (MS2) */
  is_stopped: boolean;
  /** false for a debit that its bank sent back after the order had ended (MC4) */
  is_due_again: boolean;
  /** its fee was withdrawn, staff waived it, or it was more than was due (MC8, MC12) */
  is_owed_by_nobody: boolean;
};

const TYPES: Record<PaymentTypeKey, () => string> = {
  paymentTypeNone: m.contract_type_none,
  paymentTypeCreditCard: m.contract_type_card,
  paymentTypeAch: m.contract_type_ach,
  paymentTypeCheck: m.contract_type_check,
  paymentTypeCash: m.contract_type_cash,
};

type ReceiptLayout = { has_quotes: boolean };

/** A lost receipt of an earlier version is printed anew with the family's lines as typed. */
export const BEFORE_QUOTES: ReceiptLayout = { has_quotes: false };

export function receiptDocument(
  receipt: ReceiptFacts,
  { has_quotes }: ReceiptLayout = { has_quotes: true },
): PrintableDocument {
  const { order_id, invoice_id, company, school, charged_on } = receipt;
  return {
    title: m.document_receipt_title({ id: order_id }),
    subject: m.document_receipt_subject({ id: invoice_id }),
    author: company.company_name,
    dated: new Date(`${charged_on}T12:00:00Z`),
    color: lineColor(school),
    letterhead: letterheadOf(company),
    tag: school.text,
    foot: m.document_foot_receipt({ order_id, invoice_id }),
    blocks: blocksOf(receipt, has_quotes),
  };
}

function billTo({ name, place, email }: ReceiptFacts['bill_to'], has_quotes: boolean): Block {
  if (!has_quotes) return { k: 'paragraph', text: [name, ...place, email].join('\n') };
  const address = place.join(', ');
  return {
    k: 'facts',
    facts: [
      { label: m.document_parent(), value: quoted(name) },
      ...(address ? [{ label: m.document_address(), value: quoted(address) }] : []),
      { label: m.document_email(), value: email },
    ],
  };
}

function blocksOf({ bill_to, lines, company, ...receipt }: ReceiptFacts, has_quotes: boolean): Block[] {
  const student = has_quotes ? quoted(receipt.student) : receipt.student;
  return [
    { k: 'heading', text: m.document_bill_to() },
    billTo(bill_to, has_quotes),
    { k: 'heading', text: m.document_receipt_details() },
    { k: 'facts', facts: detailsOf({ ...receipt, student }, bill_to.customer_number) },
    { k: 'heading', text: m.document_receipt_lines() },
    {
      k: 'amounts',
      head: { text: m.document_item(), amount: m.document_amount() },
      rows: lines.map(({ text, amount_cents }) => ({ text, amount: formatMoney(amount_cents) })),
      total: {
        text: m.document_amount(),
        amount: formatMoney(sum(lines.map(({ amount_cents }) => amount_cents))),
      },
    },
    ...noteOf(receipt),
    { k: 'paragraph', text: m.document_receipt_questions({ phone: company.phone_main }), isQuiet: true },
  ];
}

function detailsOf(receipt: Details, customer_number: string) {
  const { contract_number, addons } = receipt;
  const type = TYPES[receipt.paid_by]();
  return [
    { label: m.document_date(), value: formatDate(receipt.charged_on) },
    { label: m.document_invoice(), value: String(receipt.invoice_id) },
    ...(contract_number ? [{ label: m.document_contract_number(), value: contract_number }] : []),
    { label: m.document_customer(), value: customer_number },
    { label: m.document_student(), value: receipt.student },
    { label: m.document_payment_type(), value: type },
    { label: m.document_payment_method(), value: receipt.method ?? type },
    ...(addons.length > 0 ? [{ label: m.document_addons(), value: addons.join(', ') }] : []),
  ];
}

type Details = Omit<ReceiptFacts, 'bill_to' | 'lines' | 'company'>;

type Standing = Pick<
  ReceiptFacts,
  'returned_on' | 'is_pending' | 'is_mistake' | 'is_stopped' | 'is_due_again' | 'is_owed_by_nobody'
>;

const UNDONE = {
  returned: [
    m.document_receipt_returned,
    m.document_receipt_returned_ended,
    m.document_receipt_returned_free,
  ],
  stopped: [m.document_receipt_stopped, m.document_receipt_stopped_ended, m.document_receipt_stopped_free],
  mistake: [m.document_receipt_mistake, m.document_receipt_mistake_ended, m.document_receipt_mistake_free],
} as const;

function noteOf({ returned_on, is_pending, is_mistake, is_stopped, ...owed }: Standing): Block[] {
  if (returned_on) {
    const [dueAgain, ended, free] = UNDONE[is_mistake ? 'mistake' : is_stopped ? 'stopped' : 'returned'];
    const say = !owed.is_due_again ? ended : owed.is_owed_by_nobody ? free : dueAgain;
    return [{ k: 'paragraph', text: say({ day: formatDate(returned_on) }) }];
  }
  return is_pending ? [{ k: 'paragraph', text: m.document_receipt_pending() }] : [];
}
