import { and, asc, count, eq, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { chargeAttempts } from '#db/tables/billing/billing.ts';
import { processorEvents } from '#db/tables/billing/processor-events.ts';
import { refunds } from '#db/tables/billing/refunds.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Charged } from '#platform/payments/charged.ts';
import type { ObservedObject, ProcessorEvent, RefundReading } from '#platform/payments/gateway.ts';

export type WhichEvents = SQL;

export type EventRow = typeof processorEvents.$inferSelect;
export type NewEvent = typeof processorEvents.$inferInsert;

export const rowOf = (
  { id, at, object }: ProcessorEvent,
  source: NewEvent['source'],
  now: Date,
): NewEvent => ({
  id,
  object_kind: object.kind,
  object_ref: object.ref,
  happened_at: at,
  received_at: now,
  source,
  next_try_at: now,
});

export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  // Sorted by id: two portals writing the same rows must not deadlock.
  const rows = events.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { rowCount } = await db.insert(processorEvents).values(rows).onConflictDoNothing();
  return rowCount ?? 0;
}

const isOpen = isNull(processorEvents.processed_at);

/** Charges without an attempt: the answer is under way, or this portal never sent the charge. */
export const OF_UNKNOWN_CHARGES: WhichEvents = sql`${processorEvents.object_kind} = 'charge' and not exists (
  select from ${chargeAttempts} where ${chargeAttempts.gateway_ref} = ${processorEvents.object_ref})`;

export async function countUnread(db: Db, tries: number): Promise<number> {
  const [found] = await db
    .select({ events: count() })
    .from(processorEvents)
    .where(and(isOpen, lt(processorEvents.tries, tries), OF_UNKNOWN_CHARGES));
  return found!.events;
}

export async function lockOldestEvent(tx: Tx, now: Date, which?: WhichEvents): Promise<EventRow | undefined> {
  const [event] = await tx
    .select()
    .from(processorEvents)
    .where(and(isOpen, lte(processorEvents.next_try_at, now), which))
    .orderBy(asc(processorEvents.happened_at), asc(processorEvents.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return event;
}

export async function lockEventsOf(tx: Tx, { kind, ref }: ObservedObject): Promise<EventRow[]> {
  return tx
    .select()
    .from(processorEvents)
    .where(and(isOpen, eq(processorEvents.object_kind, kind), eq(processorEvents.object_ref, ref)))
    .orderBy(asc(processorEvents.happened_at), asc(processorEvents.id))
    .for('update', { skipLocked: true });
}

export async function updateEvents(
  tx: Tx,
  ids: readonly string[],
  changes: Partial<Pick<EventRow, 'processed_at' | 'next_try_at' | 'last_error'>>,
): Promise<void> {
  await tx
    .update(processorEvents)
    .set(changes)
    .where(inArray(processorEvents.id, [...ids]));
}

export async function bringForward(tx: Tx, { kind, ref }: { kind: string; ref: string }, now: Date) {
  const { object_kind, object_ref } = processorEvents;
  await tx
    .update(processorEvents)
    .set({ next_try_at: now })
    .where(and(isOpen, eq(sql`${object_kind}`, kind), eq(object_ref, ref)));
}

export async function claimEvents(tx: Tx, ids: readonly string[], next_try_at: Date): Promise<void> {
  await tx
    .update(processorEvents)
    .set({ next_try_at, tries: sql`${processorEvents.tries} + 1` })
    .where(inArray(processorEvents.id, [...ids]));
}

export async function listUnsettledCharges(db: Db): Promise<{ id: number; ref: string }[]> {
  const { id, gateway_ref, state } = chargeAttempts;
  const rows = await db
    .select({ id, ref: gateway_ref })
    .from(chargeAttempts)
    .where(and(eq(state, 'processing'), isNotNull(gateway_ref)))
    .orderBy(asc(id));
  return rows.map((row) => ({ id: row.id, ref: row.ref! }));
}

export async function listPendingRefunds(db: Db): Promise<{ id: number; ref: string }[]> {
  const { id, gateway_ref, state } = refunds;
  const rows = await db
    .select({ id, ref: gateway_ref })
    .from(refunds)
    .where(and(eq(state, 'pending'), isNotNull(gateway_ref)))
    .orderBy(asc(id));
  return rows.map((row) => ({ id: row.id, ref: row.ref! }));
}

/** After a backup was restored, the number alone may belong to another family or sum. */
export async function isOurCharge(
  db: Db,
  attempt_id: number,
  charge: Charged | { charge_ref: string },
): Promise<boolean> {
  const { id, params, gateway_ref } = chargeAttempts;
  const isSame =
    'customer' in charge
      ? sql`${params} ->> 'customer' = ${charge.customer}
          and (${params} ->> 'amount_cents')::bigint = ${charge.amount_cents}`
      : or(isNull(gateway_ref), eq(gateway_ref, charge.charge_ref));
  const rows = await db
    .select({ id })
    .from(chargeAttempts)
    .where(and(eq(id, attempt_id), isSame))
    .limit(1);
  return rows.length > 0;
}

/** By the processor's name, or by our number with the same charge and sum (see `isOurCharge`). */
export async function findOurRefund(
  db: Db,
  ref: string,
  { refund_id, charge_ref, amount_cents }: Omit<RefundReading, 'outcome'>,
): Promise<number | undefined> {
  const isAskedFor = and(
    eq(refunds.id, refund_id ?? 0),
    isNull(refunds.gateway_ref),
    eq(refunds.charge_ref, charge_ref ?? ''),
    eq(refunds.amount_cents, amount_cents),
  );
  const [row] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(or(eq(refunds.gateway_ref, ref), isAskedFor))
    .limit(1);
  return row?.id;
}

export async function deleteProcessed(tx: Tx, before: Date): Promise<void> {
  await tx
    .delete(processorEvents)
    .where(and(isNotNull(processorEvents.processed_at), lt(processorEvents.processed_at, before)));
}
