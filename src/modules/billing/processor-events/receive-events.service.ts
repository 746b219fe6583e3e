import { DAY_MS, MINUTE_MS } from '#kit/durations.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { listUndecidedDisputes } from '#modules/billing/disputes/disputes.service.ts';
import { listUndecided } from '#modules/billing/methods/entries/entries.queries.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { moveCursor, readCursor } from '#modules/billing/processor/cursors.queries.ts';
import type { ObservedObject, ProcessorEvent } from '#platform/payments/gateway.ts';
import {
  bringForward,
  deleteProcessed,
  insertEvents,
  rowOf,
  listPendingRefunds,
  listUnsettledCharges,
  type NewEvent,
} from './processor-events.queries.ts';
import { writeTogether } from './write-together.ts';

/** The processor may list an event some minutes after later events. */
const OVERLAP_MS = 15 * MINUTE_MS;

/** Processors keep events for this long; the first reading starts here. */
const KEPT_MS = 30 * DAY_MS;

/** Longer than any processor sends an event again. */
const REMEMBERED_MS = 90 * DAY_MS;

const PAGE = 100;

/** An interrupted reading starts again at the same place. Opens its own transactions (S14). */
export async function pollEvents(billing: BillingContext): Promise<{ known: number; isWhole: boolean }> {
  const { db, clock } = billing;
  const list: EventList = { isWhole: true };
  const from = since(await readCursor(db, 'events'), clock.now());
  let [known, newest, page]: [number, Date, ProcessorEvent[]] = [0, from, []];
  const write = async () => {
    const rows = page.map((event) => rowOf(event, 'poll', clock.now()));
    known += await db.transaction((tx) => insertEvents(tx, rows));
    page = [];
    billing.crashPoint('a page of events received');
  };
  for await (const event of readList(billing, from, list)) {
    page.push(event);
    if (event.at > newest) newest = event.at;
    if (page.length === PAGE) await write();
  }
  if (page.length > 0) await write();
  if (list.isWhole) await db.transaction((tx) => moveCursor(tx, 'events', newest, clock.now()));
  return { known, isWhole: list.isWhole };
}

type EventList = { isWhole: boolean };

async function* readList({ gateway, log }: BillingContext, from: Date, list: EventList) {
  try {
    yield* gateway.eventsSince(from);
  } catch (error) {
    list.isWhole = false;
    log.warn({ error: describeError(error) }, "the processor's list of events broke off");
  }
}

// After a clock ahead of time is corrected, the cursor must not hide new events.
function since(cursor: Date | undefined, now: Date): Date {
  if (!cursor) return new Date(now.getTime() - KEPT_MS);
  return new Date(Math.min(cursor.getTime(), now.getTime()) - OVERLAP_MS);
}

/** @returns whether this event, or another event of the same commit, was new (S19) */
export function deliveredEvents(billing: BillingContext): (event: ProcessorEvent) => Promise<boolean> {
  const { db, clock } = billing;
  const put = writeTogether(async (rows: NewEvent[]) => {
    const known = await insertEvents(db, rows);
    billing.crashPoint('a delivered event received');
    return known;
  });
  return (event) => put(rowOf(event, 'webhook', clock.now()));
}

/**
 * Events may be lost, so everything unsettled is read again. A second run on a day adds the same ids (S14).
 */
export async function sweepUnsettled({ db, clock }: BillingContext): Promise<void> {
  const [at, day] = [clock.now(), clock.today()];
  await db.transaction(async (tx) => {
    const eventOf = (kind: ObservedObject['kind'], { id, ref }: { id: number; ref: string }) => ({
      id: `sweep-${day}-${kind}-${id}`,
      at,
      object: { kind, ref },
    });
    const charges = (await listUnsettledCharges(tx)).map((charge) => eventOf('charge', charge));
    const refunds = (await listPendingRefunds(tx)).map((refund) => eventOf('refund', refund));
    const waiting = (await listUndecided(tx, { state: 'verifying', before: at })).flatMap(({ id, ref }) =>
      ref ? [eventOf('entry', { id, ref })] : [],
    );
    const disputes = (await listUndecidedDisputes(tx)).map((dispute) => eventOf('dispute', dispute));
    const events = [...charges, ...refunds, ...waiting, ...disputes];
    const rows = events.map((event) => rowOf(event, 'sweep', at));
    await insertEvents(tx, rows);
    await deleteProcessed(tx, new Date(at.getTime() - REMEMBERED_MS));
  });
}

export const readEventsNow = bringForward;
