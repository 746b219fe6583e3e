import type { PlainDate } from '#kit/plain-date.ts';
import { sum, type Cents } from '#kit/money.ts';
import type { FeeDay } from '#modules/catalog/card-fee.ts';
import { cardFeeOfDay } from '#modules/catalog/catalog.service.ts';
import type { Catalog } from '#modules/catalog/current-catalog.service.ts';
import { surchargesOfRoute } from '#modules/catalog/routes/selling.service.ts';
import type { PricedMethod } from '#modules/pricing/quoted-prices.ts';
import { signedTariff } from '#modules/pricing/price-snapshot.ts';
import { laterSurcharges, surchargeTotal, type Surcharge } from '#modules/pricing/surcharges.ts';
import { listAttemptsOf, listCheckoutMethodIds } from '#modules/billing/payments/page-of-payments.queries.ts';
import { isWorthRepeating } from '#modules/billing/payments/retry-policy.ts';
import type { Db } from '#platform/db/database.ts';
import type {
  ChargedOrder,
  LockedPayment,
  PaymentAttempt,
} from '#modules/billing/payments/collection.queries.ts';
import { nextCharge, type NextCharge } from '#modules/billing/payments/next-charge.ts';
import { chooseAutomatic } from '#modules/billing/methods/paying-method.ts';
import { methodsAndReturnedOf, type MethodRow } from '#modules/billing/methods/methods.queries.ts';

export type PayerFacts<Attempt = PaymentAttempt> = {
  methods: MethodRow[];
  checkout_method_id: number | null;
  pastAttempts: Attempt[];
};

type NumberedAttempt = PaymentAttempt & { attempt_no: number };

export async function withPayerFacts<Due extends LockedPayment>(
  db: Db,
  due: readonly Due[],
): Promise<{ due: Due; facts: PayerFacts<NumberedAttempt> }[]> {
  if (due.length === 0) return [];
  const attempts = await listAttemptsOf(
    db,
    due.map(({ payment }) => payment.id),
  );
  const users = new Set(due.map(({ order }) => order.user_id));
  const methods = Map.groupBy(await methodsAndReturnedOf(db, [...users]), ({ user_id }) => user_id);
  const checkoutMethods = await listCheckoutMethodIds(
    db,
    due.map(({ order }) => order.id),
  );
  return due.map((one) => ({
    due: one,
    facts: {
      methods: methods.get(one.order.user_id) ?? [],
      checkout_method_id: checkoutMethods.get(one.order.id) ?? null,
      pastAttempts: attempts.get(one.payment.id) ?? [],
    },
  }));
}

export function automaticMethodBy(
  order: ChargedOrder,
  { methods, checkout_method_id, pastAttempts }: PayerFacts,
  today: PlainDate,
): { method: MethodRow | undefined; isHeldBack: boolean } {
  const payer = {
    program_group_id: order.program_group_id,
    checkout_method_id,
    left_method_id: order.left_method_id,
    is_on_paper: order.is_on_paper,
    signed_at: order.created_at,
    returned_at: lastFinalReturn(pastAttempts),
  };
  return chooseAutomatic(methods, payer, today);
}

export const nextChargeBy = (
  { order, payment }: LockedPayment,
  facts: PayerFacts,
  today: PlainDate,
): NextCharge<MethodRow> =>
  nextCharge({
    row: payment,
    chooseOn: (day) => automaticMethodBy(order, facts, day),
    pastAttempts: facts.pastAttempts,
    today,
  });

function lastFinalReturn(pastAttempts: readonly PaymentAttempt[]): Date | null {
  const isFinal = ({ state, code, next }: PaymentAttempt) =>
    state === 'returned' && !isWorthRepeating({ ended: 'returned', code, next });
  return pastAttempts.find(isFinal)?.finished_at ?? null;
}

export type PriceAsked = { method: PricedMethod; day: FeeDay };
export type LaterPrice = { surcharges: Surcharge[]; surcharge_cents: Cents; total_cents: Cents };

/** Takes the lower surcharges of the signed and the current rates (S2). */
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

/** The signed and the current rates of later charges (S2, S5). */
export function laterTariffs(
  catalog: Catalog,
  { price_snapshot, route_id }: Pick<ChargedOrder, 'price_snapshot' | 'route_id'>,
  day: FeeDay,
) {
  const card_fee = cardFeeOfDay(catalog, day);
  const signed = signedTariff(price_snapshot, card_fee);
  const surcharges = surchargesOfRoute(catalog, route_id) ?? signed.surcharges;
  return { signed, current: { surcharges, card_fee } };
}
