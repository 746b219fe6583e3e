import { subtract, sum, ZERO, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { PAYMENT_SURCHARGE } from '#modules/billing/billing.contract.ts';

type PaymentFacts = {
  amount_cents: Cents;
  pay_on: PlainDate;
  isPaid: boolean;
  isCanceled: boolean;
  is_surplus: boolean;
};
type TransactionFacts = {
  is_success: boolean;
  is_credit: boolean;
  description_detail: string | null;
  value_cents: Cents;
};

export type OrderTotals = { totalCents: Cents; dueCents: Cents; nextPaymentOn: PlainDate | null };

/**
 * @param rows  canceled rows do not count, nor what came above all that was due (MC12)
 * @param lines  the surcharge of a returned debit no longer counts
 * @returns total = live rows + surcharges charged until now; due = live rows without paid_at; next = earliest
 *   unpaid pay_on
 * Source: M2
 */
export function orderTotals(rows: readonly PaymentFacts[], lines: readonly TransactionFacts[]): OrderTotals {
  const live = rows.filter((row) => !row.isCanceled && !row.is_surplus);
  const unpaid = live.filter((row) => !row.isPaid);
  const surcharges = lines
    .filter((line) => line.is_success && line.description_detail === PAYMENT_SURCHARGE)
    .map((line) => (line.is_credit ? subtract(ZERO, line.value_cents) : line.value_cents));
  return {
    totalCents: sum([...live.map((row) => row.amount_cents), ...surcharges]),
    dueCents: unpaid.length === 0 ? ZERO : sum(unpaid.map((row) => row.amount_cents)),
    nextPaymentOn: unpaid.map((row) => row.pay_on).toSorted()[0] ?? null,
  };
}
