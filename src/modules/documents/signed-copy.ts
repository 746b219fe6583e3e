import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { formatDate, formatDateTime, formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
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
  /** `****6789`: the account whose debits were authorized; null with other texts */
  account: string | null;
};

/** A contract as it was signed: what its signed copy says, and nothing that can change afterwards (O8). */
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
  /** where anyone checks the document */
  verify_link: string;
};

/**
 * The signed copy of a contract: parties, ride, price, schedule, texts, and who accepted them when and from
 * where.
 */
export function signedCopyDocument(facts: SignedContractFacts): PrintableDocument {
  const { contract_number, company, school, signed_on } = facts;
  return {
    title: m.document_contract_title(),
    subject: m.document_contract_subject({ number: contract_number }),
    author: company.company_name,
    dated: new Date(`${signed_on}T12:00:00Z`),
    color: lineColor(school.path),
    letterhead: letterheadOf(company),
    tag: school.text,
    foot: m.document_foot_contract({ number: contract_number }),
    blocks: [
      { k: 'paragraph', text: m.document_contract_intro({ day: formatDate(signed_on) }), isQuiet: true },
      ...section(m.document_section_parties(), { k: 'facts', facts: parties(facts) }),
      ...section(m.document_section_ride(), { k: 'facts', facts: ride(facts) }),
      ...section(m.document_section_price(), ...price(facts)),
      ...section(m.document_section_schedule(), schedule(facts)),
      ...facts.texts.flatMap(({ kind, html }) => section(SECTIONS[kind](), { k: 'html', html })),
      ...section(m.document_section_evidence(), ...evidence(facts)),
    ],
  };
}

const SECTIONS = {
  contract: m.document_section_contract,
  ach: m.document_section_ach,
  surge: m.document_section_surge,
};

const METHODS: Partial<Record<PaymentTypeKey, () => string>> = {
  paymentTypeCreditCard: m.document_by_card,
  paymentTypeAch: m.document_by_bank,
};

const section = (text: string, ...blocks: Block[]): Block[] => [{ k: 'heading', text }, ...blocks];
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
    { label: m.document_contract_number(), value: contract_number },
    { label: m.document_order_number(), value: String(order_id) },
    { label: m.document_company(), value: company.company_name },
    { label: m.document_parent(), value: `${fullName(parent)}, ${parent.email}` },
    { label: m.document_guardians(), value: guardians.join(', ') },
  ]);
}

function ride(facts: SignedContractFacts): DocumentFact[] {
  return given([
    { label: m.document_student(), value: fullName(facts.student) },
    { label: m.document_address(), value: placeOf(facts.student).join(', ') },
    { label: m.document_school(), value: facts.school.text },
    { label: m.document_program(), value: facts.program },
    { label: m.document_period(), value: facts.period },
    { label: m.document_grade(), value: facts.grade },
    { label: m.document_route(), value: facts.route },
    { label: m.document_addons(), value: facts.addons.join(', ') },
    { label: m.document_pickup(), value: facts.pickup },
    { label: m.document_request(), value: facts.special_request },
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
        { label: m.document_term(), value: term },
        {
          label: m.document_aid(),
          value: aid && m.document_aid_value({ amount: formatMoney(aid.amount), code: aid.code }),
        },
      ]),
    },
    {
      k: 'amounts',
      head: { text: m.document_item(), amount: m.document_amount() },
      rows: lines.map(({ text, amount_cents }) => ({ text, amount: formatMoney(amount_cents) })),
      total: { text: m.document_due_at_signing(), amount: formatMoney(due_today_cents) },
    },
    { k: 'paragraph', text: m.document_year_total({ total: formatMoney(year_total_cents) }), isQuiet: true },
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
  const method = account
    ? m.document_by_bank_account({ account })
    : (METHODS[paid_by] ?? m.document_by_other)();
  return {
    k: 'line',
    stops: [
      {
        label: m.document_stop_signed({ day: formatDateWithWeekday(signed_on) }),
        detail: paid_by === 'paymentTypeNone' ? m.document_stop_free() : m.document_stop_paid_by({ method }),
        amount: formatMoney(due_today_cents),
        isPassed: true,
      },
      ...later.map(({ pay_on, amount_cents, surcharge_cents }) => ({
        label: formatDateWithWeekday(pay_on),
        detail:
          surcharge_cents > 0
            ? m.document_stop_scheduled_fee({ fee: formatMoney(surcharge_cents) })
            : m.document_stop_scheduled(),
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
      { label: m.document_evidence_text(), value: SECTIONS[text.kind]() },
      {
        label: m.document_evidence_when(),
        value: m.document_evidence_zone({ at: formatDateTime(time_zone, text.accepted_at), zone: time_zone }),
      },
      { label: m.document_evidence_ip(), value: text.ip },
      ...given([
        { label: m.document_evidence_agent(), value: text.user_agent },
        { label: m.document_evidence_account(), value: text.account },
      ]),
      { label: m.document_evidence_hash(), value: text.text_hash },
    ],
  }));
  return [
    { k: 'paragraph', text: m.document_evidence_intro({ name: fullName(parent), email: parent.email }) },
    ...accepted.flatMap((block): Block[] => [block, { k: 'space' }]),
    { k: 'paragraph', text: m.document_verify({ link: verify_link }), isQuiet: true },
  ];
}
