import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

export type MailedOffer = {
  company: string;
  phone: string;
  /** H15 */
  first_name: string | null;
  student: string;
  route: string;
  school: string;
  made_by: string;
  until: string;
  due_today_cents: Cents;
  isByCash: boolean;
  /** what staff have typed; null for a reader without names */
  words: string | null;
  link: string;
};

const factsOf = ({ student, school, route, made_by, until, due_today_cents }: MailedOffer) => [
  { label: m.mail_order_student(), value: student },
  { label: m.mail_order_school(), value: school },
  { label: m.mail_order_route(), value: route },
  { label: m.mail_offer_today(), value: formatMoney(due_today_cents) },
  { label: m.mail_offer_until(), value: until },
  { label: m.mail_offer_made_by(), value: made_by },
];

/** OF3.5 */
export function offerEmail(offer: MailedOffer): EmailContent {
  const { company, phone, first_name, student, route, school, until, words, link } = offer;
  return {
    company,
    subject: m.mail_offer_subject({ student }),
    preview: m.mail_offer_preview({ until }),
    heading: greetingOf(first_name),
    paragraphs: [
      m.mail_offer_body({ student, route, school, until }),
      ...(words ? [m.mail_offer_note({ note: words })] : []),
      m.mail_offer_how(),
    ],
    facts: factsOf(offer),
    button: { text: m.mail_offer_button(), href: link },
    footer: [m.mail_offer_not_you({ phone })],
  };
}

/** OF3.10 */
export function offerEndsEmail(offer: MailedOffer): EmailContent {
  const { student, route, until } = offer;
  return {
    ...offerEmail(offer),
    subject: m.mail_offer_ends_subject({ student }),
    paragraphs: [m.mail_offer_ends_body({ student, route, until }), m.mail_offer_how()],
  };
}

/** OF3.10 */
export function offerWithdrawnEmail(offer: MailedOffer): EmailContent {
  const { company, first_name, student, route, school, words, link } = offer;
  return {
    company,
    subject: m.mail_offer_withdrawn_subject({ student }),
    preview: m.mail_offer_withdrawn_preview(),
    heading: greetingOf(first_name),
    paragraphs: [
      m.mail_offer_withdrawn_body({ student, route }),
      ...(words ? [m.mail_offer_withdrawn_reason({ reason: words })] : []),
    ],
    facts: [
      { label: m.mail_order_student(), value: student },
      { label: m.mail_order_school(), value: school },
      { label: m.mail_order_route(), value: route },
    ],
    button: { text: m.mail_offer_button(), href: link },
    footer: [m.mail_offer_not_you({ phone: offer.phone })],
  };
}

/** OF3.7 */
export function checkLateEmail(offer: MailedOffer): EmailContent {
  const { company, phone, first_name, student, route, school, due_today_cents, isByCash, link } = offer;
  const body = isByCash ? m.mail_check_late_body_cash : m.mail_check_late_body_check;
  const amount = formatMoney(due_today_cents);
  return {
    company,
    subject: m.mail_check_late_subject({ student }),
    preview: m.mail_check_late_preview(),
    heading: greetingOf(first_name),
    paragraphs: [body({ student, route, amount }), m.mail_check_late_how({ phone })],
    facts: [
      { label: m.mail_order_student(), value: student },
      { label: m.mail_order_school(), value: school },
      { label: m.mail_order_route(), value: route },
      { label: m.mail_offer_today(), value: amount },
    ],
    button: { text: m.mail_offer_button(), href: link },
    footer: [],
  };
}
