import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { applyOutcome } from '#modules/billing/charges/outcomes.service.ts';
import { askProcessor } from '#modules/billing/processor/ask-processor.service.ts';
import { applyRefundOutcome } from '#modules/billing/refunds/refund-outcomes.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ChargeReading, ObservedObject, RefundReading } from '#platform/payments/gateway.ts';
import {
  isOurs,
  lockEventsOf,
  lockOldestEvent,
  claimEvents,
  updateEvents,
  type EventRow,
} from './processor-events.queries.ts';

/** After how long an object is read again whose reading has failed or was cut off; the last one repeats. */
const PAUSES_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS];

/**
 * Looks at every object of which an event has told: reads it once, applies what it is through the door of its
 * kind, and closes the events that were there before the reading. An object that cannot be read or applied is
 * tried again later and holds up no other; the job fails after them. May run several times at once.
 * Opens its own transactions; must not be called inside one.
 * Source: S14, reliability 4.3
 */
export async function processEvents(billing: BillingContext): Promise<void> {
  const failures: unknown[] = [];
  for (;;) {
    const claimed = await billing.db.transaction((tx) => claim(tx, billing.clock.now()));
    if (!claimed) break;
    billing.crashPoint('events claimed');
    await look(billing, claimed, failures);
  }
  if (failures.length > 0) throw failures[0];
}

type Claimed = { object: ObservedObject; event_ids: string[]; since: Date };

/** Takes the oldest object that is to be read, with all of its open events, until its next try. */
async function claim(tx: Tx, now: Date): Promise<Claimed | undefined> {
  const oldest = await lockOldestEvent(tx, now);
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

type Reading = ChargeReading | RefundReading;

async function look(billing: BillingContext, claimed: Claimed, failures: unknown[]): Promise<void> {
  const { db, gateway, clock } = billing;
  const { object, event_ids } = claimed;
  const { kind, ref } = object;
  const reading = await askProcessor<Reading | 'absent'>(billing, () =>
    kind === 'charge' ? gateway.readCharge(ref) : gateway.readRefund(ref),
  );
  billing.crashPoint('object read');
  const failure = whyUnread(reading);
  if (failure) return postpone(billing, claimed, failure);
  try {
    await db.transaction(async (tx) => {
      await apply(tx, billing, object, reading as Reading);
      // What came in since the reading tells of a later change, so it stays open.
      await updateEvents(tx, event_ids, { processed_at: clock.now(), last_error: null });
    });
  } catch (error) {
    failures.push(error);
    return postpone(billing, claimed, error instanceof Error ? error.message : String(error));
  }
  billing.crashPoint('events processed');
}

function whyUnread(reading: Awaited<ReturnType<typeof askProcessor<Reading | 'absent'>>>) {
  if (reading === 'absent') return 'the processor knows no such object';
  if ('k' in reading) return reading.cause;
  return reading.outcome.k === 'unknown' ? reading.outcome.cause : undefined;
}

async function apply(tx: Tx, billing: BillingContext, object: ObservedObject, reading: Reading) {
  const id = 'attempt_id' in reading ? reading.attempt_id : reading.refund_id;
  if (id === null || !(await isOurs(tx, object.kind, id))) return flagForeign(tx, billing, object, id);
  return 'attempt_id' in reading
    ? applyOutcome(tx, billing, { attempt_id: id, gatewayResult: reading.outcome })
    : applyRefundOutcome(tx, billing, { refund_id: id, gatewayResult: reading.outcome });
}

/** How long reading may fail before a person must look. */
const PATIENCE_MS = 24 * HOUR_MS;

async function postpone(billing: BillingContext, { object, event_ids, since }: Claimed, failure: string) {
  const { db, log, clock } = billing;
  await db.transaction((tx) => updateEvents(tx, event_ids, { last_error: failure }));
  const isOverdue = clock.now().getTime() - since.getTime() >= PATIENCE_MS;
  const line = { object, since, failure };
  if (isOverdue) log.error(line, 'an object of the processor could not be looked at for a day');
  else log.warn(line, 'an object of the processor could not be looked at');
}

// Made by hand at the processor, or by another database on the same account: no machine says whose it is.
async function flagForeign(
  tx: Tx,
  billing: BillingContext,
  { kind, ref }: ObservedObject,
  id: number | null,
) {
  const row = { action: 'billing.foreign_object', subject: `${kind}:${ref}`, detail: { our_id: id } };
  await writeAudit(tx, billing.clock.now(), undefined, row);
  billing.log.error({ kind, ref, our_id: id }, 'the processor tells of an object that is not ours');
}
