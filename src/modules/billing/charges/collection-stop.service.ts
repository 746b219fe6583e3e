import { isStillOwed } from '#modules/billing/payments/still-owed.queries.ts';
import { addBusinessDays } from '#kit/business-days.ts';
import { addDays, laterDay, startOfDayIn } from '#kit/plain-date.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { FAILED_ATTEMPTS } from '#modules/billing/payments/attempt.states.ts';
import { updatePayment, type Attempt, type Locked } from '#modules/billing/payments/attempts.queries.ts';
import { attemptsOf } from '#modules/billing/payments/collection.queries.ts';
import {
  countRefusedOrders,
  endLifted,
  extendStop,
  findStop,
  insertStop,
  listStops,
  listUnsent,
  lockStops,
} from '#modules/billing/payments/collection-stops.queries.ts';
import { isOurMistake } from '#modules/billing/payments/retry-policy.ts';

export { findStop } from '#modules/billing/payments/collection-stops.queries.ts';

/** A single order can be odd; three point to a release or a setting. */
const REFUSED_ORDERS = 3;

/**
 * After a mistake of the company the payment is owed as before, the family is not notified, and no attempt is
 * counted. A charge by the portal or staff, or a stopped debit, is postponed to the next day, or beyond the
 * company's limit to the next banking day (S19, MS2).
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
  const isEarly = payment.pay_on > billing.clock.today();
  const owed = last && !isEarly ? failed : ('scheduled' as const);
  const wasOnItsWay = attempt.state === 'processing';
  // A family's own debit on its way has replaced the planned day; a refusal at the screen has not.
  const isPutOff = code !== 'not_sent' && (!attempt.is_by_family || wasOnItsWay);
  const today = billing.clock.today();
  const earliest = code === 'company_limit' ? addBusinessDays(today, 1) : addDays(today, 1);
  const isOwed = await isStillOwed(tx, { order, payment });
  const unpaid = wasOnItsWay && { paid_at: null, settled_at: null };
  await updatePayment(tx, payment.id, {
    ...unpaid,
    status: isOwed ? owed : 'cancelled',
    ...(isOwed && isPutOff && { next_try_on: laterDay(earliest, payment.next_try_on) }),
  });
  if (order.status === 'active') await billing.orderListener.onPaymentsChanged(tx, order.id);
}

/**
 * Stops the collection after refused requests of three orders in a row. The stop is a row, valid for every
 * portal and across restarts. Pay now and single charges by staff go on (S19).
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

/**
 * Stops the charges of a kind until the next banking day, a successful charge, or a release by staff (MS2).
 */
export async function noteCompanyLimit(
  tx: Tx,
  { clock, log }: BillingContext,
  { id: charge_attempt_id, params }: Pick<Attempt, 'id' | 'params'>,
): Promise<void> {
  const kind = params.kind ?? 'bank';
  const resumes_at = startOfDayIn(clock.time_zone, addBusinessDays(clock.today(), 1));
  await lockStops(tx);
  const standing = await findStop(tx, kind);
  if (standing) return extendStop(tx, standing.id, { resumes_at, charge_attempt_id });
  const stopped_at = clock.now();
  const stop_id = await insertStop(tx, { stopped_at, charge_attempt_id, kind, resumes_at });
  await writeAudit(tx, stopped_at, undefined, {
    action: 'billing.limit_reached',
    subject: `collection_stop:${stop_id}`,
    detail: { charge_attempt_id, kind },
  });
  await enqueue(tx, stopped_at, {
    kind: 'billing.limit_reached',
    ref: String(stop_id),
    payload: { stop_id: stop_id! },
  });
  log.error(
    { collection_stop_id: stop_id, charge_attempt_id, kind },
    'the processor takes no more charges of one kind: the company has reached its limit',
  );
}

async function endLiftedStops({ db, clock, log }: Collecting): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    for (const { id, kind } of await endLifted(tx, now)) {
      const subject = `collection_stop:${id}`;
      await writeAudit(tx, now, undefined, { action: 'billing.limit_lifted', subject, detail: { kind } });
      log.info({ collection_stop_id: id, kind }, 'charges of one kind are taken again');
    }
  });
}

type Collecting = Pick<BillingContext, 'db' | 'clock' | 'log'>;

/** Logs the stop, because the calling job would end silently. */
export async function isStopped(billing: Collecting): Promise<boolean> {
  const { db, log } = billing;
  const stops = await listStops(db);
  if (stops.some(({ kind }) => kind !== null)) await endLiftedStops(billing);
  const stop = stops.find(({ kind }) => kind === null);
  if (stop) log.warn({ collection_stop_id: stop.id }, 'due payments wait until staff release the collection');
  return stop !== undefined;
}

export const listLeftUnsent = ({ db, clock }: BillingContext): Promise<number[]> =>
  listUnsent(db, clock.now());
