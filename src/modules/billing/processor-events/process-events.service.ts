import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { applyOutcome } from '#modules/billing/charges/outcomes.service.ts';
import { askProcessor, lostText } from '#modules/billing/processor/ask-processor.service.ts';
import { applyDispute, flagFraudWarning } from '#modules/billing/disputes/disputes.service.ts';
import { recordPayout } from '#modules/billing/processor-books/import-movements.service.ts';
import { applyRefundOutcome } from '#modules/billing/refunds/refund-outcomes.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { type MayGoOn, toTheEnd } from '#platform/queue/job.ts';
import type { Tx } from '#platform/db/database.ts';
import type {
  ChargeReading,
  DisputeReading,
  ObservedObject,
  PaymentGateway,
  RefundReading,
} from '#platform/payments/gateway.ts';
import type { Payout } from '#platform/payments/movement.ts';
import { METHOD_EVENTS } from './method-events.service.ts';
import {
  findOurRefund,
  isOurCharge,
  lockEventsOf,
  lockOldestEvent,
  rowOf,
  claimEvents,
  insertEvents,
  updateEvents,
  type EventRow,
  type WhichEvents,
} from './processor-events.queries.ts';

/** The last pause repeats. */
const PAUSES_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS];

/**
 * A failing object stops no other object; the job fails at the end. May run several times at once. Opens its
 * own transactions (S14, reliability 4.3).
 */
export async function processEvents(
  billing: BillingContext,
  { which, mayGoOn = toTheEnd }: { which?: WhichEvents; mayGoOn?: MayGoOn } = {},
): Promise<void> {
  const failures: unknown[] = [];
  while (mayGoOn()) {
    const claimed = await billing.db.transaction((tx) => claim(tx, billing.clock.now(), which));
    if (!claimed) break;
    billing.crashPoint('events claimed');
    await look(billing, claimed, failures);
  }
  if (failures.length > 0) throw failures[0];
}

type Claimed = { object: ObservedObject; event_ids: string[]; since: Date };

async function claim(tx: Tx, now: Date, which: WhichEvents | undefined): Promise<Claimed | undefined> {
  const oldest = await lockOldestEvent(tx, now, which);
  if (!oldest) return undefined;
  const object: ObservedObject = { kind: oldest.object_kind, ref: oldest.object_ref };
  const events = await lockEventsOf(tx, object);
  const event_ids = events.map(({ id }) => id);
  await claimEvents(tx, event_ids, nextTryAt(events, now));
  return { object, event_ids, since: oldest.received_at };
}

function nextTryAt(events: readonly EventRow[], now: Date): Date {
  const tries = Math.min(...events.map((event) => event.tries), PAUSES_MS.length - 1);
  return new Date(now.getTime() + PAUSES_MS[tries]!);
}

/**
 * Without further attempts. Opens its own transactions.
 * @returns the failure, `ABSENT` for an object unknown to the processor, undefined after booking
 */
export async function lookNow(
  billing: BillingContext,
  object: ObservedObject,
  id: string,
): Promise<string | undefined> {
  const { db, clock } = billing;
  const now = clock.now();
  await db.transaction((tx) => insertEvents(tx, [rowOf({ id, at: now, object }, 'staff', now)]));
  const failures: unknown[] = [];
  const failure = await look(billing, { object, event_ids: [id], since: now }, failures);
  if (failures.length > 0) throw failures[0];
  if (failure) await db.transaction((tx) => updateEvents(tx, [id], { processed_at: clock.now() }));
  return failure;
}

type MoneyKind = Exclude<ObservedObject['kind'], keyof typeof METHOD_EVENTS>;

type Reading = ChargeReading | RefundReading | DisputeReading | Payout;

async function look(
  billing: BillingContext,
  claimed: Claimed,
  failures: unknown[],
): Promise<string | undefined> {
  const { db, gateway, clock } = billing;
  const { object, event_ids } = claimed;
  if (object.kind in METHOD_EVENTS) return lookAtMethod(billing, claimed, failures);
  const read = readsOf(gateway, object.ref)[object.kind as MoneyKind];
  const reading = await askProcessor(billing, read);
  billing.crashPoint('object read');
  const failure = whyUnread(reading);
  if (failure) {
    await postpone(billing, claimed, failure);
    return failure;
  }
  try {
    await db.transaction(async (tx) => {
      await apply(tx, billing, object, reading as Reading);
      // An event received after the reading stays open: the object may have changed.
      await updateEvents(tx, event_ids, { processed_at: clock.now(), last_error: null });
    });
  } catch (error) {
    failures.push(error);
    const cause = error instanceof Error ? error.message : String(error);
    await postpone(billing, claimed, cause);
    return cause;
  }
  billing.crashPoint('events processed');
  return undefined;
}

type Reads = Readonly<Record<MoneyKind, () => Promise<Reading | 'absent'>>>;

