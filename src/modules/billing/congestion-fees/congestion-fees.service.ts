import { invariant } from '#kit/invariant.ts';
import { formatMoney, sum } from '#kit/money.ts';
import { laterDay, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { BillingContext, Charging } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { ChargedOrder } from '#modules/billing/payments/collection.queries.ts';
import { insertNextPayment } from '#modules/billing/payments/next-payment.queries.ts';
import * as queries from './congestion-fees.queries.ts';
import { toFeeResponse, type CongestionFee, type PaidFees } from './congestion-fee.ts';
import { payerBy } from './fee-payer.service.ts';
import { earliestChargeDay, type FeePayer } from './earliest-charge-day.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { automaticMethod } from '#modules/billing/charges/later-charge.service.ts';

/** A card may expire before the charge day, and a bank account may replace the card. */
const payerOf = async (db: Db, order: ChargedOrder, on: PlainDate): Promise<FeePayer> =>
  payerBy((await automaticMethod(db, { order, payment_id: null }, on)).method);

export async function countBankPayers(db: Db, order_ids: readonly number[], on: PlainDate): Promise<number> {
  let banks = 0;
  for (const order of await queries.listChargedOrders(db, order_ids))
    if ((await payerOf(db, order, on)) === 'bank') banks += 1;
  return banks;
}

export type FeeCommand = Pick<
  queries.FeeRow,
  'route_id' | 'amount_cents' | 'reason' | 'charge_on' | 'request_key'
>;

/** @throws congestion_key_reused  the same key with other values */
export async function findRaisedFee(db: Db, command: FeeCommand): Promise<number | undefined> {
  const fee = await queries.findFeeByKey(db, command.request_key);
  if (!fee) return undefined;
  const isSame =
    fee.route_id === command.route_id &&
    fee.amount_cents === command.amount_cents &&
    fee.reason === command.reason &&
    fee.charge_on === command.charge_on;
  if (!isSame) throw new Refusal(billingRefusals.congestion_key_reused);
  return fee.id;
}

export const lockFeesOfRoute = queries.lockFeesOf;

type Raising = FeeCommand & {
  staff_id: number;
  /** active orders with an accepted fee clause, locked by the caller */
  order_ids: readonly number[];
};

/**
 * Mails the notice at once. Each payment is due on the chosen day, or on the first day allowed for the method
 * if later. A route has only one fee a day (S4).
 * @throws congestion_fee_stands, congestion_key_reused
 */
export async function raiseFee(
  tx: Tx,
  charging: Charging,
  { order_ids, staff_id, ...command }: Raising,
): Promise<number> {
  const { clock } = charging;
  const now = clock.now();
  if (await queries.findLiveFee(tx, command)) throw new Refusal(billingRefusals.congestion_fee_stands);
  const fee = await queries.insertFee(tx, now, { ...command, announced_by: staff_id });
  // The same key for another route at the same moment.
  if (!fee) throw new Refusal(billingRefusals.congestion_key_reused);
  const orders = await queries.listChargedOrders(tx, order_ids);
  for (const order of orders) await chargeFee(tx, clock, { order, fee });
  await notifyLaterChanges(tx, charging, { user_ids: [...new Set(orders.map(({ user_id }) => user_id))] });
  return fee.id;
}

type Charged = {
  order: Awaited<ReturnType<typeof queries.listChargedOrders>>[number];
  fee: NonNullable<Awaited<ReturnType<typeof queries.insertFee>>>;
};

async function chargeFee(tx: Tx, clock: Clock, { order, fee }: Charged): Promise<void> {
  const now = clock.now();
  const earliestOn = async (day: PlainDate) =>
    laterDay(day, earliestChargeDay(now, clock.time_zone, await payerOf(tx, order, day)));
  // Once more: another method may pay on a later day than the chosen one.
  const pay_on = await earliestOn(await earliestOn(fee.charge_on));
  const { id: payment_id } = await insertNextPayment(tx, {
    order_id: order.id,
    congestion_fee_id: fee.id,
    amount_cents: fee.amount_cents,
    pay_on,
  });
  const ref = String(payment_id);
  await enqueue(tx, now, { kind: 'billing.congestion_fee', ref, payload: { payment_id } });
}

export type Taken = Awaited<ReturnType<typeof queries.listTakenOfFee>>[number];
export type Withdrawn = { cancelled: number; taken: Taken[] };

type Withdrawal = {
  fee_id: number;
  staff_id: number;
  /** what becomes of the money of families that have paid; null before staff were asked */
  paid: PaidFees | null;
};

/**
 * Everybody who was told of the fee hears of the withdrawal. The caller refunds what was taken.
 * @returns undefined if the fee was withdrawn before (S4)
 * @throws congestion_fee_not_found, congestion_fee_begun, congestion_fee_paid (MC8)
 */
export async function withdrawFee(
  tx: Tx,
  { clock, orderListener }: Pick<BillingContext, 'clock' | 'orderListener'>,
  { fee_id, staff_id, paid }: Withdrawal,
): Promise<Withdrawn | undefined> {
  const now = clock.now();
  const fee = await queries.lockFee(tx, fee_id);
  if (!fee) throw new Refusal(billingRefusals.congestion_fee_not_found);
  if (fee.withdrawn_at) return undefined;
  if (clock.today() >= fee.charge_on) throw new Refusal(billingRefusals.congestion_fee_begun);
  await queries.markWithdrawn(tx, fee.id, { withdrawn_by: staff_id, withdrawn_at: now });
  // Locks the orders, so no payment of the fee changes any more.
  const cancelled = await queries.cancelFeePayments(tx, fee.id);
  const taken = await queries.listTakenOfFee(tx, fee.id);
  if (taken.length > 0 && !paid) throw paidAlready(taken);
  // A payment moved by staff to an earlier day may have failed before the withdrawal (M7).
  for (const { order_id } of cancelled) await orderListener.onPaymentsChanged(tx, order_id);
  for (const payment_id of await queries.listToldOfFee(tx, fee.id))
    await enqueue(tx, now, {
      kind: 'billing.congestion_fee_withdrawn',
      ref: String(payment_id),
      payload: { payment_id },
    });
  return { cancelled: cancelled.length, taken };
}

const paidAlready = (taken: readonly Taken[]) =>
  new Refusal(billingRefusals.congestion_fee_paid, {
    data: { n: taken.length, amount: formatMoney(sum(taken.map(({ cents }) => cents))) },
  });

export async function listFees(db: Db, clock: Clock): Promise<CongestionFee[]> {
  return (await queries.listFeeRows(db)).map((row) => toFeeResponse(row, clock.today()));
}

export async function getFee(db: Db, clock: Clock, fee_id: number): Promise<CongestionFee> {
  const [row] = await queries.listFeeRows(db, fee_id);
  invariant(row, `no congestion fee ${fee_id}`);
  return toFeeResponse(row, clock.today());
}
