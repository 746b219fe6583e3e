import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { formatDate, formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import type { TypeQuote } from '#modules/pricing/quoted-prices.ts';
import type { Block, PrintableDocument } from '#platform/pdf/printable-document.ts';
import { firstCheckInstructions, payeeFacts, type CheckInstructions } from './check-payee.ts';
import { peopleFacts, priceBlocks, rideFacts, section, type ContractFacts } from './contract-facts.ts';
import { letterheadOf } from './letterhead.ts';
import { lineColor } from './line-color.ts';

export type PrintedContractFacts = ContractFacts & {
  program_name: string;
  /** a draft of before has none */
  checks?: CheckInstructions;
  priced_on: PlainDate;
  price: TypeQuote;
  texts: readonly { kind: 'contract' | 'surge'; html: string }[];
};

type Printed = PrintedContractFacts & {
  code: string;
  /** the last day on which the office finds the draft by code */
  expires_on: PlainDate;
};

export function printedContractDocument(facts: Printed): PrintableDocument {
  const { code, company, school, priced_on } = facts;
  return {
    title: m.document_contract_title(),
    subject: m.document_printed_subject({ code }),
    author: company.company_name,
    dated: new Date(`${priced_on}T12:00:00Z`),
    color: lineColor(school),
    letterhead: letterheadOf(company),
    tag: school.text,
    foot: m.document_printed_foot({ code }),
    blocks: [
      { k: 'paragraph', text: m.document_printed_intro({ code }) },
      { k: 'facts', facts: [{ label: m.document_printed_code(), value: code }] },
      ...section(m.document_section_check(), ...check(facts)),
      ...section(m.document_section_parties(), { k: 'facts', facts: parties(facts) }),
      ...section(m.document_section_ride(), { k: 'facts', facts: rideFacts(facts) }),
      ...section(
        m.document_section_price_on({ day: formatDate(priced_on) }),
        ...priceBlocks(facts, m.document_due_with_contract()),
      ),
      ...section(m.document_section_schedule(), schedule(facts)),
      ...facts.texts.flatMap(({ kind, html }) => section(TEXTS[kind](), { k: 'html', html })),
      ...signatureBlocks(),
    ],
  };
}

const TEXTS = { contract: m.document_section_contract, surge: m.document_section_surge };

function check({ company, program_name, price, code, expires_on, ...facts }: Printed): Block[] {
  const due = price.due_today_cents;
  const checks = facts.checks ?? firstCheckInstructions(program_name);
  const note = checks.check_text;
  return [
    {
      k: 'facts',
      facts: [
        {
          label: m.document_check_amount(),
          value: due > 0 ? formatMoney(due) : m.contract_instructions_nothing_due(),
        },
        ...payeeFacts({ company, program: checks }),
        { label: m.document_check_memo(), value: code },
      ],
    },
    { k: 'space' },
    ...(note ? [{ k: 'paragraph', text: note } as const] : []),
    { k: 'paragraph', text: m.document_check_day(), isQuiet: true },
    {
      k: 'paragraph',
      text: m.document_printed_kept({ day: formatDate(expires_on), phone: company.phone_main }),
      isQuiet: true,
    },
  ];
}

const parties = (facts: ContractFacts) => [
  { label: m.document_company(), value: facts.company.company_name },
  ...peopleFacts(facts),
];

function schedule({ price: { due_today_cents, later } }: PrintedContractFacts): Block {
  return {
    k: 'line',
    stops: [
      {
        label: m.document_stop_with_contract(),
        detail: due_today_cents > 0 ? m.document_stop_by_check() : m.document_stop_nothing(),
        amount: formatMoney(due_today_cents),
        isPassed: false,
      },
      ...later.map(({ pay_on, amount_cents, surcharge_cents }) => ({
        label: formatDateWithWeekday(pay_on),
        detail:
          surcharge_cents > 0
            ? m.document_stop_due_fee({ fee: formatMoney(surcharge_cents) })
            : m.document_stop_due(),
        amount: formatMoney(amount_cents),
        isPassed: false,
      })),
    ],
  };
}

export function signatureBlocks(): Block[] {
  return section(
    m.document_section_signature(),
    { k: 'paragraph', text: m.document_signature_intro() },
    {
      k: 'blanks',
      blanks: [{ label: m.document_signature() }, { label: m.document_signature_date() }],
    },
  );
}
