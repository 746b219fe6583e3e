import { m } from '#i18n/messages.js';
import type { Letter } from '#platform/mail/layout.ts';
import { refundChoices, type AgreedText } from '#modules/orders/requests/request-texts.ts';
import type { RefundType } from '#modules/orders/order-requests.contract.ts';
import type { ContractSnapshot } from '#modules/orders/contract-snapshot.ts';

/** What every mail about a request of a family says. */
export type RequestNews = {
  order_id: number;
  contract_number: string | null;
  snapshot: ContractSnapshot;
  link: string;
};

function letterOf(
  { order_id, contract_number, snapshot, link }: RequestNews,
  { subject, paragraphs, facts = [] }: Pick<Letter, 'subject' | 'paragraphs' | 'facts'>,
): Letter {
  const { division, parent, student } = snapshot;
  return {
    company: division.company_name,
    subject,
    preview: paragraphs[0]!,
    heading: m.mail_greeting({ name: parent.first_name }),
    paragraphs,
    facts: [
      { label: m.mail_request_order(), value: String(order_id) },
      ...(contract_number ? [{ label: m.mail_order_number(), value: contract_number }] : []),
      { label: m.mail_order_student(), value: `${student.first_name} ${student.last_name}` },
      ...facts,
    ],
    button: { text: m.mail_request_button(), href: link },
    footer: [m.mail_request_questions({ phone: division.phone_main })],
  };
}

export function refundRequestedLetter(news: RequestNews, type: RefundType): Letter {
  const { order_id } = news;
  return letterOf(news, {
    subject: m.mail_refund_requested_subject({ order_id }),
    paragraphs: [m.mail_refund_requested_body({ order_id })],
    facts: [{ label: m.mail_refund_chosen(), value: refundChoices[type].label() }],
  });
}

export function refundTakenUpLetter(news: RequestNews): Letter {
  const { order_id } = news;
  return letterOf(news, {
    subject: m.mail_refund_taken_up_subject({ order_id }),
    paragraphs: [m.mail_refund_taken_up_body({ order_id })],
  });
}

export function refundDeclinedLetter(news: RequestNews, reason: string): Letter {
  const { order_id } = news;
  return letterOf(news, {
    subject: m.mail_refund_declined_subject({ order_id }),
    paragraphs: [m.mail_refund_declined_body({ order_id, reason })],
  });
}

export function reassignApprovedLetter(news: RequestNews, text: AgreedText): Letter {
  const { order_id } = news;
  return letterOf(news, {
    subject: m.mail_reassign_subject({ order_id }),
    paragraphs: [m.mail_reassign_body(), text.title, ...text.paragraphs],
  });
}
