import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import { cents, formatMoney, type Cents } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import type { PlannedCharge } from '#modules/billing/pay-now/pay-now.contract.ts';
import type { TypeQuote } from '#modules/pricing/quoted-prices.ts';
import { signedRouteName, type ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { studentFact } from './student-fact.ts';

export type ConfirmedOrder = {
  contract_number: string;
  snapshot: ContractSnapshot;
  priced: Pick<TypeQuote, 'lines' | 'due_today_cents'>;
  later: PlannedCharge[];
  /** decision 205 */
  is_on_paper: boolean;
  link: string;
};

type Fact = { label: string; value: string };

function contractFacts({ contract_number, snapshot }: ConfirmedOrder): Fact[] {
  const { student, program_group, program, period, route } = snapshot;
  return [
    { label: m.mail_order_number(), value: contract_number },
    ...studentFact(student),
    { label: m.mail_order_school(), value: `${program_group.text}, ${program.text}` },
    { label: m.mail_order_period(), value: period.text },
    { label: m.mail_order_route(), value: signedRouteName(route) },
  ];
}

function moneyFacts({ priced, later, is_on_paper }: ConfirmedOrder): Fact[] {
  return [
    ...priced.lines.map(({ text, amount_cents }) => ({ label: text, value: formatMoney(amount_cents) })),
    { label: m.mail_order_paid_today(), value: formatMoney(priced.due_today_cents) },
    ...later.map((payment) => ({
      label: m.mail_order_due_on({ day: formatDate(payment.pay_on) }),
      value: laterText(payment, is_on_paper),
    })),
  ];
}

function laterText({ amount_cents, planned }: ConfirmedOrder['later'][number], isOnPaper: boolean): string {
  const without = isOnPaper ? m.mail_order_later_on_paper : m.mail_order_later_no_method;
  if (!planned) return without({ amount: formatMoney(cents(amount_cents)) });
  const total = formatMoney(cents(planned.total_cents));
  const method = `${planned.brand} ${planned.ident}`;
  return planned.surcharge_cents > 0
    ? m.mail_order_later_fee({ total, method, fee: formatMoney(cents(planned.surcharge_cents)) })
    : m.mail_order_later({ total, method });
}

export type EndedOrder = { contract_number: string; snapshot: ContractSnapshot; link: string };

/** M11 */
export function orderEndedEmail({ contract_number, snapshot, link }: EndedOrder): EmailContent {
  const { parent, division, student, route, period } = snapshot;
  return {
    company: division.company_name,
    subject: m.mail_ended_subject({ number: contract_number }),
    preview: m.mail_ended_preview({ student: isolated(student.first_name) }),
    heading: greetingOf(parent.first_name),
    paragraphs: [
      m.mail_ended_body({ student: isolated(student.first_name), number: contract_number }),
      m.mail_ended_money(),
    ],
    facts: [
      { label: m.mail_order_number(), value: contract_number },
      { label: m.mail_order_period(), value: period.text },
      { label: m.mail_order_route(), value: signedRouteName(route) },
    ],
    button: { text: m.mail_order_button(), href: link },
    footer: [m.mail_order_questions({ phone: division.phone_main })],
  };
}

export function orderConfirmedEmail(order: ConfirmedOrder): EmailContent {
  const { parent, division, student } = order.snapshot;
  return {
    company: division.company_name,
    subject: m.mail_order_subject({ number: order.contract_number }),
    preview: m.mail_order_preview({ student: isolated(student.first_name) }),
    heading: greetingOf(parent.first_name),
    paragraphs: [
      m.mail_order_body({ student: isolated(student.first_name) }),
      ...(order.later.length > 0 ? [m.mail_order_pay_now()] : []),
    ],
    facts: [...contractFacts(order), ...moneyFacts(order)],
    button: { text: m.mail_order_button(), href: order.link },
    footer: [m.mail_order_questions({ phone: division.phone_main })],
  };
}

export type NotCharged = {
  amount_cents: Cents;
  snapshot: ContractSnapshot;
  /** the link to start again; null while the route is not on sale */
  again: string | null;
};

/** Sent after a lost answer of the processor ended without a charge (O10). */
export function notChargedEmail({ amount_cents, snapshot, again }: NotCharged): EmailContent {
  const { parent, division, student } = snapshot;
  const total = formatMoney(amount_cents);
  const route = signedRouteName(snapshot.route);
  return {
    company: division.company_name,
    subject: m.mail_not_charged_subject({ student: isolated(student.first_name) }),
    preview: m.mail_not_charged_preview({ total }),
    heading: greetingOf(parent.first_name),
    paragraphs: [
      m.mail_not_charged_body({ total, student: isolated(student.first_name), route }),
      again ? m.mail_not_charged_again() : m.mail_not_charged_closed(),
    ],
    facts: [
      ...studentFact(student),
      { label: m.mail_order_route(), value: route },
      { label: m.mail_not_charged_sum(), value: total },
    ],
    ...(again && { button: { text: m.mail_not_charged_button(), href: again } }),
    footer: [m.mail_order_questions({ phone: division.phone_main })],
  };
}
