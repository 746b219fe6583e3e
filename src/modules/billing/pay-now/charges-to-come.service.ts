import { m } from '#i18n/messages.js';
import { dayIn } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { FeeDay } from '#modules/catalog/card-fee.ts';
import type { PricedMethod } from '#modules/pricing/pricing.contract.ts';
import { feeDayOf, type Charging } from '#modules/billing/billing-context.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import {
  findActivatedOwner,
  type LockedPayment,
  type PaymentAttempt,
} from '#modules/billing/payments/collection.queries.ts';
import { listOwedOf } from '#modules/billing/payments/paying-family.queries.ts';
import { FAILED_ATTEMPTS } from '#modules/billing/payments/attempt.states.ts';
import { isForPayer, isOurMistake, mayRetryAtScreen } from '#modules/billing/payments/retry-policy.ts';
import { familyReasonOf } from '#modules/billing/charges/failure-reasons.ts';
import { automaticMethod, priceOfLater } from '#modules/billing/charges/later-charge.service.ts';
import { findMethod, methodsOfUser, type MethodRow } from '#modules/billing/methods/methods.queries.ts';
import { isExpired } from '#modules/billing/methods/offered-methods.ts';
import { chargeable } from '#modules/billing/methods/methods.service.ts';
import type { ChargeToCome, PlannedCharge } from './pay-now.contract.ts';

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
  const owed = await listOwedOf(db, order_id);
  return Promise.all(owed.map((due) => chargeToCome(db, due, charging)));
}

/** What an active order still owes, in the order of the days, with what is planned to be charged for it. */
export async function plannedChargesOf(
  db: Db,
  charging: Charging,
  order_id: number,
): Promise<PlannedCharge[]> {
  const planned: PlannedCharge[] = [];
  for (const due of await listOwedOf(db, order_id)) {
    const { pay_on, amount_cents } = due.payment;
    planned.push({ pay_on, amount_cents, planned: (await plannedWay(db, due, charging)).planned });
  }
  return planned;
}

/** How a payment is charged by itself: on its day, or today where that has passed. */
async function plannedWay(db: Db, due: LockedPayment, charging: Charging) {
  const { order, payment } = due;
  const now = feeDayOf(charging);
  const day = { ...now, today: payment.pay_on > now.today ? payment.pay_on : now.today };
  const automatic = await automaticMethod(db, { order, payment_id: payment.id }, day.today);
  const { method, pastAttempts } = automatic;
  return { ...automatic, planned: method ? await wayOf(db, due, { method, day, pastAttempts }) : null };
}

async function chargeToCome(db: Db, due: LockedPayment, charging: Charging): Promise<ChargeToCome> {
  const { clock } = charging;
  const now = feeDayOf(charging);
  const { order, payment } = due;
  const { planned, isHeldBack, pastAttempts } = await plannedWay(db, due, charging);
  const usable = (await methodsOfUser(db, order.user_id)).filter((each) =>
    mayPayNow(each, { program_group_id: order.program_group_id, pastAttempts, clock }),
  );
  const ways = await Promise.all(usable.map((method) => wayOf(db, due, { method, day: now, pastAttempts })));
  const isPlanned = ({ payment_method_id }: Way) => payment_method_id === planned?.payment_method_id;
  return {
    payment_id: payment.id,
    amount_cents: payment.amount_cents,
    pay_on: payment.pay_on,
    planned,
    is_held_back: isHeldBack,
    ways: [...ways.filter(isPlanned), ...ways.filter((way) => !isPlanned(way))],
    new_ways: await newWaysOf(db, due, now),
    failed_because: await whyFailed(db, payment.status, pastAttempts),
    waits_for_payer: payment.status === 'in_flight',
  };
}

type Payable = {
  program_group_id: number;
  pastAttempts: readonly PaymentAttempt[];
  clock: Clock;
};

/**
 * Whether a family may pay with a method at its screen: for this school, not expired, not refused for good
 * (M7).
 */
export function mayPayNow(method: MethodRow, { program_group_id, pastAttempts, clock }: Payable): boolean {
  const isForGroup = method.program_group_id === null || method.program_group_id === program_group_id;
  return isForGroup && !isExpired(method, clock.today()) && mayRetryOf(method, { pastAttempts, clock });
}

/** Whether what a payment was tried with by a method lets its family try it once more. */
export function mayRetryOf(
  { id }: Pick<MethodRow, 'id'>,
  { pastAttempts, clock }: Pick<Payable, 'pastAttempts' | 'clock'>,
): boolean {
  const ofMethod = pastAttempts.filter(({ payment_method_id }) => payment_method_id === id);
  return mayRetryAtScreen(ofMethod, ({ created_at }) => dayIn(clock.time_zone, created_at) === clock.today());
}

/** A card of a state that allows the whole fee; what one really pays is known when it is saved (S5). */
const ANY_STATE = '';

const NEW: Record<keyof ChargeToCome['new_ways'], PricedMethod> = {
  credit_card: { paymentType: 'paymentTypeCreditCard', funding: 'credit', billing_state: ANY_STATE },
  debit_card: { paymentType: 'paymentTypeCreditCard', funding: 'debit', billing_state: ANY_STATE },
  bank: { paymentType: 'paymentTypeAch', funding: null, billing_state: null },
};

async function newWaysOf(db: Db, due: LockedPayment, day: FeeDay): Promise<ChargeToCome['new_ways']> {
  const totalBy = async (method: PricedMethod) => (await priceOfLater(db, due, { method, day })).total_cents;
  return {
    credit_card: await totalBy(NEW.credit_card),
    debit_card: await totalBy(NEW.debit_card),
    bank: await totalBy(NEW.bank),
  };
}

/** What the family reads of the last try; which bank code stands behind it is for staff. */
async function whyFailed(
  db: Db,
  status: string,
  pastAttempts: readonly PaymentAttempt[],
): Promise<string | null> {
  const last = pastAttempts.find((each) => !isOurMistake(each));
  const isOver = last && FAILED_ATTEMPTS.includes(last.state);
  if (!isOver) return status === 'needs_method' ? m.server_why_no_method() : null;
  const method = await findMethod(db, last.payment_method_id);
  return familyReasonOf(last, method ? methodLabel(method) : '');
}

const methodLabel = ({ brand, last_4 }: Pick<MethodRow, 'brand' | 'last_4'>) => `${brand} ****${last_4}`;

type Asked = { method: MethodRow; day: FeeDay; pastAttempts: readonly PaymentAttempt[] };

async function wayOf(db: Db, due: LockedPayment, { method, day, pastAttempts }: Asked): Promise<Way> {
  const { surcharge_cents, total_cents } = await priceOfLater(db, due, { method, day });
  const last = pastAttempts.find(({ payment_method_id }) => payment_method_id === method.id);
  return {
    payment_method_id: method.id,
    brand: method.brand,
    ident: `****${method.last_4}`,
    kind: chargeable(method).kind,
    surcharge_cents,
    total_cents,
    wants_payer: last !== undefined && (last.state === 'action' || isForPayer(last)),
  };
}
