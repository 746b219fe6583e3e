import { m } from '#i18n/messages.js';
import { formatMoney, sum, type Cents } from '#kit/money.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import type { RefundChannel, RefundReversal } from '#modules/billing/refunds/refund.states.ts';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

export type RefundNotice = {
  /** H15 */
  first_name: string | null;
  company: { name: string; phone: string };
  contract_number: string | null;
  student: string | null;
  way: RefundChannel;
  reference: string | null;
  parts: {
    payment_number: number;
    principal_cents: Cents;
    surcharge_cents: Cents;
    method: { brand: string; last_4: string } | null;
  }[];
  link: string;
};

const BODY: Record<RefundNotice['way'], (said: { total: string }) => string> = {
  processor: m.mail_refund_body_back,
  check: m.mail_refund_body_check,
  driver_fund: m.mail_refund_body_driver_fund,
};

const REVERSED: Record<RefundReversal, { subject: Say; body: Say }> = {
  never_cashed: { subject: m.mail_refund_uncashed_subject, body: m.mail_refund_uncashed_body },
  entered_by_mistake: { subject: m.mail_refund_mistake_subject, body: m.mail_refund_mistake_body },
};

type Say = (said: { total: string }) => string;

/** R2, R4 */
export const refundEmail = (notice: RefundNotice): EmailContent =>
  emailAbout(notice, { subject: m.mail_refund_subject, body: BODY[notice.way] });

/** MC9 */
export const refundReversedEmail = (notice: RefundNotice, why: RefundReversal): EmailContent =>
  emailAbout(notice, REVERSED[why]);

function emailAbout(notice: RefundNotice, say: { subject: Say; body: Say }): EmailContent {
  const { company, parts } = notice;
  const total = formatMoney(sum(parts.flatMap((part) => [part.principal_cents, part.surcharge_cents])));
  const body = say.body({ total });
  return {
    company: company.name,
    subject: say.subject({ total }),
    preview: body,
    heading: greetingOf(notice.first_name),
    paragraphs: [body],
    facts: [...orderFacts(notice), ...partFacts(notice), { label: m.mail_refund_total(), value: total }],
    button: { text: m.mail_refund_button(), href: notice.link },
    footer: [m.mail_receipt_questions({ phone: company.phone })],
  };
}

const orderFacts = ({ contract_number, student, way, reference }: RefundNotice) => [
  ...(contract_number ? [{ label: m.mail_receipt_contract(), value: contract_number }] : []),
  ...(student ? [{ label: m.mail_order_student(), value: student }] : []),
  ...(way === 'check' && reference ? [{ label: m.mail_refund_check_number(), value: reference }] : []),
];

function partFacts({ way, parts }: RefundNotice) {
  const fees = sum(parts.map(({ surcharge_cents }) => surcharge_cents));
  const partText = ({ payment_number, method }: RefundNotice['parts'][number]) =>
    way === 'processor' && method
      ? m.mail_refund_part_to({ payment_number, method: nameOfMethod(method) })
      : m.mail_refund_part({ payment_number });
  return [
    ...parts
      .filter(({ principal_cents }) => principal_cents > 0)
      .map((part) => ({ label: partText(part), value: formatMoney(part.principal_cents) })),
    ...(fees > 0 ? [{ label: m.mail_refund_fees(), value: formatMoney(fees) }] : []),
  ];
}
