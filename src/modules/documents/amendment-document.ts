import { m } from '#i18n/messages.js';
import { formatMoney, ZERO, type Cents } from '#kit/money.ts';
import { formatDate, formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
import { isolated } from '#kit/text/isolated.ts';
import type { QuoteLine } from '#modules/pricing/quoted-prices.ts';
import type {
  Block,
  DocumentFact,
  DocumentStop,
  PrintableDocument,
} from '#platform/pdf/printable-document.ts';
import { evidenceTime, given, section } from './contract-facts.ts';
import { letterheadOf, type Company } from './letterhead.ts';
import { lineColor, type SchoolOfPaper } from './line-color.ts';
import { signatureBlocks } from './printed-contract.ts';
import { plannedPaymentName, plannedPaymentText, type PlannedPayment } from './planned-payment.ts';
import { quoted } from './quoted.ts';
import { annexFacts, signingFacts, type SignedPaper } from './signed-paper.ts';

type Person = { first_name: string; last_name: string };

export type PaperChange = {
  label: string;
  before: string | null;
  after: string | null;
  /** typed by the family, so printed in quotation marks */
  isTyped: boolean;
};

export type PaperYear = { lines: readonly QuoteLine[]; year_cents: Cents };

/** Of a paper to sign and of an applied amendment. */
export type AmendmentFacts = {
  contract_number: string;
  number: number;
  company: Company;
  school: SchoolOfPaper;
  parent: Person & { email: string };
  student: Person;
  period: string;
  counts_from: PlainDate;
  reason: string;
  changes: readonly PaperChange[];
  before: PaperYear;
  after: PaperYear;
  days: { left: number; all: number } | null;
  fee_cents: Cents;
  difference_cents: Cents;
  not_asked_cents: Cents;
  payments: readonly PlannedPayment[];
  refund: { amount_cents: Cents; way: string } | null;
  texts: readonly { title: string; html: string; text_hash: string }[];
};

type Accepted = { at: Date; text_hash: string } & (
  | { ip: string; user_agent: string; paper?: never }
  | { paper: SignedPaper }
);

/** None can change after the amendment was applied (OF5.10). */
export type SignedAmendmentFacts = AmendmentFacts & {
  order_id: number;
  edition: number;
  amendment_id: number;
  applied_on: PlainDate;
  /** null for a change of details, which needs no agreement (OF5.8) */
  accepted: Accepted | null;
  placed_by: string;
  time_zone: string;
  verify_link: string;
};

type Page = { dated: PlainDate; first: readonly Block[]; last: readonly Block[] };

function documentOf(facts: AmendmentFacts, { dated, first, last }: Page): PrintableDocument {
  const { contract_number, number, company, school } = facts;
  const title = m.document_amendment_title({ number, contract: contract_number });
  return {
    title,
    subject: title,
    author: company.company_name,
    dated: new Date(`${dated}T12:00:00Z`),
    color: lineColor(school),
    letterhead: letterheadOf(company),
    tag: school.text,
    foot: m.document_foot_amendment({ number, contract: contract_number }),
    blocks: [
      ...first,
      ...section(m.document_section_parties(), { k: 'facts', facts: parties(facts) }),
      ...section(m.document_section_changes(), { k: 'facts', facts: changes(facts) }),
      ...money(facts),
      ...facts.texts.flatMap(({ title: heading, html }) => section(heading, { k: 'html', html })),
      ...last,
    ],
  };
}

export function amendmentDocument(facts: SignedAmendmentFacts): PrintableDocument {
  const { applied_on } = facts;
  const intro = m.document_amendment_intro({ day: formatDate(applied_on) });
  return documentOf(facts, {
    dated: applied_on,
    first: [{ k: 'paragraph', text: intro, isQuiet: true }],
    last: section(m.document_section_evidence(), ...evidence(facts)),
  });
}

type ToSign = AmendmentFacts & {
  /** names what the paper says; staff enter the code with the signed paper */
  code: string;
  printed_on: PlainDate;
  /** the last day on which the office takes the paper */
  until: PlainDate;
};

/** The family signs this paper in place of accepting online (OF5.8). */
export function amendmentToSignDocument(facts: ToSign): PrintableDocument {
  const { code, until, printed_on, company } = facts;
  const intro = m.document_amendment_to_sign({ day: formatDate(until), phone: company.phone_main });
  return documentOf(facts, {
    dated: printed_on,
    first: [
      { k: 'paragraph', text: intro },
      { k: 'facts', facts: [{ label: m.document_amendment_code(), value: code }] },
    ],
    last: signatureBlocks(),
  });
}

const parties = (facts: AmendmentFacts): DocumentFact[] => [
  { label: m.document_contract_number(), value: facts.contract_number },
  { label: m.document_company(), value: facts.company.company_name },
  { label: m.document_parent(), value: `${quoted(fullName(facts.parent))}, ${facts.parent.email}` },
  { label: m.document_student(), value: quoted(fullName(facts.student)) },
  { label: m.document_period(), value: facts.period },
];

function changes({ changes: changed, counts_from, reason }: AmendmentFacts): DocumentFact[] {
  const shown = (text: string | null, isTyped: boolean) =>
    text === null ? m.document_none() : isTyped ? quoted(text) : text;
  return [
    ...changed.map(({ label, before, after, isTyped }) => ({
      label,
      value:
        before === null && after !== null && !isTyped
          ? after
          : m.document_from_to({ before: shown(before, isTyped), after: shown(after, isTyped) }),
    })),
    { label: m.document_counts_from(), value: formatDateWithWeekday(counts_from) },
    { label: m.document_reason(), value: reason },
  ];
}

/** A change of details has no part about money. */
function money(facts: AmendmentFacts): Block[] {
  const { before, after, difference_cents, days, fee_cents, not_asked_cents, refund, payments } = facts;
  if (before.year_cents === after.year_cents && difference_cents === 0) return [];
  const stops = payments.map(stopOf);
  return [
    ...section(m.document_section_price_before(), yearBlock(before)),
    ...section(m.document_section_price_after(), yearBlock(after)),
    ...section(
      m.document_section_difference(),
      {
        k: 'facts',
        facts: given([
          { label: m.document_days(), value: days && m.document_days_of({ left: days.left, all: days.all }) },
          { label: m.document_change_fee(), value: fee_cents > 0 ? formatMoney(fee_cents) : null },
          { label: m.document_difference(), value: formatMoney(difference_cents) },
          {
            label: m.document_refund(),
            value:
              refund && m.document_refund_by({ amount: formatMoney(refund.amount_cents), way: refund.way }),
          },
          {
            label: m.document_not_asked(),
            value: not_asked_cents > 0 ? formatMoney(not_asked_cents) : null,
          },
        ]),
      },
      ...(stops.length > 0 ? [{ k: 'line', stops } as const] : []),
    ),
  ];
}

const yearBlock = ({ lines, year_cents }: PaperYear): Block => ({
  k: 'amounts',
  head: { text: m.document_item(), amount: m.document_amount() },
  rows: lines.map(({ text, amount_cents }) => ({ text, amount: formatMoney(amount_cents) })),
  total: { text: m.document_year(), amount: formatMoney(year_cents) },
});

const stopOf = (payment: PlannedPayment): DocumentStop => ({
  label: plannedPaymentName(payment),
  detail: plannedPaymentText(payment),
  amount: formatMoney(payment.amount_cents ?? ZERO),
  isPassed: payment.what === 'cancelled',
});

function evidence({ accepted, parent, placed_by, texts, ...facts }: SignedAmendmentFacts): Block[] {
  const verify: Block = {
    k: 'paragraph',
    text: m.document_verify({ link: facts.verify_link }),
    isQuiet: true,
  };
  if (!accepted)
    return [{ k: 'paragraph', text: m.document_amendment_details({ staff: placed_by }) }, verify];
  const signer = { name: isolated(fullName(parent)), email: parent.email };
  const { paper } = accepted;
  const at = evidenceTime(facts.time_zone, accepted.at);
  return [
    {
      k: 'paragraph',
      text: paper ? onPaper(paper, signer) : m.document_amendment_accepted(signer),
    },
    {
      k: 'facts',
      facts: [
        ...(paper
          ? [...signingFacts(paper, { entered: at, page: paper.surge_page }), ...annexFacts(paper)]
          : [
              { label: m.document_evidence_when(), value: at },
              { label: m.document_evidence_ip(), value: accepted.ip },
              ...given([{ label: m.document_evidence_agent(), value: accepted.user_agent }]),
            ]),
        ...given([{ label: m.document_amendment_proposed_by(), value: placed_by }]),
        { label: m.document_amendment_hash(), value: accepted.text_hash },
        ...texts.map(({ title, text_hash }) => ({
          label: m.document_amendment_text_hash({ text: title }),
          value: text_hash,
        })),
      ],
    },
    { k: 'space' },
    verify,
  ];
}

const onPaper = ({ signed_on, seen_by }: SignedPaper, signer: { name: string; email: string }) =>
  m.document_amendment_on_paper({ ...signer, day: formatDate(signed_on), staff: seen_by });
