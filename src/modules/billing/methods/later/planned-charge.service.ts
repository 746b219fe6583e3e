import type { PlainDate } from '#kit/plain-date.ts';
import { sum, type Cents } from '#kit/money.ts';
import type { FeeDay } from '#modules/catalog/card-fee.ts';
import { cardFeeOfDay } from '#modules/catalog/catalog.service.ts';
import type { Catalog } from '#modules/catalog/current-catalog.service.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import type { PricedMethod } from '#modules/pricing/pricing.contract.ts';
import { signedTariff } from '#modules/pricing/price-snapshot.ts';
import { laterSurcharges, surchargeTotal, type Surcharge } from '#modules/pricing/surcharges.ts';
import { isWorthRepeating } from '#modules/billing/payments/retry-policy.ts';
import type {
  ChargedOrder,
  LockedPayment,
  PaymentAttempt,
} from '#modules/billing/payments/collection.queries.ts';
import { payingMethod } from './methods.service.ts';
import { chooseAutomatic } from './paying-method.ts';
import type { MethodRow } from './methods.queries.ts';

/** What decides who pays a payment by itself; its tries, the last one first. */
export type PayerFacts = {
  methods: MethodRow[];
  checkout_method_id: number | null;
  pastAttempts: readonly PaymentAttempt[];
};

/** The method that a later payment is charged to on a day, and whether the family has to choose it first. */
export function automaticMethodBy(
  order: ChargedOrder,
  { methods, checkout_method_id, pastAttempts }: PayerFacts,
  today: PlainDate,
): { method: MethodRow | undefined; isHeldBack: boolean } {
  const payer = {
    program_group_id: order.program_group_id,
    checkout_method_id,
    left_method_id: order.left_method_id,
    signed_at: order.created_at,
    returned_at: lastFinalReturn(pastAttempts),
  };
  const { method, isHeldBack } = chooseAutomatic(methods.map(payingMethod), payer, today);
  return { method: methods.find(({ id }) => id === method?.id), isHeldBack };
}

/** When a payment's bank last sent it back for good. */
function lastFinalReturn(pastAttempts: readonly PaymentAttempt[]): Date | null {
  const isFinal = ({ state, code, next }: PaymentAttempt) =>
    state === 'returned' && !isWorthRepeating({ ended: 'returned', code, next });
  return pastAttempts.find(isFinal)?.finished_at ?? null;
}

export type PriceAsked = { method: PricedMethod; day: FeeDay };
export type LaterPrice = { surcharges: Surcharge[]; surcharge_cents: Cents; total_cents: Cents };

/** What a later payment is charged by a method; surcharges as signed or as today, whichever is less (S2). */
export function laterPriceBy(
  catalog: Catalog,
  { order, payment }: LockedPayment,
  { method, day }: PriceAsked,
): LaterPrice {
  const tariffs = laterTariffs(catalog, order, day);
  const surcharges = laterSurcharges(payment.amount_cents, tariffs, method);
  const surcharge_cents = surchargeTotal(surcharges);
  return { surcharges, surcharge_cents, total_cents: sum([payment.amount_cents, surcharge_cents]) };
}

/** What an order has signed that its later charges may carry, and what they may carry on a day (S2, S5). */
export function laterTariffs(
  catalog: Catalog,
  { price_snapshot, route_id }: Pick<ChargedOrder, 'price_snapshot' | 'route_id'>,
  day: FeeDay,
) {
  const card_fee = cardFeeOfDay(catalog, day);
  const signed = signedTariff(price_snapshot, card_fee);
  const surcharges = routeForSale(catalog, route_id)?.surcharges ?? signed.surcharges;
  return { signed, current: { surcharges, card_fee } };
}
