import { dayIn, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { isStillOwed } from '#modules/billing/payments/still-owed.queries.ts';
import { updatePayment, type Locked, type PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import {
  retireMethod,
  attemptsOf,
  findPayment,
  type PaymentAttempt,
} from '#modules/billing/payments/collection.queries.ts';
import { countRefusedByFamily } from '#modules/billing/payments/paying-family.queries.ts';
import { isGivenUp } from '#modules/billing/processor/resolver-steps.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { revokeMandatesOf } from '#modules/billing/methods/mandates.queries.ts';
import { findMethod } from '#modules/billing/methods/methods.queries.ts';
import {
  isDebit,
  isOurMistake,
  isRevocation,
  isWorthRepeating,
  nextRetryOn,
  type Ending,
} from '#modules/billing/payments/retry-policy.ts';
import { nextChargeOf } from './later-charge.service.ts';
import { notifyFailure, notifyReturn } from './payment-notifications.service.ts';

/** Payments of an ended order or a withdrawn fee are neither owed nor charged again (M6, M11, MC4, MC8). */
export async function afterFailure(
  tx: Tx,
  billing: BillingContext,
  { order, payment, attempt }: Locked,
  why: Ending,
): Promise<void> {
  const now = billing.clock.now();
  // The family paid before the due day: the charge planned for the due day still stands.
  const isEarly = attempt.is_by_family && payment.pay_on > billing.clock.today() && why.code !== 'disputed';
  const { next_try_on, isLast } = await reopen(tx, billing, { order, payment, attempt, isEarly, why });
  const isFinalReturn = why.ended === 'returned' && !isWorthRepeating(why);
  // A closed account, or a holder who never agreed, must not be debited for the next payment either.
  if (isFinalReturn) await retire(tx, billing, { payment, attempt });
  if (isRevocation(why)) await revokeMandatesOf(tx, attempt.payment_method_id, now);
  const notice = {
    payment_id: payment.id,
    charge_attempt_id: attempt.id,
    method_id: attempt.payment_method_id,
    next_try_on,
    is_held_back: isFinalReturn,
    is_last: isLast,
  };
  // The office speaks with the family about a dispute first (S17).
  if (why.code === 'disputed') return;
  if (why.ended === 'returned') await notifyReturn(tx, now, notice);
  else if (order.status === 'active' && (await isToBeTold(tx, billing, { order, attempt })))
    await notifyFailure(tx, now, notice);
}

function statusAfter(isOwed: boolean, isEarly: boolean, { ended }: Ending) {
  if (!isOwed) return 'cancelled';
  if (isEarly) return 'scheduled';
  return ended === 'returned' ? 'returned' : 'failed';
}

type Failed = Pick<Locked, 'order' | 'payment' | 'attempt'> & { isEarly: boolean; why: Ending };

type Reopened = { next_try_on: PlainDate | null; isLast: boolean };

async function reopen(
  tx: Tx,
  billing: BillingContext,
  { order, payment, attempt, isEarly, why }: Failed,
): Promise<Reopened> {
  const isReturn = why.ended === 'returned';
  const isOwed = await isStillOwed(tx, { order, payment });
  const status = statusAfter(isOwed, isEarly, why);
  const isOwedNow = isOwed && order.status === 'active' && !isEarly;
  const day = isOwedNow ? await nextDay(tx, billing, { payment, attempt }, why) : null;
  const next_try_on =
    day && (await willBeCharged(tx, billing, { ...payment, status, next_try_on: day })) ? day : null;
  const unpaid = isReturn ? { paid_at: null, settled_at: null } : {};
  await updatePayment(tx, payment.id, { ...unpaid, status, next_try_on });
  if (order.status === 'cancelled' && isReturn)
    await flagReturnAfterEnd(tx, billing.clock.now(), { payment, code: why.code });
  if (order.status === 'active') await billing.orderListener.onPaymentsChanged(tx, order.id);
  return { next_try_on, isLast: isOwedNow && day === null && isWorthRepeating(why) };
}

/** A day without a method to charge is no day for an attempt: the family is told now (MC5). */
async function willBeCharged(tx: Tx, billing: BillingContext, payment: PaymentRow): Promise<boolean> {
  const { order } = (await findPayment(tx, payment.id))!;
  const { step } = await nextChargeOf(tx, { order, payment }, billing.clock.today());
  return step !== 'ask_for_method';
}

async function retire(
  tx: Tx,
  billing: BillingContext,
  { payment, attempt: { payment_method_id } }: Pick<Locked, 'payment' | 'attempt'>,
): Promise<void> {
  await retireMethod(tx, payment_method_id, billing.clock.now());
  const { user_id } = (await findMethod(tx, payment_method_id))!;
  await notifyLaterChanges(tx, billing, { user_ids: [user_id], mailed: [payment.id] });
}

type AfterEnd = Pick<Locked, 'payment'> & Pick<Ending, 'code'>;

/** Staff decide about a claim. A lost dispute and refunded amounts have list entries of their own (MC4). */
export async function flagReturnAfterEnd(tx: Tx, at: Date, { payment, code }: AfterEnd): Promise<void> {
  const amount_cents = payment.amount_cents - payment.refunded_cents;
  if (code === 'disputed' || amount_cents <= 0) return;
  const subject = `payment:${payment.id}`;
  await writeAudit(tx, at, undefined, {
    action: 'billing.returned_after_end',
    subject,
    detail: { amount_cents },
  });
}

/** The family has the money twice now. */
export async function flagReturnAfterRefund(tx: Tx, at: Date, { payment }: Pick<Locked, 'payment'>) {
  if (payment.refunded_cents === 0) return;
  await writeAudit(tx, at, undefined, {
    action: 'billing.returned_after_refund',
    subject: `payment:${payment.id}`,
    detail: { refunded_cents: payment.refunded_cents },
  });
}

const TOLD_A_DAY = 3;

/**
 * A family failing to confirm on screen reads the refusal there. Other refusals are mailed three times a day
 * at most, because anybody may be named as a guardian (S22).
 */
async function isToBeTold(
  tx: Tx,
  { clock }: BillingContext,
  { order, attempt }: Pick<Locked, 'order' | 'attempt'>,
): Promise<boolean> {
  if (!attempt.is_by_family) return true;
  const now = clock.now();
  if (attempt.state === 'action' && !isGivenUp(attempt.first_sent_at, now)) return false;
  const since = startOfDayIn(clock.time_zone, clock.today());
  return (await countRefusedByFamily(tx, { order_id: order.id, except: attempt.id, since })) < TOLD_A_DAY;
}

/** A retry planned for another method stays planned when an attempt by the family itself fails. */
function plannedBefore(
  { payment, attempt }: Pick<Locked, 'payment' | 'attempt'>,
  pastAttempts: readonly PaymentAttempt[],
): PlainDate | null {
  const planned = pastAttempts.find((each) => !each.is_by_family);
  const isOther = attempt.is_by_family && planned?.payment_method_id !== attempt.payment_method_id;
  return isOther ? payment.next_try_on : null;
}

async function nextDay(
  tx: Tx,
  { clock }: BillingContext,
  { payment, attempt }: Pick<Locked, 'payment' | 'attempt'>,
  why: Ending,
): Promise<PlainDate | null> {
  const kind = why.ended === 'returned' ? 'bank' : (attempt.params.kind ?? 'card');
  const isAlike = isDebit({ state: why.ended, kind, code: why.code })
    ? isDebit
    : ({ state }: PaymentAttempt) => state === 'declined' || state === 'not_found';
  const pastAttempts = await attemptsOf(tx, payment.id);
  const attempts = pastAttempts.filter(
    (each) => each.payment_method_id === attempt.payment_method_id && isAlike(each) && !isOurMistake(each),
  ).length;
  const next = nextRetryOn({
    ...why,
    kind,
    attempts,
    tried_on: dayIn(clock.time_zone, attempt.created_at),
    heard_on: clock.today(),
  });
  const planned = why.ended === 'returned' ? null : plannedBefore({ payment, attempt }, pastAttempts);
  return next && planned ? (next < planned ? next : planned) : (next ?? planned);
}
