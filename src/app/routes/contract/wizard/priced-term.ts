import { centsFromDollars } from '#kit/money.ts';
import type { PaymentTerm } from '#modules/catalog/routes/routes.contract.ts';
import type { PricedTerm } from '#modules/pricing/price-list.ts';

/** Dollars become cents (C1). Public pages use this too. */
export const pricedTerm = (term: PaymentTerm): PricedTerm & { payment_term_type_id: number } => ({
  ...term,
  payment_term_type: term.payment_term_type.key,
  deposit: centsFromDollars(term.deposit),
  amount: centsFromDollars(term.amount),
});
