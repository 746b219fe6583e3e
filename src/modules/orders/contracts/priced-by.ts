import { invariant } from '#kit/invariant.ts';
import { sum } from '#kit/money.ts';
import type { SignedLater } from '#modules/pricing/price-snapshot.ts';
import { priceIn, type PriceKey, type Quote, type TypeQuote } from '#modules/pricing/quoted-prices.ts';

/** A method is needed only with an amount due today (P5). */
export function isSomethingDue({ by_payment_type }: Quote): boolean {
  return by_payment_type.paymentTypeNone === undefined;
}

export type FirstDue = 'today' | 'later' | 'never';

export function firstDueOf(quote: Quote): FirstDue {
  if (isSomethingDue(quote)) return 'today';
  return quote.by_payment_type.paymentTypeNone!.later.length > 0 ? 'later' : 'never';
}

/** Picks the figures of a quote by the price key actually charged (S1, S5). */
export function pricedBy(quote: Quote, type: PriceKey): TypeQuote {
  const priced = priceIn(quote, type);
  invariant(priced, `the quote has no price by ${type}`);
  return priced;
}

/** Without fees, the payments are the same for every method. */
export const laterOf = ({ by_payment_type: { paymentTypeAch, paymentTypeNone } }: Quote) =>
  (paymentTypeAch ?? paymentTypeNone).later;

export type PlannedPayment = {
  payment_number: number;
  amount_cents: TypeQuote['principal_cents'];
  pay_on: TypeQuote['later'][number]['pay_on'];
};

/** Today's amount is number 1. A zero amount has no row, and rows exclude surcharges (M1). */
export function plannedPayments(priced: TypeQuote, today: PlannedPayment['pay_on']): PlannedPayment[] {
  const first = { payment_number: 1, amount_cents: priced.principal_cents, pay_on: today };
  const later = priced.later.map(({ amount_cents, pay_on }, at) => ({
    payment_number: at + 2,
    amount_cents,
    pay_on,
  }));
  return [first, ...later].filter(({ amount_cents }) => amount_cents > 0);
}

export const asSigned = (rows: readonly PlannedPayment[], later: readonly SignedLater[]) =>
  rows.map((row) => {
    const signed = later[row.payment_number - 2];
    return {
      ...row,
      notified_method: signed?.method ?? null,
      notified_total_cents: signed ? sum([signed.amount_cents, signed.surcharge_cents]) : null,
    };
  });
