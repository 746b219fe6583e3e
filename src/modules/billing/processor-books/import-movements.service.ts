import { DAY_MS } from '#kit/durations.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { journalAllOnce } from '#modules/billing/ledger/ledger.queries.ts';
import { moveCursor, readCursor } from '#modules/billing/processor/cursors.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Movement, Payout } from '#platform/payments/movement.ts';
import { bookingsOf } from './movement-bookings.ts';
import {
  oldestOnItsWay,
  oldestOpenPayout,
  upsertMovements,
  upsertPayout,
} from './processor-books.queries.ts';

/** The processor may list a line with a past instant. */
const OVERLAP_MS = 5 * DAY_MS;

const PATIENCE_MS = 60 * DAY_MS;

const PAGE = 500;

/**
 * Payments, attempts and refunds stay as they are. Opens its own transactions. @returns false if a list broke
 * off (S18)
 */
export async function importMovements(billing: BillingContext): Promise<boolean> {
  const { db, log } = billing;
  const cursor = await readCursor(db, 'movements');
  try {
    const newest = await readMovements(billing, cursor);
    await readPayouts(billing, cursor);
    if (newest) await db.transaction((tx) => moveCursor(tx, 'movements', newest));
    return true;
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    log.warn({ error: describeError(error.cause) }, "the processor's list of movements broke off");
    return false;
  }
}

export async function recordPayout(tx: Tx, { clock }: BillingContext, payout: Payout): Promise<void> {
  await upsertPayout(tx, payout, clock.now());
}

class Unread extends Error {}

async function* untilItBreaks<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  const all = list[Symbol.asyncIterator]();
  for (;;) {
    const next = await all.next().catch((cause: unknown) => {
      throw new Unread('a list broke off', { cause });
    });
    if (next.done) return;
    yield next.value;
  }
}

async function readMovements(billing: BillingContext, cursor: Date | undefined): Promise<Date | undefined> {
  const { db, clock, gateway } = billing;
  const since = cursor && earliest(cursor, await oldestOnItsWay(db), clock.now());
  let [page, newest]: [Movement[], Date | undefined] = [[], cursor];
  const write = async () => {
    const read = page.splice(0);
    await db.transaction(async (tx) => {
      await upsertMovements(tx, read, clock.now());
      await journalAllOnce(tx, read.flatMap(bookingsOf));
    });
    billing.crashPoint('a page of movements read');
  };
  try {
    for await (const movement of untilItBreaks(gateway.movements(since))) {
      page.push(movement);
      if (!newest || movement.at > newest) newest = movement.at;
      if (page.length === PAGE) await write();
    }
  } finally {
    if (page.length > 0) await write();
  }
  return newest;
}

async function readPayouts(billing: BillingContext, cursor: Date | undefined): Promise<void> {
  const { db, clock, gateway } = billing;
  const since = cursor ? earliest(cursor, await oldestOpenPayout(db), clock.now()) : new Date(0);
  for await (const payout of untilItBreaks(gateway.payouts(since)))
    await db.transaction((tx) => upsertPayout(tx, payout, clock.now()));
}

// After a clock ahead of time is corrected, the cursor must not hide new lines.
function earliest(cursor: Date, open: Date | undefined, now: Date): Date {
  const overlapping = Math.min(cursor.getTime(), now.getTime()) - OVERLAP_MS;
  const stillOpen = Math.max(open?.getTime() ?? overlapping, now.getTime() - PATIENCE_MS);
  return new Date(Math.min(overlapping, stillOpen));
}
