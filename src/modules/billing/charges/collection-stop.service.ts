import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { FAILED_ATTEMPTS } from '#modules/billing/payments/attempt.states.ts';
import { updatePayment, type Locked } from '#modules/billing/payments/attempts.queries.ts';
import { attemptsOf } from '#modules/billing/payments/collection.queries.ts';
import {
  countRefusedOrders,
  findStop,
  insertStop,
  listUnsent,
  lockStops,
} from '#modules/billing/payments/collection-stops.queries.ts';
import { isOurMistake } from '#modules/billing/payments/retry-policy.ts';

export { findStop } from '#modules/billing/payments/collection-stops.queries.ts';

/** A single order can be odd; so many are a release or a setting. */
const REFUSED_ORDERS = 3;

/**
 * A payment whose charge came to nothing by no fault of its family: it is owed as before. Nobody is told, and
 * it does not count as one of its tries. What the portal or staff sent is put off to the next day, so that
 * one odd payment is not sent all day long.
 * Source: S19
 */
export async function afterOurMistake(
  tx: Tx,
  billing: BillingContext,
  { order, payment, attempt }: Locked,
  { code }: { code: string | null },
): Promise<void> {
  const isFailure = ({ state }: { state: string }) => FAILED_ATTEMPTS.some((failed) => failed === state);
  const pastAttempts = await attemptsOf(tx, payment.id);
  const last = pastAttempts.find((each) => isFailure(each) && !isOurMistake(each));
  const failed = last?.state === 'returned' ? ('returned' as const) : ('failed' as const);
  const owed = last ? failed : ('scheduled' as const);
  const isPutOff = code !== 'not_sent' && !attempt.is_by_family;
  await updatePayment(tx, payment.id, {
    status: order.status === 'cancelled' ? 'cancelled' : owed,
    ...(isPutOff && { next_try_on: nextDayOf(payment.next_try_on, billing.clock.today()) }),
  });
  if (order.status === 'active') await billing.orderListener.onPaymentsChanged(tx, order.id);
}

function nextDayOf(planned: PlainDate | null, today: PlainDate): PlainDate {
  const tomorrow = addDays(today, 1);
  return planned !== null && planned > tomorrow ? planned : tomorrow;
}

/**
 * Stops the collection of due payments when requests of three orders were refused one after the other, so
 * that a mistake of ours goes no further. The stop is a row: it holds for every portal and over restarts.
 * Families who pay by themselves, and staff who charge one payment, go on and see what comes of it.
 * Source: S19
 */
export async function noteRefusedRequest(
  tx: Tx,
  { clock, log }: BillingContext,
  charge_attempt_id: number,
): Promise<void> {
  await lockStops(tx);
  if ((await findStop(tx)) || (await countRefusedOrders(tx)) < REFUSED_ORDERS) return;
  const stopped_at = clock.now();
  const stop_id = await insertStop(tx, { stopped_at, charge_attempt_id });
  if (stop_id === undefined) return;
  await writeAudit(tx, stopped_at, undefined, {
    action: 'billing.collection_stopped',
    subject: `collection_stop:${stop_id}`,
    detail: { charge_attempt_id },
  });
  await enqueue(tx, stopped_at, {
    kind: 'billing.collection_stopped',
    ref: String(stop_id),
    payload: { stop_id },
  });
  log.error({ collection_stop_id: stop_id, charge_attempt_id }, 'the collection of due payments has stopped');
}

/** Whether due payments are left alone; says so in the log, as the job that asks would be silent. */
export async function isStopped({ db, log }: Pick<BillingContext, 'db' | 'log'>): Promise<boolean> {
  const stop = await findStop(db);
  if (stop) log.warn({ collection_stop_id: stop.id }, 'due payments wait until staff release the collection');
  return stop !== undefined;
}

/** The attempts that a collection which ended has written down and not sent, while it has stopped. */
export async function listLeftUnsent({ db, clock }: BillingContext): Promise<number[]> {
  return (await findStop(db)) ? listUnsent(db, clock.now()) : [];
}
