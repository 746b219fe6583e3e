import { invariant } from '#kit/invariant.ts';
import { times, type Cents } from '#kit/money.ts';
import { addDays, addMonthsClamped, type PlainDate } from '#kit/plain-date.ts';
import type { PricedTerm } from './price-list.ts';

/** The amount is without surcharges (M1), the day in company time. */
export type LaterPayment = { readonly pay_on: PlainDate; readonly amount_cents: Cents };

/** What the days and amounts of later payments follow from. */
export type TermOfPayments = Pick<
  PricedTerm,
  'payment_term_type' | 'number_payments' | 'amount' | 'scheduled_dt' | 'thru_dt'
>;

/** A Full term without a day has the last day of sale (T4, T5). */
export function namedSecondDay(term: TermOfPayments): PlainDate | null {
  return term.scheduled_dt ?? (term.payment_term_type === 'paymentTermTypeFull' ? term.thru_dt : null);
}

/**
 * A day not after today becomes tomorrow, because today's amount is charged today and nothing is charged in
 * the past. A day missing from imported data becomes tomorrow too; the family sees the day before signing
 * (T6).
 */
export function secondPaymentOn(term: TermOfPayments, today: PlainDate): PlainDate {
  const named = namedSecondDay(term);
  return named !== null && named > today ? named : addDays(today, 1);
}

/**
 * A Scheduled term is charged monthly from the second payment on, clamped to the end of the month and always
 * counted from that day; the balance of a Full term falls due at once (T3, T4, T5, T6).
 * @returns in date order; empty for a term of one payment
 */
export function laterPayments(term: TermOfPayments, today: PlainDate): LaterPayment[] {
  invariant(term.number_payments >= 1, 'a term has at least one payment');
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
