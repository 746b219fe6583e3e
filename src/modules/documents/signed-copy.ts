import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { formatDate, formatDateTime, formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import type { LaterCharge, PaymentTypeKey, QuoteLine } from '#modules/pricing/pricing.contract.ts';
import type { Block, PrintableDocument, DocumentFact } from '#platform/pdf/printable-document.ts';
import { letterheadOf, placeOf, type Company } from './letterhead.ts';
import { lineColor } from './line-color.ts';

type Person = { first_name: string; last_name: string };

/** One accepted text with its evidence (O4). */
export type AcceptedText = {
  kind: 'contract' | 'ach' | 'surge';
  html: string;
  /** hex */
  text_hash: string;
  accepted_at: Date;
  ip: string;
  user_agent: string;
  /** `****6789`: the account whose debits were authorised; null with other texts */
  account: string | null;
};

/** A contract as it was signed: what its paper says, and nothing that can change afterwards (O8). */
export type SignedContractFacts = {
  order_id: number;
  contract_number: string;
  signed_on: PlainDate;
  company: Company;
  parent: Person & { email: string };
  student: Person & Parameters<typeof placeOf>[0];
  guardians: readonly string[];
  school: { path: string; text: string };
  program: string;
  period: string;
  grade: string | null;
  route: string;
  addons: readonly string[];
  pickup: string | null;
  special_request: string | null;
  term: string;
  aid: { code: string; amount: Cents } | null;
  paid_by: PaymentTypeKey;
  price: {
    lines: readonly QuoteLine[];
    due_today_cents: Cents;
    later: readonly LaterCharge[];
    year_total_cents: Cents;
  };
  texts: readonly AcceptedText[];
  time_zone: string;
  /** where a stranger checks the paper */
  verify_link: string;
};

/**
 * The signed copy of a contract: parties, ride, price, schedule, texts, and who accepted them when and from
 * where.
 */
export function signedCopyDocument(facts: SignedContractFacts): PrintableDocument {
  const { contract_number, company, school, signed_on } = facts;
  return {
    title: m.paper_contract_title(),
    subject: m.paper_contract_subject({ number: contract_number }),
    author: company.company_name,
    dated: new Date(`${signed_on}T12:00:00Z`),
    color: lineColor(school.path),
    letterhead: letterheadOf(company),
    tag: school.text,
    foot: m.paper_foot_contract({ number: contract_number }),
    blocks: [
      { k: 'paragraph', text: m.paper_contract_intro({ day: formatDate(signed_on) }), isQuiet: true },
      ...section(m.paper_section_parties(), { k: 'facts', facts: parties(facts) }),
      ...section(m.paper_section_ride(), { k: 'facts', facts: ride(facts) }),
      ...section(m.paper_section_price(), ...price(facts)),
      ...section(m.paper_section_schedule(), schedule(facts)),
      ...facts.texts.flatMap(({ kind, html }) => section(SECTIONS[kind](), { k: 'html', html })),
      ...section(m.paper_section_evidence(), ...evidence(facts)),
    ],
  };
}

const SECTIONS = {
  contract: m.paper_section_contract,
  ach: m.paper_section_ach,
  surge: m.paper_section_surge,
};

const METHODS: Partial<Record<PaymentTypeKey, () => string>> = {
  paymentTypeCreditCard: m.paper_by_card,
  paymentTypeAch: m.paper_by_bank,
};

const section = (text: string, ...blocks: Block[]): Block[] => [{ k: 'heading', text }, ...blocks];
const personName = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`;
const given = (facts: readonly { label: string; value: string | null }[]): DocumentFact[] =>
  facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []));

function parties({
  contract_number,
  order_id,
  company,
  parent,
  guardians,
}: SignedContractFacts): DocumentFact[] {
  return given([
    { label: m.paper_contract_number(), value: contract_number },
    { label: m.paper_order_number(), value: String(order_id) },
    { label: m.paper_company(), value: company.company_name },
    { label: m.paper_parent(), value: `${personName(parent)}, ${parent.email}` },
    { label: m.paper_guardians(), value: guardians.join(', ') },
  ]);
}

function ride(facts: SignedContractFacts): DocumentFact[] {
  return given([
    { label: m.paper_student(), value: personName(facts.student) },
    { label: m.paper_address(), value: placeOf(facts.student).join(', ') },
    { label: m.paper_school(), value: facts.school.text },
    { label: m.paper_program(), value: facts.program },
    { label: m.paper_period(), value: facts.period },
    { label: m.paper_grade(), value: facts.grade },
    { label: m.paper_route(), value: facts.route },
    { label: m.paper_addons(), value: facts.addons.join(', ') },
    { label: m.paper_pickup(), value: facts.pickup },
    { label: m.paper_request(), value: facts.special_request },
  ]);
}

function price({
  term,
  aid,
  price: { lines, due_today_cents, year_total_cents },
}: SignedContractFacts): Block[] {
  return [
    {
      k: 'facts',
      facts: given([
        { label: m.paper_term(), value: term },
        {
          label: m.paper_aid(),
          value: aid && m.paper_aid_value({ amount: formatMoney(aid.amount), code: aid.code }),
        },
      ]),
    },
    {
      k: 'amounts',
      head: { text: m.paper_item(), amount: m.paper_amount() },
      rows: lines.map(({ text, amount_cents }) => ({ text, amount: formatMoney(amount_cents) })),
      total: { text: m.paper_due_at_signing(), amount: formatMoney(due_today_cents) },
    },
    { k: 'paragraph', text: m.paper_year_total({ total: formatMoney(year_total_cents) }), isQuiet: true },
  ];
}

function schedule({
  signed_on,
  paid_by,
  texts,
  price: { due_today_cents, later },
}: SignedContractFacts): Block {
  // The terms of debits speak of the account named above: here it is.
  const account = texts.find(({ kind }) => kind === 'ach')?.account;
  const method = account ? m.paper_by_bank_account({ account }) : (METHODS[paid_by] ?? m.paper_by_other)();
  return {
    k: 'line',
    stops: [
      {
        label: m.paper_stop_signed({ day: formatDateWithWeekday(signed_on) }),
        detail: paid_by === 'paymentTypeNone' ? m.paper_stop_free() : m.paper_stop_paid_by({ method }),
        amount: formatMoney(due_today_cents),
        isPassed: true,
      },
      ...later.map(({ pay_on, amount_cents, surcharge_cents }) => ({
        label: formatDateWithWeekday(pay_on),
        detail:
          surcharge_cents > 0
            ? m.paper_stop_scheduled_fee({ fee: formatMoney(surcharge_cents) })
            : m.paper_stop_scheduled(),
        amount: formatMoney(amount_cents),
        isPassed: false,
      })),
    ],
  };
}

function evidence({ texts, parent, time_zone, verify_link }: SignedContractFacts): Block[] {
  const accepted = texts.map((text): Block => ({
    k: 'facts',
    facts: [
      { label: m.paper_evidence_text(), value: SECTIONS[text.kind]() },
      {
        label: m.paper_evidence_when(),
        value: m.paper_evidence_zone({ at: formatDateTime(time_zone, text.accepted_at), zone: time_zone }),
      },
      { label: m.paper_evidence_ip(), value: text.ip },
      ...given([
        { label: m.paper_evidence_agent(), value: text.user_agent },
        { label: m.paper_evidence_account(), value: text.account },
      ]),
      { label: m.paper_evidence_hash(), value: text.text_hash },
    ],
  }));
  return [
    { k: 'paragraph', text: m.paper_evidence_intro({ name: personName(parent), email: parent.email }) },
    ...accepted.flatMap((block): Block[] => [block, { k: 'space' }]),
    { k: 'paragraph', text: m.paper_verify({ link: verify_link }), isQuiet: true },
  ];
}
