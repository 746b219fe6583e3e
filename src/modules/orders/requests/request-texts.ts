import { m } from '#i18n/messages.js';
import { centsFromDollars, formatMoney, sum } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import { escapeText } from '#kit/text/escape-html.ts';
import type { PeriodProgram } from '#modules/catalog/routes/routes.contract.ts';
import type { RefundType } from '#modules/orders/order-requests.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import type { RequestState } from '#modules/orders/request.states.ts';
import type { RequestBlockReason, RequestWindow } from '#modules/orders/reading/request-window.ts';

export type RequestKind = 'refund' | 'reassign';

type Words = Record<Exclude<RequestBlockReason, 'over'>, () => string> & {
  over: (day: { day: string }) => string;
};

const blockReasonTexts: Record<RequestKind, Words> = {
  refund: {
    made: m.server_refund_requested,
    inactive: m.server_request_inactive,
    closed: m.server_refund_closed,
    not_offered: m.server_refund_not_offered,
    over: m.server_refund_over,
    unpaid: m.server_request_unpaid,
  },
  reassign: {
    made: m.server_reassign_approved,
    inactive: m.server_request_inactive,
    closed: m.server_reassign_closed,
    not_offered: m.server_reassign_closed,
    over: m.server_reassign_over,
    unpaid: m.server_request_unpaid,
  },
};

export function blockReasonText(
  kind: RequestKind,
  blockReason: RequestBlockReason,
  { cutoff }: RequestWindow,
): string {
  return blockReasonTexts[kind][blockReason]({ day: cutoff ? formatDate(cutoff) : '' });
}

/** R2 */
export const refundChoices: Record<RefundType, { label: () => string; text: () => string }> = {
  0: { label: m.contract_refund_check, text: m.contract_refund_check_text },
  1: { label: m.contract_refund_fund, text: m.contract_refund_fund_text },
};

export const REQUEST_STATE_TEXTS: Record<RequestState, () => string> = {
  requested: m.contract_refund_step_requested,
  in_work: m.contract_refund_step_in_work,
  under_way: m.contract_refund_step_under_way,
  finished: m.contract_refund_step_finished,
  declined: m.contract_refund_step_declined,
};

export const refundStateText = (state: RequestState): string => REQUEST_STATE_TEXTS[state]();

export type AgreedText = { title: string; paragraphs: string[] };

export const refundText = (type: RefundType): AgreedText => ({
  title: refundChoices[type].label(),
  paragraphs: [refundChoices[type].text()],
});

type Reassigned = {
  contract_number: string | null;
  program: string;
  period: string;
  company: string;
};

export function reassignedOf({
  order_detail: { contract },
  request_windows,
}: Pick<Order, 'order_detail' | 'request_windows'>): Reassigned {
  const { program, period } = contract.contract_detail;
  return {
    contract_number: contract.contract_number,
    program: program.text,
    period: period.text,
    company: request_windows.reassign.company ?? '',
  };
}

/** R3 */
export function reassignText({ contract_number, program, period, company }: Reassigned): AgreedText {
  const number = contract_number ?? '';
  return {
    title: m.contract_reassign_text_title({ number }),
    paragraphs: [
      m.contract_reassign_text_parties({ number, program, period, company }),
      m.contract_reassign_text_amendment({ company }),
      m.contract_reassign_text_novation({ company }),
      m.contract_reassign_text_payments(),
      m.contract_reassign_text_consent(),
    ],
  };
}

type Rule = Pick<PeriodProgram['payment_type_surcharges'][number], 'amount_flat' | 'amount_percentage'> & {
  payment_type: { key: string };
};

export function bankFeeText(surcharges: readonly Rule[]): string {
  const rules = surcharges.filter((rule) => rule.payment_type.key === 'paymentTypeAch');
  const flatCents = sum(rules.map((rule) => centsFromDollars(rule.amount_flat ?? 0)));
  const percent = rules.reduce((total, rule) => total + (rule.amount_percentage ?? 0), 0);
  const flat = formatMoney(flatCents);
  if (flatCents === 0 && percent === 0) return m.contract_instructions_bank_free();
  if (percent === 0) return m.contract_instructions_bank_flat({ flat });
  if (flatCents === 0) return m.contract_instructions_bank_percent({ percent });
  return m.contract_instructions_bank_both({ flat, percent });
}

/** A text kept as HTML must never run. */
export function htmlOf({ title, paragraphs }: AgreedText): string {
  return [`<h2>${escapeText(title)}</h2>`, ...paragraphs.map((text) => `<p>${escapeText(text)}</p>`)].join(
    '',
  );
}
