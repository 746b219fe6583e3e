import type { Tx } from '#platform/db/database.ts';
import { updatePayment } from '#modules/billing/payments/attempts.queries.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { collect, openAttempt } from './charges.service.ts';
import { collectionStep } from './collection-step.ts';
import { claimDue, listPerhapsDue } from '#modules/billing/payments/collection.queries.ts';
import { automaticMethod, descriptorOfLater, surchargesOfLater } from './later-charge.service.ts';
import { chargeable } from '#modules/billing/methods/methods.service.ts';
import { notifyFailure } from './payment-notifications.service.ts';

/**
 * Collects everything that is due on the company's day: payments whose day has come, also while the portal
 * was away, tries that were put off, and failed ones whose family has chosen another method. Several may run
 * at once: a payment is claimed by one of them, and an attempt that is alive takes it out of everybody's
 * reach (I3). One that cannot be collected does not hold up the others; the job fails after them.
 * Source: M5, M7, reliability 4.3
 */
export async function collectDue(billing: BillingContext): Promise<void> {
  // What stays unknown is the resolver's; the others need not wait for it.
  const singleRetry = { ...billing, replayDelaysMs: billing.replayDelaysMs.slice(0, 1) };
  const failures: unknown[] = [];
  for (const payment_id of await listPerhapsDue(billing.db, billing.clock.today())) {
    await collectOne(singleRetry, payment_id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function collectOne(billing: BillingContext, payment_id: number): Promise<void> {
  const attempt_id = await billing.db.transaction((tx) => claim(tx, billing, payment_id));
  if (attempt_id === undefined) return;
  billing.crashPoint('due payment claimed');
  await collect(billing, attempt_id);
}

/** @returns the attempt that is to be sent; undefined when there is nothing to send */
async function claim(tx: Tx, billing: BillingContext, payment_id: number): Promise<number | undefined> {
  const due = await claimDue(tx, payment_id);
  if (!due) return undefined;
  const { order, payment } = due;
  const today = billing.clock.today();
  const { method, isHeldBack, pastAttempts } = await automaticMethod(tx, { order, payment_id }, today);
  const step = collectionStep({ row: payment, method_id: method?.id, pastAttempts, today });
  if (step === 'ask_for_method') {
    await updatePayment(tx, payment_id, { status: 'needs_method', next_try_on: null });
    await billing.orderListener.onPaymentsChanged(tx, order.id);
    await notifyFailure(tx, billing.clock.now(), {
      payment_id,
      charge_attempt_id: null,
      method_id: null,
      next_try_on: null,
      is_held_back: isHeldBack,
    });
  }
  if (step !== 'charge') return undefined;
  const attempt = await openAttempt(tx, {
    payment,
    method: chargeable(method!),
    surcharges: await surchargesOfLater(tx, due, method!),
    descriptor: await descriptorOfLater(tx, due),
    now: billing.clock.now(),
  });
  return attempt.id;
}
