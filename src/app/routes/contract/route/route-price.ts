import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Route } from '#modules/catalog/routes/routes.contract.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { pricedTerm } from '#app/routes/contract/wizard/priced-term.ts';

/** The total of the offered terms before add-ons, discounts and fees; undefined without a term (T7). */
export function routePrice(
  { payment_terms }: Pick<Route, 'payment_terms'>,
  today: PlainDate,
  isStaff: boolean,
): string | undefined {
  const totals = offeredTerms(payment_terms.map(pricedTerm), today, isStaff).map(termTotal);
  if (totals.length === 0) return undefined;
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  const amount = formatMoney(totals.find((total) => total === least)!);
  return least === most ? amount : m.contract_route_from({ amount });
}
