import { centsFromDollars } from '#kit/money.ts';
import type { PaymentTerm } from '#modules/catalog/routes/routes.contract.ts';
import type { PricedTerm } from '#modules/pricing/price-list.ts';

/** A term of the catalog's answers for pricing: dollars become cents (C1). Public pages price by it too. */
export const pricedTerm = (term: PaymentTerm): PricedTerm & { payment_term_type_id: number } => ({
  ...term,
  payment_term_type: term.payment_term_type.key,
  deposit: centsFromDollars(term.deposit),
  amount: centsFromDollars(term.amount),
});
