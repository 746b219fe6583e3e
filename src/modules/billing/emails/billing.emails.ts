import { m } from '#i18n/messages.js';
import { formatMoney, sum, type Cents } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

/** M10 */
export type ChargeReceipt = {
  /** H15 */
  first_name: string | null;
  company: { name: string; phone: string };
  order_id: number;
  invoice_id: number;
  contract_number: string | null;
  charged_on: string;
  /** `Visa ****4242`, `Check` */
  method: string;
  /** bought with the first payment, as on the receipt (MP10) */
  addons: readonly string[];
  lines: { text: string; amount_cents: Cents }[];
  /** by the office, as a check or cash: nothing was charged */
  is_received: boolean;
  /** M6 */
  is_pending: boolean;
  /** what is still owed of a payment paid in part (MC12) */
  rest?: { payment_number: number; amount_cents: Cents; pay_on: PlainDate } | null;
  /** what a check was above all that was due, and goes back (MC12) */
  surplus_cents?: Cents | null;
  link: string;
};

function partParagraphs({ rest, surplus_cents }: ChargeReceipt): string[] {
  return [
    ...(rest
      ? [
          m.mail_receipt_rest({
            n: rest.payment_number,
            rest: formatMoney(rest.amount_cents),
            day: formatDate(rest.pay_on),
          }),
        ]
      : []),
    ...(surplus_cents ? [m.mail_receipt_surplus({ amount: formatMoney(surplus_cents) })] : []),
  ];
}

export function receiptEmail(receipt: ChargeReceipt): EmailContent {
  const { company, contract_number, method, addons } = receipt;
  const totalLabel = receipt.is_received ? m.mail_receipt_total_received : m.mail_receipt_total;
  const total = formatMoney(sum(receipt.lines.map((line) => line.amount_cents)));
  return {
    company: company.name,
    subject: m.mail_receipt_subject({ total, order_id: receipt.order_id }),
    preview: m.mail_receipt_preview({ total }),
    heading: greetingOf(receipt.first_name),
    paragraphs: [
      receipt.is_pending ? m.mail_receipt_body_bank({ total }) : m.mail_receipt_body({ total }),
      ...partParagraphs(receipt),
    ],
    facts: [
      { label: m.mail_receipt_date(), value: receipt.charged_on },
      { label: m.mail_receipt_invoice(), value: String(receipt.invoice_id) },
      ...(contract_number ? [{ label: m.mail_receipt_contract(), value: contract_number }] : []),
      { label: m.mail_receipt_method(), value: method },
      ...(addons.length > 0 ? [{ label: m.document_addons(), value: addons.join(', ') }] : []),
      ...receipt.lines.map(({ text, amount_cents }) => ({ label: text, value: formatMoney(amount_cents) })),
      { label: totalLabel(), value: total },
    ],
    button: { text: m.mail_receipt_button(), href: receipt.link },
    footer: [m.mail_receipt_questions({ phone: company.phone })],
  };
}

export type ExpiryNotice = {
  first_name: string | null;
  company: { name: string; phone: string };
  order_id: number;
  contract_number: string | null;
  method: { brand: string; last_4: string };
  expires: string;
  /** null for a payment that is charged once it is no longer held up */
  due_on: string | null;
  link: string;
};

/** Names no total: the surcharges of a later charge depend on the paying method (S2). */
export function cardExpiryEmail(notice: ExpiryNotice): EmailContent {
  const { company, contract_number, method, expires, due_on } = notice;
  const card = nameOfMethod(method);
  return {
    company: company.name,
    subject: due_on
      ? m.mail_card_expires_subject({ card, due_on })
      : m.mail_card_expires_waiting_subject({ card }),
    preview: m.mail_card_expires_preview(),
    heading: greetingOf(notice.first_name),
    paragraphs: [
      due_on
        ? m.mail_card_expires_body({ card, expires, due_on })
        : m.mail_card_expires_waiting_body({ card, expires }),
      m.mail_card_expires_what_to_do(),
    ],
    facts: [
      { label: m.mail_card_expires_order(), value: String(notice.order_id) },
      ...(contract_number ? [{ label: m.mail_receipt_contract(), value: contract_number }] : []),
      ...(due_on ? [{ label: m.mail_card_expires_due(), value: due_on }] : []),
    ],
    button: { text: m.mail_card_expires_button(), href: notice.link },
    footer: [m.mail_receipt_questions({ phone: company.phone })],
  };
}
