import { m } from '#i18n/messages.js';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import { refundChoices, type AgreedText } from '#modules/orders/requests/request-texts.ts';
import type { RefundType } from '#modules/orders/order-requests.contract.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { studentFact } from './student-fact.ts';

export type RequestNotice = {
  order_id: number;
  contract_number: string | null;
  snapshot: ContractSnapshot;
  link: string;
};

function requestEmail(
  { order_id, contract_number, snapshot, link }: RequestNotice,
  { subject, paragraphs, facts = [] }: Pick<EmailContent, 'subject' | 'paragraphs' | 'facts'>,
): EmailContent {
  const { division, parent, student } = snapshot;
  return {
    company: division.company_name,
    subject,
    preview: paragraphs[0]!,
    heading: greetingOf(parent.first_name),
    paragraphs,
    facts: [
      { label: m.mail_request_order(), value: String(order_id) },
      ...(contract_number ? [{ label: m.mail_order_number(), value: contract_number }] : []),
      ...studentFact(student),
      ...facts,
    ],
    button: { text: m.mail_request_button(), href: link },
    footer: [m.mail_request_questions({ phone: division.phone_main })],
  };
}

export function refundRequestedEmail(notice: RequestNotice, type: RefundType): EmailContent {
  const { order_id } = notice;
  return requestEmail(notice, {
    subject: m.mail_refund_requested_subject({ order_id }),
    paragraphs: [m.mail_refund_requested_body({ order_id })],
    facts: [{ label: m.mail_refund_chosen(), value: refundChoices[type].label() }],
  });
}

export function refundReviewStartedEmail(notice: RequestNotice): EmailContent {
  const { order_id } = notice;
  return requestEmail(notice, {
    subject: m.mail_refund_review_started_subject({ order_id }),
    paragraphs: [m.mail_refund_review_started_body({ order_id })],
  });
}

export function refundDeclinedEmail(notice: RequestNotice, reason: string): EmailContent {
  const { order_id } = notice;
  return requestEmail(notice, {
    subject: m.mail_refund_declined_subject({ order_id }),
    paragraphs: [m.mail_refund_declined_body({ order_id, reason })],
  });
}

export function reassignApprovedEmail(notice: RequestNotice, text: AgreedText): EmailContent {
  const { order_id } = notice;
  return requestEmail(notice, {
    subject: m.mail_reassign_subject({ order_id }),
    paragraphs: [m.mail_reassign_body(), text.title, ...text.paragraphs],
  });
}
