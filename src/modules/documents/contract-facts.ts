import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { formatDateTime, offsetIn } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { QuoteLine } from '#modules/pricing/quoted-prices.ts';
import type { Block, DocumentFact } from '#platform/pdf/printable-document.ts';
import { placeOf, type Company } from './letterhead.ts';
import type { SchoolOfPaper } from './line-color.ts';
import { quoted, type PrintTyped } from './quoted.ts';

type Person = { first_name: string; last_name: string };

export type ContractFacts = {
  company: Company;
  parent: Person & { email: string };
  student: Person & Parameters<typeof placeOf>[0];
  guardians: readonly string[];
  school: SchoolOfPaper;
  program: string;
  period: string;
  grade: string | null;
  route: string;
  addons: readonly string[];
  pickup: string | null;
  special_request: string | null;
  term: string;
  aid: { code: string; amount: Cents } | null;
};

/** What an accepted text is called on a paper. */
export const TEXT_TITLES = {
  contract: m.document_section_contract,
  ach: m.document_section_ach,
  surge: m.document_section_surge,
};

/** With the offset, without doubt in the night in which clocks go back (O4). */
export const evidenceTime = (zone: string, instant: Date): string =>
  m.document_evidence_time({ at: formatDateTime(zone, instant), zone, offset: offsetIn(zone, instant) });

export const section = (text: string, ...blocks: Block[]): Block[] => [{ k: 'heading', text }, ...blocks];

export const given = (facts: readonly { label: string; value: string | null }[]): DocumentFact[] =>
  facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []));

export function rideFacts(facts: ContractFacts, print: PrintTyped = quoted): DocumentFact[] {
  return given([
    { label: m.document_student(), value: print(fullName(facts.student)) },
    { label: m.document_address(), value: print(placeOf(facts.student).join(', ')) },
    { label: m.document_school(), value: facts.school.text },
    { label: m.document_program(), value: facts.program },
    { label: m.document_period(), value: facts.period },
    { label: m.document_grade(), value: facts.grade },
    { label: m.document_route(), value: facts.route },
    { label: m.document_addons(), value: facts.addons.join(', ') },
    { label: m.document_pickup(), value: facts.pickup },
    { label: m.document_request(), value: facts.special_request && print(facts.special_request) },
  ]);
}

/** Parent and guardians, by the names they typed. */
export const peopleFacts = (
  { parent, guardians }: Pick<ContractFacts, 'parent' | 'guardians'>,
  print: PrintTyped = quoted,
): DocumentFact[] =>
  given([
    { label: m.document_parent(), value: `${print(fullName(parent))}, ${parent.email}` },
    { label: m.document_guardians(), value: guardians.map(print).join(', ') },
  ]);

type Priced = Pick<ContractFacts, 'term' | 'aid'> & {
  price: { lines: readonly QuoteLine[]; due_today_cents: Cents; year_total_cents: Cents };
};

export function priceBlocks({ term, aid, price }: Priced, total: string): Block[] {
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
      rows: price.lines.map(({ text, amount_cents }) => ({ text, amount: formatMoney(amount_cents) })),
      total: { text: total, amount: formatMoney(price.due_today_cents) },
    },
    {
      k: 'paragraph',
      text: m.document_year_total({ total: formatMoney(price.year_total_cents) }),
      isQuiet: true,
    },
  ];
}
