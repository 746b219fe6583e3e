import { sum, times, type Cents } from '#kit/money.ts';
import type { PricedTerm } from './price-list.ts';

type Installments = Pick<PricedTerm, 'deposit' | 'amount' | 'number_payments'>;

/** Before add-ons, discounts and surcharges (T3). */
export function termTotal(term: Installments): Cents {
  return sum([term.deposit, times(term.amount, term.number_payments - 1)]);
}
