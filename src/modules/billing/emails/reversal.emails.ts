import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { ReversedEntry } from '#modules/billing/payment.states.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import { chargeFacts, noticeEmail, payNowButton, type Charge, type PaymentNotice } from './payment.emails.ts';

export type ReversalNotice = {
  what: ReversedEntry;
  amount_cents: Cents;
  /** of a returned check */
  reference: string | null;
  /** undefined if nothing will be charged by itself */
  charge?: Charge | undefined;
  isEnded: boolean;
};

type Say = (said: { amount: string }) => string;

const WORDS: Record<ReversedEntry, { subject: Say; body: Say; ended: Say }> = {
  check_returned: {
    subject: m.mail_check_returned_subject,
    body: m.mail_check_returned_body,
    ended: m.mail_reversed_ended_check,
  },
  received_by_mistake: {
    subject: m.mail_received_mistake_subject,
    body: m.mail_received_mistake_body,
    ended: m.mail_reversed_ended_mistake,
  },
  waived_by_mistake: {
    subject: m.mail_waived_mistake_subject,
    body: m.mail_waived_mistake_body,
    ended: m.mail_reversed_ended_mistake,
  },
};

/** What staff had entered by hand was taken back (MC9); a contract that has ended asks for nothing (MC4). */
export function entryReversedEmail(notice: PaymentNotice, reversal: ReversalNotice): EmailContent {
  const { what, reference, charge, isEnded } = reversal;
  const said = { amount: formatMoney(reversal.amount_cents) };
  const { subject, body, ended } = WORDS[what];
  const number = reference ? [{ label: m.mail_check_number(), value: reference }] : [];
  if (isEnded)
    return noticeEmail(notice, {
      subject: m.mail_reversed_ended_subject(said),
      paragraphs: [ended(said), m.mail_return_ended_next()],
      facts: number,
      button: m.mail_return_ended_button(),
      href: notice.order_link,
    });
  return noticeEmail(notice, {
    subject: subject(said),
    paragraphs: [body(said), ...nextSentences(notice, charge), m.mail_pay_now_login()],
    facts: [...(charge ? chargeFacts(notice, charge) : []), ...number],
    ...payNowButton(notice),
  });
}

function nextSentences({ method, payment }: PaymentNotice, charge: Charge | undefined): string[] {
  if (!charge) return [m.mail_failed_add_method()];
  const [total, day] = [formatMoney(charge.total), formatDate(payment.pay_on)];
  if (method) return [m.mail_upcoming_body({ total, day, method: nameOfMethod(method) })];
  return charge.isHeldBack
    ? [m.mail_upcoming_body_held_back({ total, day }), m.mail_held_back_until({ day })]
    : [m.mail_upcoming_body_no_method({ total, day })];
}
