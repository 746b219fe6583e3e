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

/** An event may appear in the processor's list some minutes after others that happened later. */
const OVERLAP_MS = 15 * MINUTE_MS;

/** As far back as processors keep their events; the first reading begins there. */
const KEPT_MS = 30 * DAY_MS;

/** So long an event that was processed stays known; longer than any processor tells it again. */
const REMEMBERED_MS = 90 * DAY_MS;

const PAGE = 100;

/**
 * Writes down what the processor's list of events has had to tell since it was last read, once each. The
 * cursor moves when all of the list is written, so a reading that is cut off is done again.
 * Opens its own transactions; must not be called inside one.
 * @returns how many events were new, and whether the list was read to its end
 * Source: S14
 */
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

/** `isWhole` turns false when the list breaks off. */
type EventList = { isWhole: boolean };

/** The list as far as it can be read: a line that breaks is no fault of the portal's. */
async function* readList({ gateway, log }: BillingContext, from: Date, list: EventList) {
  try {
    yield* gateway.eventsSince(from);
  } catch (error) {
    list.isWhole = false;
    log.warn({ error: describeError(error) }, "the processor's list of events broke off");
  }
}

// A clock that was ahead and has been set right must not hide what happens now.
function since(cursor: Date | undefined, now: Date): Date {
  if (!cursor) return new Date(now.getTime() - KEPT_MS);
  return new Date(Math.min(cursor.getTime(), now.getTime()) - OVERLAP_MS);
}

/**
 * Writes down events that the processor has delivered, unless they are known, and commits them; what they
 * name is read by the job. Those that come while the database is busy are committed together.
 * @returns whether an event, or one that was written with it, was new
 * Source: S19
 */
export function deliveredEvents(billing: BillingContext): (event: ProcessorEvent) => Promise<boolean> {
  const { db, clock } = billing;
  const put = writeTogether(async (rows: NewEvent[]) => {
    // One statement, which is committed by itself.
    const known = await insertEvents(db, rows);
    billing.crashPoint('a delivered event received');
    return known;
  });
  return (event) => put(rowOf(event, 'webhook', clock.now()));
}

/**
 * Has everything read again that has not settled or been verified, whether or not an event told of it,
 * and forgets what was processed long ago. Once a day: the events of a second run on a day are those of the
 * first.
 * Source: S14
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

/** Has an object of which an open event tells read by the next run, after a person has asked for it. */
export const readEventsNow = bringForward;
