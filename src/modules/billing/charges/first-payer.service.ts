import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { notifyOfCharges } from '#modules/billing/methods/later/later-changes.service.ts';
import { findMethod } from '#modules/billing/methods/methods.queries.ts';
import {
  chargeable,
  getChargeableMethod,
  type ChargeableMethod,
} from '#modules/billing/methods/methods.service.ts';
import { getFirstPayment } from '#modules/billing/payments/attempts.queries.ts';
import { findPayment } from '#modules/billing/payments/collection.queries.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import type { Tx } from '#platform/db/database.ts';
import { automaticMethod } from './later-charge.service.ts';

type WaitingOrder = {
  id: number;
  user_id: number;
  program_group_id: number;
  left_method_id: number | null;
};

export type FirstPayer = {
  payment_id: number;
  method: ChargeableMethod;
  /** false for a method that replaces the method of the checkout */
  isAsSigned: boolean;
};

/**
 * The method of the checkout, or the method of later payments if the first can no longer be charged (M5,
 * MC7).
 * @returns undefined if the family has to choose a method first
 */
export async function payerOfFirst(
  tx: Tx,
  today: PlainDate,
  { id: order_id, left_method_id, user_id, program_group_id }: WaitingOrder,
): Promise<FirstPayer | undefined> {
  const { id: payment_id } = await getFirstPayment(tx, order_id);
  const wanted = { payment_method_id: left_method_id ?? 0, user_id, program_group_id, today };
  try {
    return { payment_id, method: await getChargeableMethod(tx, wanted), isAsSigned: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  const { order } = (await findPayment(tx, payment_id))!;
  const { method, isDisputed } = await automaticMethod(tx, { order, payment_id }, today);
  return method && !isDisputed ? { payment_id, method: chargeable(method), isAsSigned: false } : undefined;
}

type OtherPayer = { order: WaitingOrder; payer: FirstPayer; signed_cents: Cents; total_cents: Cents };

/** One email with the charge as signed and as made (MP1, MC7). */
export async function notifyOfOtherPayer(
  tx: Tx,
  clock: BillingContext['clock'],
  { order, payer: { payment_id, method }, signed_cents, total_cents }: OtherPayer,
): Promise<void> {
  const signed = order.left_method_id === null ? undefined : await findMethod(tx, order.left_method_id);
  const payment = {
    id: payment_id,
    notified_method: signed ? nameOfMethod(signed) : null,
    notified_total_cents: signed_cents,
  };
  await notifyOfCharges(tx, clock, [{ order, payment, method, total_cents }]);
}
