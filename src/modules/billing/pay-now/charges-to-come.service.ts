import { cents, sum } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { FeeDay } from '#modules/catalog/card-fee.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { Db } from '#platform/db/database.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import {
  findActivatedOwner,
  listOwedOf,
  type LockedPayment,
  type PaymentAttempt,
} from '#modules/billing/payments/collection.queries.ts';
import { mayRetry } from '#modules/billing/payments/retry-policy.ts';
import { automaticMethod, surchargesOfLater } from '#modules/billing/charges/later-charge.service.ts';
import { methodsOfUser, type MethodRow } from '#modules/billing/methods/methods.queries.ts';
import { isExpired } from '#modules/billing/methods/offered-methods.ts';
import { chargeable } from '#modules/billing/methods/methods.service.ts';
import type { ChargeToCome } from './pay-now.contract.ts';

/** When it is, and whose cards are charged. */
type Charging = Pick<BillingContext, 'clock' | 'processor'>;

type Way = ChargeToCome['ways'][number];

/**
 * What an active order still owes, in the order of the days, with what each of the family's methods would be
 * charged. Staff may look at any family's.
 * @throws payment_not_found  for an order that is not the viewer's, or never came about
 * Source: M5, S2
 */
export async function listChargesToCome(
  db: Db,
  charging: Charging,
  { viewer, order_id }: { viewer: Pick<Viewer, 'user_id' | 'is_staff'>; order_id: number },
): Promise<ChargeToCome[]> {
  const owner = await findActivatedOwner(db, order_id);
  if (owner === undefined || (owner !== viewer.user_id && !viewer.is_staff))
    throw new Refusal(billingRefusals.payment_not_found);
  return chargesToComeOf(db, charging, order_id);
}

/** The same for a mail, whose reader is known to be the family. */
export async function chargesToComeOf(
  db: Db,
  { clock, processor }: Charging,
  order_id: number,
): Promise<ChargeToCome[]> {
  const owed = await listOwedOf(db, order_id);
  return Promise.all(owed.map((due) => chargeToCome(db, due, { today: clock.today(), processor })));
}

async function chargeToCome(db: Db, due: LockedPayment, now: FeeDay): Promise<ChargeToCome> {
  const { today } = now;
  const { order, payment } = due;
  const on = payment.pay_on > today ? payment.pay_on : today;
  const place = { order, payment_id: payment.id };
  const { method, isHeldBack, pastAttempts } = await automaticMethod(db, place, on);
  const usable = (await methodsOfUser(db, order.user_id)).filter((each) =>
    mayPayNow(each, { program_group_id: order.program_group_id, pastAttempts, today }),
  );
  const planned = method ? await wayOf(db, due, { method, day: { ...now, today: on } }) : null;
  const ways = await Promise.all(usable.map((method) => wayOf(db, due, { method, day: now })));
  const isPlanned = ({ payment_method_id }: Way) => payment_method_id === planned?.payment_method_id;
  return {
    payment_id: payment.id,
    amount_cents: payment.amount_cents,
    pay_on: payment.pay_on,
    planned,
    is_held_back: isHeldBack,
    ways: [...ways.filter(isPlanned), ...ways.filter((way) => !isPlanned(way))],
  };
}

type Payable = {
  program_group_id: number;
  pastAttempts: readonly PaymentAttempt[];
  today: PlainDate;
};

/** Whether a family may pay with a method: for this school, not expired, not refused for good (M7). */
export function mayPayNow(method: MethodRow, { program_group_id, pastAttempts, today }: Payable): boolean {
  const isForGroup = method.program_group_id === null || method.program_group_id === program_group_id;
  const ofMethod = pastAttempts.filter(({ payment_method_id }) => payment_method_id === method.id);
  return isForGroup && !isExpired(method, today) && mayRetry(ofMethod);
}

async function wayOf(db: Db, due: LockedPayment, by: { method: MethodRow; day: FeeDay }): Promise<Way> {
  const { method } = by;
  const surcharge_cents = sum((await surchargesOfLater(db, due, by)).map(({ amount_cents }) => amount_cents));
  return {
    payment_method_id: method.id,
    brand: method.brand,
    ident: `****${method.last_4}`,
    kind: chargeable(method).kind,
    surcharge_cents,
    total_cents: cents(due.payment.amount_cents + surcharge_cents),
  };
}