const readsOf = (gateway: BillingContext['gateway'], ref: string): Reads => ({
  charge: () => gateway.readCharge(ref),
  refund: () => gateway.readRefund(ref),
  payout: () => gateway.readPayout(ref),
  dispute: () => readDispute(gateway, ref),
  warning: () => gateway.readCharge(ref),
});

export const ABSENT = 'the processor knows no such object';

async function lookAtMethod(
  billing: BillingContext,
  claimed: Claimed,
  failures: unknown[],
): Promise<string | undefined> {
  const { db, clock } = billing;
  const { kind, ref } = claimed.object;
  try {
    const failure = await METHOD_EVENTS[kind as keyof typeof METHOD_EVENTS](billing, ref);
    const processed = { processed_at: clock.now(), last_error: null };
    if (failure) await postpone(billing, claimed, failure);
    else await db.transaction((tx) => updateEvents(tx, claimed.event_ids, processed));
    return failure;
  } catch (error) {
    failures.push(error);
    const cause = error instanceof Error ? error.message : String(error);
    await postpone(billing, claimed, cause);
    return cause;
  }
}

function whyUnread(reading: Awaited<ReturnType<typeof askProcessor<Reading | 'absent'>>>) {
  if (reading === 'absent') return ABSENT;
  if ('k' in reading) return lostText(reading);
  const outcome = 'outcome' in reading ? reading.outcome : 'charge' in reading ? reading.charge : null;
  return outcome?.k === 'unknown' ? lostText(outcome) : undefined;
}

/** Stripe calls the return of a debit a dispute. */
async function readDispute(
  gateway: PaymentGateway,
  ref: string,
): Promise<DisputeReading | ChargeReading | 'absent'> {
  const reading = await gateway.readDispute(ref);
  if (reading === 'absent' || !reading.is_return || reading.attempt_id === null) return reading;
  return gateway.readCharge(reading.dispute.charge_ref);
}

async function apply(tx: Tx, billing: BillingContext, object: ObservedObject, reading: Reading) {
  if ('movement_ids' in reading) return recordPayout(tx, billing, reading);
  if ('refund_id' in reading) return applyRefund(tx, billing, object, reading);
  const id = reading.attempt_id;
  const detail = { our_id: id, ...unknownChargeOf(reading) };
  if (id === null || !(await isOurCharge(tx, id, chargeIn(reading))))
    return flagForeign(tx, billing, object, detail);
  // The charge first: a dispute may come before the answer of the charge.
  const outcome = 'dispute' in reading ? reading.charge : reading.outcome;
  if (outcome) await applyOutcome(tx, billing, { attempt_id: id, gatewayResult: outcome });
  if ('dispute' in reading) await applyDispute(tx, billing, { attempt_id: id, dispute: reading.dispute });
  if (object.kind === 'warning') await flagFraudWarning(tx, billing, id);
}

async function applyRefund(tx: Tx, billing: BillingContext, object: ObservedObject, reading: RefundReading) {
  const refund_id = await findOurRefund(tx, object.ref, reading);
  if (refund_id === undefined) return flagForeign(tx, billing, object, { our_id: reading.refund_id });
  return applyRefundOutcome(tx, billing, { refund_id, gatewayResult: reading.outcome });
}

const PATIENCE_MS = 24 * HOUR_MS;

async function postpone(billing: BillingContext, { object, event_ids, since }: Claimed, failure: string) {
  const { db, log, clock } = billing;
  await db.transaction((tx) => updateEvents(tx, event_ids, { last_error: failure }));
  const isOverdue = clock.now().getTime() - since.getTime() >= PATIENCE_MS;
  const line = { object, since, failure };
  if (isOverdue) log.error(line, 'an object of the processor could not be looked at for a day');
  else log.warn(line, 'an object of the processor could not be looked at');
}

const chargeIn = (reading: ChargeReading | DisputeReading) =>
  'dispute' in reading ? { charge_ref: reading.dispute.charge_ref } : reading;

/** Nothing is collected automatically from this family until staff look at the unknown charge. */
function unknownChargeOf(reading: Exclude<Reading, Payout>): { customer?: string } {
  if (!('outcome' in reading) || !('customer' in reading)) return {};
  const { attempt_id, customer, outcome } = reading;
  const isMoney = outcome.k !== 'declined' && outcome.k !== 'returned';
  return attempt_id !== null && customer !== null && isMoney ? { customer } : {};
}

type Foreign = { our_id: number | null; customer?: string };

// Made by hand, by another database on the account, or before a backup was restored: only a person can tell.
async function flagForeign(tx: Tx, billing: BillingContext, { kind, ref }: ObservedObject, detail: Foreign) {
  const row = { action: 'billing.foreign_object', subject: `${kind}:${ref}`, detail };
  await writeAudit(tx, billing.clock.now(), undefined, row);
  const { our_id } = detail;
  billing.log.error({ kind, ref, our_id }, 'the processor tells of an object that is not ours');
}
