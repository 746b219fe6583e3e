import { m } from '#i18n/messages.js';
import { formatMoney, sum, toPercent, type Cents } from '#kit/money.ts';
import { formatDate, formatDateTime, formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
import { isolated } from '#kit/text/isolated.ts';
import { capOfPrice, type PriceKey, type QuoteLine } from '#modules/pricing/quoted-prices.ts';
import type { SignedLater } from '#modules/pricing/price-snapshot.ts';
import type { Block, PrintableDocument, DocumentFact } from '#platform/pdf/printable-document.ts';
import {
  evidenceTime,
  given,
  TEXT_TITLES,
  peopleFacts,
  priceBlocks,
  rideFacts,
  section,
  type ContractFacts,
} from './contract-facts.ts';
import { letterheadOf } from './letterhead.ts';
import { lineColor } from './line-color.ts';
import { asTyped, quoted, type PrintTyped } from './quoted.ts';
import { annexFacts, signingFacts, type SignedPaper } from './signed-paper.ts';

/** O4 */
export type AcceptedText = {
  kind: 'contract' | 'ach' | 'surge';
  html: string;
  text_hash: string;
  /** false: the text was in force, and the signing client named no text (H10) */
  is_named: boolean;
  /** null if the family signed */
  placed_by: string | null;
  accepted_at: Date;
  ip: string;
  user_agent: string;
  /** the family's own acceptance of an order placed by staff (H10) */
  later: { accepted_at: Date; ip: string; user_agent: string } | null;
  /** `****6789`: the account of the authorized debits; null for other texts */
  account: string | null;
};

/** None can change after signing (O8). */
export type SignedContractFacts = ContractFacts & {
  order_id: number;
  /** 2 after the family's own acceptance of an order placed by staff */
  edition: number;
  contract_number: string;
  signed_on: PlainDate;
  paid_by: PriceKey;
  price: {
    lines: readonly QuoteLine[];
    due_today_cents: Cents;
    later: readonly SignedLater[];
    year_total_cents: Cents;
  };
  texts: readonly AcceptedText[];
  paper?: SignedPaper | undefined;
  time_zone: string;
  verify_link: string;
};

/**
 * A copy is printed anew in its first layout: older copies have no offset at the times of the evidence, and
 * no quotation marks around what the family typed.
 */
export type CopyLayout = { has_offsets: boolean; has_quotes: boolean };

export const COPY_LAYOUTS: readonly CopyLayout[] = [
  { has_offsets: true, has_quotes: true },
  { has_offsets: true, has_quotes: false },
  { has_offsets: false, has_quotes: false },
];

export function signedCopyDocument(
  facts: SignedContractFacts,
  { has_offsets, has_quotes }: CopyLayout = COPY_LAYOUTS[0]!,
): PrintableDocument {
  const print = has_quotes ? quoted : asTyped;
  const { contract_number, company, school, signed_on } = facts;
  return {
    title: m.document_contract_title(),
    subject: m.document_contract_subject({ number: contract_number }),
    author: company.company_name,
    dated: new Date(`${signed_on}T12:00:00Z`),
    color: lineColor(school),
    letterhead: letterheadOf(company),
    tag: school.text,
    foot: m.document_foot_contract({ number: contract_number }),
    blocks: [
      { k: 'paragraph', text: m.document_contract_intro({ day: formatDate(signed_on) }), isQuiet: true },
      ...section(m.document_section_parties(), { k: 'facts', facts: parties(facts, print) }),
      ...section(m.document_section_ride(), { k: 'facts', facts: rideFacts(facts, print) }),
      ...section(m.document_section_price(), ...priceBlocks(facts, m.document_due_at_signing())),
      ...section(m.document_section_schedule(), schedule(facts)),
      ...facts.texts.flatMap(({ kind, html }) => section(TEXT_TITLES[kind](), { k: 'html', html })),
      ...section(
        m.document_section_evidence(),
        ...evidence(facts, evidenceTimes(facts, has_offsets), has_quotes),
      ),
    ],
  };
}

const METHODS: Partial<Record<PriceKey, () => string>> = {
  paymentTypeCreditCard: m.document_by_card,
  debit_card: m.document_by_debit_card,
  paymentTypeAch: m.document_by_bank,
  paymentTypeCheck: m.document_by_check,
  paymentTypeCash: m.document_by_cash,
};

function methodText(paid_by: PriceKey): string {
  const cap = capOfPrice(paid_by);
  if (cap === undefined) return (METHODS[paid_by] ?? m.document_by_other)();
  return cap === 0
    ? m.document_by_card_without_fee()
    : m.document_by_card_at_most({ percent: toPercent(cap) });
}

function parties(facts: SignedContractFacts, print: PrintTyped): DocumentFact[] {
  return [
    { label: m.document_contract_number(), value: facts.contract_number },
    { label: m.document_order_number(), value: String(facts.order_id) },
    { label: m.document_company(), value: facts.company.company_name },
    ...peopleFacts(facts, print),
  ];
}

function schedule({
  signed_on,
  paid_by,
  texts,
  paper,
  price: { due_today_cents, later },
}: SignedContractFacts): Block {
  // The debit terms say "the account named above", so the account is named here.
  const account = texts.find(({ kind }) => kind === 'ach')?.account;
  const method = account ? m.document_by_bank_account({ account }) : methodText(paid_by);
  return {
    k: 'line',
    stops: [
      {
        label: m.document_stop_signed({ day: formatDateWithWeekday(signed_on) }),
        detail: paid_by === 'paymentTypeNone' ? m.document_stop_free() : m.document_stop_paid_by({ method }),
        amount: formatMoney(due_today_cents),
        isPassed: true,
      },
      ...later.map((charge) => ({ ...scheduledStop(charge, paper !== undefined), isPassed: false })),
    ],
  };
}

function scheduledStop(
  { pay_on, amount_cents, surcharge_cents, by, method }: SignedLater,
  isOnPaper: boolean,
) {
  const label = formatDateWithWeekday(pay_on);
  const fee = formatMoney(surcharge_cents);
  // As the paper says.
  if (by === null && isOnPaper)
    return { label, detail: m.document_stop_due(), amount: formatMoney(amount_cents) };
  // Older contracts name no method: the sum excludes the fee, and the fee is printed beside.
  if (by === null) {
    const detail = surcharge_cents > 0 ? m.document_stop_scheduled_fee({ fee }) : m.document_stop_scheduled();
    return { label, detail, amount: formatMoney(amount_cents) };
  }
  const to = method ?? m.document_by_other();
  const detail =
    surcharge_cents > 0
      ? m.document_stop_charged_fee({ method: to, amount: formatMoney(amount_cents), fee })
      : m.document_stop_charged({ method: to });
  return { label, detail, amount: formatMoney(sum([amount_cents, surcharge_cents])) };
}

const isAccepted = ({ is_named, placed_by }: AcceptedText) => is_named && placed_by === null;

function evidenceIntro(texts: readonly AcceptedText[], signer: { name: string; email: string }): string {
  const staff = texts.find(({ placed_by }) => placed_by !== null)?.placed_by;
  if (staff && texts.every(({ later }) => later !== null))
    return m.document_evidence_by_staff_accepted({ staff, ...signer });
  if (staff) return m.document_evidence_by_staff({ staff, ...signer });
  return texts.every(isAccepted) ? m.document_evidence_intro(signer) : m.document_evidence_not_named(signer);
}

type TimeText = (instant: Date) => string;

/** When a text was accepted. */
const evidenceTimes =
  ({ time_zone: zone }: SignedContractFacts, has_offsets: boolean): TimeText =>
  (instant) =>
    has_offsets
      ? evidenceTime(zone, instant)
      : m.document_evidence_zone({ at: formatDateTime(zone, instant), zone });

function laterFacts({ later }: AcceptedText, timeText: TimeText): DocumentFact[] {
  if (!later) return [];
  return given([
    { label: m.document_evidence_by_parent(), value: timeText(later.accepted_at) },
    { label: m.document_evidence_ip(), value: later.ip },
    { label: m.document_evidence_agent(), value: later.user_agent },
  ]);
}

function paperEvidence(
  { texts, paper, verify_link }: Pick<SignedContractFacts, 'texts' | 'verify_link'> & { paper: SignedPaper },
  signer: { name: string; email: string },
  timeText: TimeText,
): Block[] {
  const day = formatDate(paper.signed_on);
  const { seen_by: staff, surge_page } = paper;
  const blocks = texts.map((text): Block => ({
    k: 'facts',
    facts: [
      { label: m.document_evidence_text(), value: TEXT_TITLES[text.kind]() },
      ...signingFacts(paper, {
        entered: timeText(text.accepted_at),
        page: text.kind === 'surge' ? surge_page : null,
      }),
      { label: m.document_evidence_hash(), value: text.text_hash },
    ],
  }));
  const annex: Block = { k: 'facts', facts: annexFacts(paper) };
  return [
    { k: 'paragraph', text: m.document_evidence_on_paper({ ...signer, day, staff }) },
    ...[...blocks, annex].flatMap((block): Block[] => [block, { k: 'space' }]),
    { k: 'paragraph', text: m.document_verify({ link: verify_link }), isQuiet: true },
  ];
}

function evidence(
  { texts, parent, paper, verify_link }: SignedContractFacts,
  timeText: TimeText,
  has_isolates: boolean,
): Block[] {
  const name = has_isolates ? isolated(fullName(parent)) : fullName(parent);
  if (paper) return paperEvidence({ texts, paper, verify_link }, { name, email: parent.email }, timeText);
  const accepted = texts.map((text): Block => ({
    k: 'facts',
    facts: [
      {
        label: isAccepted(text) ? m.document_evidence_text() : m.document_evidence_text_in_force(),
        value: TEXT_TITLES[text.kind](),
      },
      {
        label: isAccepted(text) ? m.document_evidence_when() : m.document_evidence_signed(),
        value: timeText(text.accepted_at),
      },
      { label: m.document_evidence_ip(), value: text.ip },
      ...given([
        { label: m.document_evidence_placed_by(), value: text.placed_by },
        { label: m.document_evidence_agent(), value: text.user_agent },
        { label: m.document_evidence_account(), value: text.account },
      ]),
      { label: m.document_evidence_hash(), value: text.text_hash },
      ...laterFacts(text, timeText),
    ],
  }));
  return [
    { k: 'paragraph', text: evidenceIntro(texts, { name, email: parent.email }) },
    ...accepted.flatMap((block): Block[] => [block, { k: 'space' }]),
    { k: 'paragraph', text: m.document_verify({ link: verify_link }), isQuiet: true },
  ];
}
