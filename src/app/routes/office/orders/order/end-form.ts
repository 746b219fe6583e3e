import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { formatDate, parseUsDate, type PlainDate } from '#kit/plain-date.ts';
import type { RefundChannel } from '#modules/billing/refunds/refund.states.ts';
import type { Ending } from '#modules/orders/staff/end-contract.contract.ts';
import type { EndContractBody } from '#modules/orders/staff/end-contract.shapes.ts';
import { typedAmount } from '#app/forms/typed-amount.ts';

/** As typed. */
export type EndForm = {
  reason: string;
  ended_on: string;
  money: 'nothing' | 'everything' | 'part';
  refund: { amount_cents: string; way: RefundChannel; reference: string };
  is_aid_spent: boolean;
};

export const endFormOf = (today: PlainDate): EndForm => ({
  reason: '',
  ended_on: formatDate(today),
  money: 'nothing',
  refund: { amount_cents: '', way: 'processor', reference: '' },
  is_aid_spent: false,
});

type Money = EndContractBody['refund'];

/** undefined while the amount cannot be read */
export function moneyOf({ money, refund }: Pick<EndForm, 'money' | 'refund'>): Money | undefined {
  const { way } = refund;
  const reference = way === 'check' ? refund.reference.trim() || null : null;
  if (money === 'nothing') return null;
  if (money === 'everything') return { amount_cents: null, way, reference };
  const amount_cents = typedAmount(refund.amount_cents);
  return amount_cents === undefined ? undefined : { amount_cents, way, reference };
}

/** A day that cannot be read is sent as it is, and the server names the field. */
export const endBodyOf = (form: EndForm, refund: Money, seen: string): EndContractBody => ({
  reason: form.reason.trim(),
  ended_on: parseUsDate(form.ended_on.trim()) ?? (form.ended_on.trim() as PlainDate),
  is_aid_spent: form.is_aid_spent,
  refund,
  seen,
});

const WAYS: Record<RefundChannel, () => string> = {
  processor: m.document_way_processor,
  check: m.document_way_check,
  driver_fund: m.document_way_driver_fund,
};

const canceledText = (n: number): string => {
  if (n === 0) return m.order_end_canceled_none();
  return n === 1 ? m.order_end_canceled_one() : m.order_end_canceled({ n });
};

/** `2 payments are canceled, the seat on Round trip is free, $500.00 goes back by check.` */
export function endSentence({
  canceled,
  line,
  refund,
}: Pick<Ending, 'canceled' | 'line' | 'refund'>): string {
  const payments = canceledText(canceled.length);
  if (!refund) return m.order_end_sentence({ payments, line });
  const amount = formatMoney(cents(refund.amount_cents));
  return m.order_end_sentence_money({ payments, line, amount, way: WAYS[refund.way]() });
}
