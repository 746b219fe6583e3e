import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { m } from '#i18n/messages.js';
import { cents, formatMoney, type Cents } from '#kit/money.ts';
import { formatDateTime } from '#kit/plain-date.ts';

/** A bank must not see other mails. */
export const MAILS_TO_SHOW: Readonly<Record<string, () => string>> = {
  'orders.order_confirmed': m.document_papers_mail_confirmed,
  'orders.acceptance_asked': m.document_papers_mail_acceptance,
  'orders.order_ended': m.document_papers_mail_ended,
  'orders.route_information': m.document_papers_mail_route,
  'billing.receipt': m.document_papers_mail_receipt,
  'billing.payment_received': m.document_papers_mail_receipt,
  'billing.payment_upcoming': m.document_papers_mail_upcoming,
  'billing.payment_changed': m.document_papers_mail_changed,
  'billing.later_changed': m.document_papers_mail_later_changed,
  'billing.payment_failed': m.document_papers_mail_failed,
  'billing.refund_issued': m.document_papers_mail_refund,
};

export type DisputedCharge = {
  order_id: number;
  gateway_ref: string;
  amount_cents: Cents;
  reason: string;
  opened_at: Date;
  due_at: Date | null;
  payment_number: number;
  principal_cents: Cents;
  surcharge_cents: Cents;
  charge_ref: string | null;
  charged_at: Date | null;
  brand: string;
  last_4: string;
};

export type AcceptanceToShow = {
  kind: 'contract' | 'ach' | 'surge';
  hash: string;
  file: string;
  accepted_at: Date;
  ip: string;
  user_agent: string;
  placed_by: string | null;
};

type Facts = {
  time_zone: string;
  charge: DisputedCharge;
  acceptances: readonly AcceptanceToShow[];
  mails: readonly { kind: string; sent_at: Date }[];
};

const kinds = {
  contract: m.document_papers_text_contract,
  ach: m.document_papers_text_ach,
  surge: m.document_papers_text_surge,
};

const byWhom = (placed_by: string | null) =>
  placed_by === null ? m.document_papers_accepted() : m.document_papers_placed({ name: placed_by });

/** Times are in company time and in UTC, because banks are elsewhere. */
export function papersText({ time_zone, charge, acceptances, mails }: Facts): string {
  const at: FormatTime = (instant) =>
    m.document_papers_time({ here: formatDateTime(time_zone, instant), utc: instant.toISOString() });
  return [
    m.document_papers_title({ ref: charge.gateway_ref }),
    m.document_papers_care(),
    '',
    ...chargeLines(charge, at),
    '',
    ...disputeLines(charge, at),
    '',
    m.document_papers_acceptances(),
    ...acceptances.flatMap((acceptance) => acceptanceLines(acceptance, at)),
    '',
    m.document_papers_mails(),
    ...mails.map(({ kind, sent_at }) => `- ${MAILS_TO_SHOW[kind]!()}, ${at(sent_at)}`),
    '',
  ].join('\r\n');
}

type FormatTime = (instant: Date) => string;

const line = (label: string, value: string) => `${label}: ${value}`;

function chargeLines(charge: DisputedCharge, at: FormatTime): string[] {
  const total = cents(charge.principal_cents + charge.surcharge_cents);
  return [
    m.document_papers_charge(),
    line(m.document_papers_order(), String(charge.order_id)),
    line(m.document_papers_payment(), String(charge.payment_number)),
    line(m.document_papers_ref(), charge.charge_ref ?? m.document_papers_unknown()),
    line(m.document_papers_card(), nameOfMethod(charge)),
    line(
      m.document_papers_charged(),
      charge.charged_at ? at(charge.charged_at) : m.document_papers_unknown(),
    ),
    line(m.document_papers_amount(), formatMoney(total)),
    line(m.document_papers_fee(), formatMoney(charge.surcharge_cents)),
  ];
}

const disputeLines = (charge: DisputedCharge, at: FormatTime): string[] => [
  m.document_papers_dispute(),
  line(m.document_papers_disputed(), formatMoney(charge.amount_cents)),
  line(m.document_papers_reason(), charge.reason),
  line(m.document_papers_opened(), at(charge.opened_at)),
  ...(charge.due_at ? [line(m.document_papers_due(), at(charge.due_at))] : []),
];

const acceptanceLines = (acceptance: AcceptanceToShow, at: FormatTime): string[] => [
  `- ${kinds[acceptance.kind]()}: ${acceptance.file}`,
  `  ${line(m.document_papers_sha(), acceptance.hash)}`,
  `  ${line(byWhom(acceptance.placed_by), at(acceptance.accepted_at))}`,
  `  ${line(m.document_papers_from(), `${acceptance.ip}, ${acceptance.user_agent}`)}`,
];
