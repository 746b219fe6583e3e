import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import type { TypeQuote } from '#modules/pricing/pricing.contract.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';

/** A signed and paid order, as its confirmation tells it. */
export type ConfirmedOrder = {
  contract_number: string;
  snapshot: ContractSnapshot;
  priced: Pick<TypeQuote, 'lines' | 'due_today_cents'>;
  /** payments that are not paid yet, in date order */
  later: { pay_on: PlainDate; amount: Cents }[];
  link: string;
};

type Fact = { label: string; value: string };

function contractFacts({ contract_number, snapshot }: ConfirmedOrder): Fact[] {
  const { student, program_group, program, period, route } = snapshot;
  return [
    { label: m.mail_order_number(), value: contract_number },
    { label: m.mail_order_student(), value: `${student.first_name} ${student.last_name}` },
    { label: m.mail_order_school(), value: `${program_group.text}, ${program.text}` },
    { label: m.mail_order_period(), value: period.text },
    { label: m.mail_order_route(), value: [route.text_before, route.name].join('').trim() },
  ];
}

function moneyFacts({ priced, later }: ConfirmedOrder): Fact[] {
  return [
    ...priced.lines.map(({ text, amount_cents }) => ({ label: text, value: formatMoney(amount_cents) })),
    { label: m.mail_order_paid_today(), value: formatMoney(priced.due_today_cents) },
    ...later.map(({ pay_on, amount }) => ({
      label: m.mail_order_due_on({ day: formatDate(pay_on) }),
      value: formatMoney(amount),
    })),
  ];
}

export type EndedOrder = { contract_number: string; snapshot: ContractSnapshot; link: string };

/** An order that staff have made inactive: what ends with it, and what stays (M11). */
export function orderEndedEmail({ contract_number, snapshot, link }: EndedOrder): EmailContent {
  const { parent, division, student, route, period } = snapshot;
  return {
    company: division.company_name,
    subject: m.mail_ended_subject({ number: contract_number }),
    preview: m.mail_ended_preview({ student: student.first_name }),
    heading: m.mail_greeting({ name: parent.first_name }),
    paragraphs: [
      m.mail_ended_body({ student: student.first_name, number: contract_number }),
      m.mail_ended_money(),
    ],
    facts: [
      { label: m.mail_order_number(), value: contract_number },
      { label: m.mail_order_period(), value: period.text },
      { label: m.mail_order_route(), value: [route.text_before, route.name].join('').trim() },
    ],
    button: { text: m.mail_order_button(), href: link },
    footer: [m.mail_order_questions({ phone: division.phone_main })],
  };
}

/** Confirms an order: its contract number, what was paid today and what falls due when. */
export function orderConfirmedEmail(order: ConfirmedOrder): EmailContent {
  const { parent, division, student } = order.snapshot;
  return {
    company: division.company_name,
    subject: m.mail_order_subject({ number: order.contract_number }),
    preview: m.mail_order_preview({ student: student.first_name }),
    heading: m.mail_greeting({ name: parent.first_name }),
    paragraphs: [m.mail_order_body({ student: student.first_name })],
    facts: [...contractFacts(order), ...moneyFacts(order)],
    button: { text: m.mail_order_button(), href: order.link },
    footer: [m.mail_order_questions({ phone: division.phone_main })],
  };
}
