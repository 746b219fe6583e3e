import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { formatDate, plainDate } from '#kit/plain-date.ts';
import { letterheadOf, placeOf, type Company } from '#modules/documents/letterhead.ts';
import { lineColor } from '#modules/documents/line-color.ts';
import { printedName } from '#modules/documents/printed-words.ts';
import { quoted } from '#modules/documents/quoted.ts';
import type { Block, PrintableDocument } from '#platform/pdf/printable-document.ts';
import type { StatementChild, StatementContract, StatementEntry } from './statement.ts';

export type StatementSubject = {
  order_id: number;
  student_id: number;
  student: string;
  contract_number: string | null;
  school: string;
  school_path: string;
  division: Company & { tax_id: string | null };
};

export type StatementFacts = {
  year: number;
  family: { name: string; place: readonly string[] };
  children: StatementChild<StatementSubject>[];
  total_cents: Cents;
};

/** `Payment 2, 10/01/2026, Visa ****4242. $2,150.00 and a card fee of $64.50.` */
export function entryText(entry: StatementEntry): string {
  const { payment_number, day, method, principal_cents, fee_cents, given_back } = entry;
  const name =
    payment_number === null
      ? m.statement_money_moved({ day: formatDate(day), method })
      : m.statement_payment({ n: payment_number, day: formatDate(day), method });
  const paid =
    fee_cents > 0
      ? m.statement_with_fee({ principal: formatMoney(principal_cents), fee: formatMoney(fee_cents) })
      : m.statement_principal({ principal: formatMoney(principal_cents) });
  const back = given_back.map((one) =>
    (one.is_refund ? m.statement_refunded : m.statement_returned)({
      amount: formatMoney(one.amount_cents),
      day: formatDate(one.day),
    }),
  );
  return [name, ...(principal_cents + fee_cents > 0 ? [paid] : []), ...back].join(' ');
}

function contractBlocks({ division, ...contract }: StatementContract<StatementSubject>): Block[] {
  return [
    {
      k: 'facts',
      facts: [
        { label: m.document_contract_number(), value: contract.contract_number ?? '' },
        { label: m.statement_school(), value: contract.school },
        {
          label: m.statement_company(),
          value: [
            division.company_name,
            ...placeOf({ ...division, address: division.address_1, apt: null }),
          ].join(', '),
        },
        ...(division.tax_id ? [{ label: m.statement_tax_id(), value: division.tax_id }] : []),
      ],
    },
    {
      k: 'amounts',
      head: { text: m.document_item(), amount: m.document_amount() },
      rows: contract.entries.map((entry) => ({
        text: entryText(entry),
        amount: formatMoney(entry.total_cents),
      })),
      total: { text: m.statement_of_contract(), amount: formatMoney(contract.total_cents) },
    },
    { k: 'space' },
  ];
}

/** No care text and no birth date; what a family typed stands in quotation marks (RP4.2, MH16). */
export function statementDocument({
  year,
  family,
  children,
  total_cents,
}: StatementFacts): PrintableDocument {
  const { division, school_path, school } = children[0]!.contracts[0]!;
  const name = printedName(family.name, m.statement_family());
  return {
    title: m.statement_title({ year }),
    subject: m.statement_title({ year }),
    author: division.company_name,
    dated: new Date(`${plainDate(`${year}-12-31`)}T12:00:00Z`),
    color: lineColor({ path: school_path }),
    letterhead: letterheadOf(division),
    tag: school,
    foot: m.statement_title({ year }),
    blocks: [
      {
        k: 'facts',
        facts: [
          { label: m.document_parent(), value: quoted(name) },
          { label: m.document_address(), value: quoted(family.place.join(', ')) },
          { label: m.statement_total({ year }), value: formatMoney(total_cents) },
        ],
      },
      ...children.flatMap((child): Block[] => [
        {
          k: 'heading',
          text: m.statement_of_child({
            student: quoted(printedName(child.student, m.document_student_unnamed())),
            total: formatMoney(child.total_cents),
          }),
        },
        ...child.contracts.flatMap(contractBlocks),
      ]),
      { k: 'paragraph', text: m.document_receipt_questions({ phone: division.phone_main }), isQuiet: true },
    ],
  };
}
