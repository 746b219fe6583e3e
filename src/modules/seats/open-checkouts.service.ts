import type { Db, Tx } from '#platform/db/database.ts';
import * as rows from './open-checkouts.queries.ts';
import { HOLD_MS } from './seat-count.ts';

export type { Checkout } from './open-checkouts.queries.ts';

type Asked = { user_id: number; route_id: number };

/** Notes that a family has asked for the price of a route, once in five minutes (SE5.3). */
export const noteOpenCheckout = (db: Db, now: Date, asked: Asked): Promise<void> =>
  rows.saveOpenCheckout(db, { ...asked, asked_at: now });

/**
 * The families with a route in an open checkout: a question for its price in the last 15 minutes, or a seat
 * held for a checkout (SE5.3).
 */
export async function listOpenCheckouts(
  db: Db,
  now: Date,
  route_ids: readonly number[],
): Promise<rows.Checkout[]> {
  if (route_ids.length === 0) return [];
  const since = new Date(now.getTime() - HOLD_MS);
  return rows.listOpenCheckouts(db, { route_ids, since, now });
}

/** A family is counted once, whatever it has open. */
export const countFamilies = (open: readonly rows.Checkout[]): number =>
  new Set(open.map(({ user_id }) => user_id)).size;

export const eraseOpenCheckoutsOf = (tx: Tx, user_id: number): Promise<void> =>
  rows.deleteOpenCheckoutsOf(tx, user_id);
