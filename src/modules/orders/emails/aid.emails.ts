import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import { formatMoney, type Cents } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import { signedRouteName, type ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { studentFact } from './student-fact.ts';

export type AidNotice = {
  order_id: number;
  contract_number: string | null;
  snapshot: ContractSnapshot;
  /** A1 */
  amount_cents: Cents;
  link: string;
};

type Fact = { label: string; value: string };

function contractFacts({ order_id, contract_number, snapshot, amount_cents }: AidNotice): Fact[] {
  const { program_group, program, period, route } = snapshot;
  return [
    { label: m.mail_request_order(), value: String(order_id) },
    ...(contract_number ? [{ label: m.mail_order_number(), value: contract_number }] : []),
    { label: m.mail_order_school(), value: `${program_group.text}, ${program.text}` },
    { label: m.mail_order_period(), value: period.text },
    { label: m.mail_order_route(), value: signedRouteName(route) },
    { label: m.mail_aid_amount(), value: formatMoney(amount_cents) },
  ];
}

/** The child is named on the order's page only, because several people read the office's mailbox. */
export function aidToConfirmEmail(
  notice: AidNotice,
  { full_cents, is_awaited }: { full_cents: Cents; is_awaited: boolean },
): EmailContent {
  const { order_id, snapshot, amount_cents, link } = notice;
  const sums = { amount: formatMoney(amount_cents), full: formatMoney(full_cents) };
  return {
    company: snapshot.division.company_name,
    subject: m.mail_aid_to_confirm_subject({ order_id }),
    preview: m.mail_aid_to_confirm_preview(sums),
    heading: m.mail_aid_to_confirm_heading(),
    paragraphs: [
      m.mail_aid_to_confirm_body(sums),
      is_awaited ? m.mail_aid_to_confirm_waits() : m.mail_aid_to_confirm_active(),
    ],
    facts: [
      ...contractFacts(notice),
      { label: m.mail_aid_full(), value: sums.full },
      { label: m.mail_aid_code(), value: snapshot.financial_aid?.code ?? '' },
    ],
    button: { text: m.mail_aid_to_confirm_button(), href: link },
    footer: [],
  };
}

type Words = Pick<EmailContent, 'subject' | 'paragraphs'> & {
  facts?: Fact[];
  button?: EmailContent['button'];
};

function familyEmail(notice: AidNotice, { subject, paragraphs, facts = [], button }: Words): EmailContent {
  const { division, parent, student } = notice.snapshot;
  return {
    company: division.company_name,
    subject,
    preview: paragraphs[0]!,
    heading: greetingOf(parent.first_name),
    paragraphs,
    facts: [...studentFact(student), ...contractFacts(notice), ...facts],
    button: button ?? { text: m.mail_order_button(), href: notice.link },
    footer: [m.mail_order_questions({ phone: division.phone_main })],
  };
}

export function aidAwaitedEmail(notice: AidNotice): EmailContent {
  const student = isolated(notice.snapshot.student.first_name);
  return familyEmail(notice, {
    subject: m.mail_aid_awaited_subject({ student }),
    paragraphs: [m.mail_aid_awaited_body({ student }), m.mail_aid_awaited_next()],
  });
}

/** The method of the checkout can no longer be charged, and no other one is there (MC7). */
export function aidMethodNeededEmail(notice: AidNotice): EmailContent {
  const student = isolated(notice.snapshot.student.first_name);
  return familyEmail(notice, {
    subject: m.mail_aid_method_subject({ student }),
    paragraphs: [m.mail_aid_method_body({ student }), m.mail_aid_method_next()],
    button: { text: m.mail_payment_methods_button(), href: notice.link },
  });
}

export function aidConfirmedEmail(notice: AidNotice): EmailContent {
  const student = isolated(notice.snapshot.student.first_name);
  return familyEmail(notice, {
    subject: m.mail_aid_confirmed_subject({ student }),
    paragraphs: [m.mail_aid_confirmed_body({ student, amount: formatMoney(notice.amount_cents) })],
  });
}

export type Declined = {
  reason: string;
  /** null if the order has ended or nothing is left to pay */
  difference: { amount_cents: Cents; pay_on: PlainDate } | null;
  /** the order goes on; without a difference, the full price was paid already */
  goes_on: boolean;
  was_charged: boolean;
};

export function aidDeclinedEmail(notice: AidNotice, declined: Declined): EmailContent {
  const { reason, difference } = declined;
  const student = isolated(notice.snapshot.student.first_name);
  const due = difference && {
    amount: formatMoney(difference.amount_cents),
    day: formatDate(difference.pay_on),
  };
  return familyEmail(notice, {
    subject: m.mail_aid_declined_subject({ student }),
    paragraphs: [
      m.mail_aid_declined_body({ student }),
      m.mail_aid_reason({ reason }),
      consequenceText(declined),
    ],
    facts: due ? [{ label: m.mail_order_due_on({ day: due.day }), value: due.amount }] : [],
  });
}

function consequenceText({ difference, goes_on, was_charged }: Declined): string {
  if (difference)
    return m.mail_aid_declined_difference({
      amount: formatMoney(difference.amount_cents),
      day: formatDate(difference.pay_on),
    });
  if (goes_on) return m.mail_aid_declined_nothing();
  return was_charged ? m.mail_aid_declined_ended() : m.mail_aid_declined_not_charged();
}

/** @param again  the link to start again; null while the route is not on sale */
export function aidNotChargedEmail(notice: AidNotice, again: string | null): EmailContent {
  const student = isolated(notice.snapshot.student.first_name);
  return familyEmail(notice, {
    subject: m.mail_aid_not_charged_subject({ student }),
    paragraphs: [
      m.mail_aid_not_charged_body({ student }),
      again ? m.mail_aid_not_charged_next() : m.mail_not_charged_closed(),
    ],
    ...(again && { button: { text: m.mail_not_charged_button(), href: again } }),
  });
}
