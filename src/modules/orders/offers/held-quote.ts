import { addDays, type PlainDate } from '#kit/plain-date.ts';
import type { Quote, TypeQuote } from '#modules/pricing/quoted-prices.ts';

const notBefore = (priced: TypeQuote, today: PlainDate): TypeQuote => ({
  ...priced,
  later: priced.later.map((charge) =>
    charge.pay_on > today ? charge : { ...charge, pay_on: addDays(today, 1) },
  ),
});

const each = <Priced extends object>(prices: Priced, today: PlainDate): Priced =>
  Object.fromEntries(
    Object.entries(prices).map(([key, priced]) => [key, priced && notBefore(priced as TypeQuote, today)]),
  ) as Priced;

/**
 * An offer holds its sums until its end. A later payment whose day has passed meanwhile is due tomorrow, as
 * for a contract signed today (T6).
 */
export function heldQuote(quote: Quote, today: PlainDate): Quote {
  const { by_payment_type, by_card_cap, ...sums } = quote;
  return {
    ...sums,
    by_payment_type: each(by_payment_type, today),
    ...(by_card_cap && { by_card_cap: each(by_card_cap, today) }),
  };
}
