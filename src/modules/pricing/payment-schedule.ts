import { invariant } from '#kit/invariant.ts';
import { times, type Cents } from '#kit/money.ts';
import { addDays, addMonthsClamped, type PlainDate } from '#kit/plain-date.ts';
import type { PricedTerm } from './price-list.ts';

/** A payment after today: its size without surcharges (M1), and its day in company time. */
export type LaterPayment = { readonly pay_on: PlainDate; readonly amount_cents: Cents };

/**
 * The day that a term names for its second payment: `scheduled_dt`; a Full term without one takes the
 * last day on which it is sold.
 * @returns null when the term names no day
 * Source: T4, T5
 */
export function namedSecondDay(term: PricedTerm): PlainDate | null {
  return term.scheduled_dt ?? (term.payment_term_type === 'paymentTermTypeFull' ? term.thru_dt : null);
}

/**
 * The day on which the second payment is charged when a family signs today. A day that is not after today
 * becomes tomorrow: what is due today is taken today, and nothing is charged in the past. A day that is
 * missing in imported data becomes tomorrow too, which the family sees before signing (T6).
 */
export function secondPaymentOn(term: PricedTerm, today: PlainDate): PlainDate {
  const named = namedSecondDay(term);
  return named !== null && named > today ? named : addDays(today, 1);
}

/**
 * Splits what a family owes later into payments, one per due date.
 * A Scheduled term is charged monthly from its second payment on, clamped to the month's end and always
 * counted from that day; the balance of a Full term falls due at once.
 * @returns payments in date order; empty when the term has one payment
 * @throws invariant  when the term has no payment at all
 * Source: T3, T4, T5, T6
 */
export function laterPayments(term: PricedTerm, today: PlainDate): LaterPayment[] {
  invariant(term.number_payments >= 1, `term ${term.id} has at least one payment`);
  const count = term.number_payments - 1;
  if (count === 0 || term.amount === 0) return [];
  const first = secondPaymentOn(term, today);
  if (term.payment_term_type === 'paymentTermTypeFull')
    return [{ pay_on: first, amount_cents: times(term.amount, count) }];
  return Array.from({ length: count }, (_, months) => ({
    pay_on: addMonthsClamped(first, months),
    amount_cents: term.amount,
  }));
}
