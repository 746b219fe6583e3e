import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import { isolated } from '#kit/text/isolated.ts';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import type { AmendmentPlan } from '#modules/orders/amendments/amendments.contract.ts';
import type { AgreeBy, AmendmentState } from '#modules/orders/amendment.states.ts';
import { changeText, FIELD_NAMES, TYPED_FIELDS } from '#modules/orders/contract-changes.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import { studentFact } from './student-fact.ts';

type Fact = { label: string; value: string };

type About = {
  contract_number: string;
  amendment: {
    number: number;
    state: AmendmentState;
    agree_by: AgreeBy;
    reason: string;
    plan: AmendmentPlan;
    answer_reason: string | null;
  };
  snapshot: ContractSnapshot;
  link: string;
};

/** What the family typed stays out: a reader may be a stranger (H15). */
function changeFacts({ amendment: { plan } }: About): Fact[] {
  return plan.changes
    .filter(({ field }) => !TYPED_FIELDS.includes(field))
    .map((change) => ({ label: FIELD_NAMES[change.field](), value: changeText(change) }));
}

function moneyFacts({ amendment: { plan } }: About): Fact[] {
  const { difference_cents, refund, payments } = plan;
  if (plan.kind === 'details') return [];
  return [
    { label: m.mail_amendment_difference(), value: formatMoney(difference_cents) },
    ...(refund ? [{ label: m.mail_amendment_refund(), value: formatMoney(refund.amount_cents) }] : []),
    ...payments.filter(({ what }) => what !== 'kept').map(paymentFact),
  ];
}

function paymentFact({
  what,
  payment_number,
  pay_on,
  amount_cents,
}: AmendmentPlan['payments'][number]): Fact {
  const number = payment_number ?? 0;
  if (what === 'cancelled')
    return { label: m.mail_amendment_payment_canceled({ number }), value: m.mail_amendment_canceled() };
  const day = formatDate(pay_on!);
  const label =
    what === 'new' ? m.mail_amendment_payment_new({ day }) : m.mail_amendment_payment({ number, day });
  return { label, value: formatMoney(amount_cents!) };
}

const frame = ({ contract_number, snapshot }: About) => ({
  company: snapshot.division.company_name,
  heading: greetingOf(snapshot.parent.first_name),
  contract: { label: m.mail_order_number(), value: contract_number },
  footer: [m.mail_order_questions({ phone: snapshot.division.phone_main })],
  student: isolated(snapshot.student.first_name),
});

/** OF5.8 */
export function amendmentProposedEmail(about: About & { until: string }): EmailContent {
  const { company, heading, contract, footer, student } = frame(about);
  return {
    company,
    subject: m.mail_amendment_subject({ number: about.contract_number }),
    preview: m.mail_amendment_preview(),
    heading,
    paragraphs: [
      m.mail_amendment_body({ student }),
      ...(about.amendment.agree_by === 'paper' ? [m.mail_amendment_paper()] : []),
      m.mail_amendment_until({ until: about.until }),
    ],
    facts: [contract, ...studentFact(about.snapshot.student), ...changeFacts(about), ...moneyFacts(about)],
    button: { text: m.mail_amendment_button(), href: `${about.link}/amendment` },
    footer,
  };
}

/** OF5.9 */
export function amendmentAppliedEmail(about: About): EmailContent {
  const { company, heading, contract, footer, student } = frame(about);
  const { number: amendment } = about.amendment;
  return {
    company,
    subject: m.mail_amendment_applied_subject({ number: about.contract_number }),
    preview: m.mail_amendment_applied_preview({ amendment }),
    heading,
    paragraphs: [m.mail_amendment_applied_body({ amendment, student })],
    facts: [contract, ...studentFact(about.snapshot.student), ...changeFacts(about), ...moneyFacts(about)],
    button: { text: m.mail_order_button(), href: about.link },
    footer,
  };
}

/** Withdrawn by staff, or ended without an answer (OF5.12). */
export function amendmentClosedEmail(about: About): EmailContent {
  const { company, heading, contract, footer, student } = frame(about);
  const { state, answer_reason } = about.amendment;
  const isWithdrawn = state === 'withdrawn';
  return {
    company,
    subject: m.mail_amendment_closed_subject({ number: about.contract_number }),
    preview: m.mail_amendment_closed_preview(),
    heading,
    paragraphs: [(isWithdrawn ? m.mail_amendment_withdrawn_body : m.mail_amendment_ended_body)({ student })],
    facts: [
      contract,
      ...studentFact(about.snapshot.student),
      ...(isWithdrawn && answer_reason ? [{ label: m.mail_amendment_reason(), value: answer_reason }] : []),
    ],
    button: { text: m.mail_order_button(), href: about.link },
    footer,
  };
}
