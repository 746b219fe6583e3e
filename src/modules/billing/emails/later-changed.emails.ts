import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { LaterChange, ShownCharge } from '#modules/billing/methods/later/later-changes.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

export type LaterChangedNotice = {
  /** H15 */
  first_name: string | null;
  company: { name: string; phone: string };
  changes: readonly (Omit<LaterChange, 'payment_id'> & {
    contract_number: string | null;
    student: string | null;
  })[];
  link: string;
};

const charge = ({ method, total_cents }: ShownCharge) => {
  const total = formatMoney(total_cents);
  return method ? m.mail_later_charge({ total, method }) : m.mail_later_charge_no_method({ total });
};

/** MP1 */
export function laterChangedEmail({ first_name, company, changes, link }: LaterChangedNotice): EmailContent {
  const [first] = changes;
  const payable = changes.filter(({ after }) => after.method !== null);
  const subject =
    changes.length === 1
      ? m.mail_later_subject({ total: formatMoney(first!.after.total_cents), day: formatDate(first!.pay_on) })
      : m.mail_later_subject_several({ count: changes.length });
  return {
    company: company.name,
    subject,
    preview: m.mail_later_body(),
    heading: greetingOf(first_name),
    paragraphs: [
      m.mail_later_body(),
      ...(payable.length < changes.length ? [m.mail_later_no_method()] : []),
      ...(payable.length > 0 ? [m.mail_later_choose()] : []),
    ],
    facts: changes.flatMap(({ pay_on, before, after, contract_number, student }) => [
      { label: m.mail_payment_due(), value: formatDate(pay_on) },
      ...(contract_number ? [{ label: m.mail_receipt_contract(), value: contract_number }] : []),
      ...(student ? [{ label: m.mail_order_student(), value: student }] : []),
      { label: m.mail_later_before(), value: charge(before) },
      { label: m.mail_later_now(), value: charge(after) },
    ]),
    button: { text: m.mail_payment_methods_button(), href: link },
    footer: [m.mail_receipt_questions({ phone: company.phone })],
  };
}
