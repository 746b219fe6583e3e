import type { PlainDate } from '#kit/plain-date.ts';
import { getRouteForSale } from '#modules/catalog/routes/selling.service.ts';
import { signedSurcharges } from '#modules/pricing/price-snapshot.ts';
import { laterSurcharges, type Surcharge } from '#modules/pricing/surcharges.ts';
import type { Db } from '#platform/db/database.ts';
import { payingMethod } from '#modules/billing/methods/change-methods.service.ts';
import {
  checkoutMethodId,
  firstLineText,
  type ChargedOrder,
  type LockedPayment,
} from '#modules/billing/payments/collection.queries.ts';
import { choosePayingMethod } from '#modules/billing/methods/paying-method.ts';
import { methodsOfUser, type MethodRow } from '#modules/billing/methods/methods.queries.ts';
import { laterDescriptor } from '#modules/billing/payments/payment-texts.ts';

/** The method that an order's later payments are charged to on a day; undefined when there is none (M5). */
export async function methodForOrder(
  db: Db,
  order: ChargedOrder,
  today: PlainDate,
): Promise<MethodRow | undefined> {
  const methods = await methodsOfUser(db, order.user_id);
  const payer = {
    program_group_id: order.program_group_id,
    checkout_method_id: await checkoutMethodId(db, order.id),
  };
  const chosen = choosePayingMethod(methods.map(payingMethod), payer, today);
  return methods.find(({ id }) => id === chosen?.id);
}

/** What charging a later payment by a method costs more: as signed or as today, whichever is less (S2). */
export async function surchargesOfLater(
  db: Db,
  { order, payment }: LockedPayment,
  method: Pick<MethodRow, 'paymentType'>,
): Promise<Surcharge[]> {
  const signed = signedSurcharges(order.price_snapshot);
  const current = (await getRouteForSale(db, order.route_id))?.surcharges ?? signed;
  return laterSurcharges(payment.amount_cents, { signed, current }, method.paymentType);
}

/** What the family reads on its statement for a later payment. */
export async function descriptorOfLater(db: Db, { order, payment }: LockedPayment): Promise<string> {
  return laterDescriptor(await firstLineText(db, order.id), payment);
}
