import { subtract, sum, ZERO, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { PAYMENT_SURCHARGE } from '#modules/billing/billing.contract.ts';

type PaymentFacts = { amountCents: Cents; payOn: PlainDate; isPaid: boolean; isCanceled: boolean };
type TransactionFacts = {
  isSuccess: boolean;
  isCredit: boolean;
  descriptionDetail: string | null;
  valueCents: Cents;
};

export type OrderTotals = { totalCents: Cents; dueCents: Cents; nextPaymentOn: PlainDate | null };

/**
 * What an order costs, what of it is still owed, and when the next part is.
 * @param rows   every payment row; cancelled ones count for nothing
 * @param lines  every transaction; a surcharge that came back with a returned debit no longer counts
 * @returns total = live rows + surcharges charged so far; due = live rows without paid_at; next = earliest
 *   unpaid pay_on
 * Source: M2
 */
export function orderTotals(rows: readonly PaymentFacts[], lines: readonly TransactionFacts[]): OrderTotals {
  const live = rows.filter((row) => !row.isCanceled);
  const unpaid = live.filter((row) => !row.isPaid);
  const surcharges = lines
    .filter((line) => line.isSuccess && line.descriptionDetail === PAYMENT_SURCHARGE)
    .map((line) => (line.isCredit ? subtract(ZERO, line.valueCents) : line.valueCents));
  return {
    totalCents: sum([...live.map((row) => row.amountCents), ...surcharges]),
    dueCents: unpaid.length === 0 ? ZERO : sum(unpaid.map((row) => row.amountCents)),
    nextPaymentOn: unpaid.map((row) => row.payOn).toSorted()[0] ?? null,
  };
}
