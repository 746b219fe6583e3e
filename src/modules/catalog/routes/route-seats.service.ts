import type { Tx } from '#platform/db/database.ts';
import * as rows from './routes.queries.ts';

/** A route's seats, locked: how many there are (null: no limit) and how many are sold. */
export type LockedSeats = { id: number; is_active: boolean; capacity: number | null; taken: number };

/** Locks a route's seats until the transaction ends; everything that sells or holds one waits here (O9). */
export function lockRouteSeats(tx: Tx, route_id: number): Promise<LockedSeats | undefined> {
  return rows.lockSeats(tx, route_id);
}

/** Counts a seat as sold; false when the route is full (I6). */
export function takeRouteSeat(tx: Tx, route_id: number): Promise<boolean> {
  return rows.addTaken(tx, route_id, 1);
}

/** Counts a sold seat as free; false when none was sold. */
export function releaseRouteSeat(tx: Tx, route_id: number): Promise<boolean> {
  return rows.addTaken(tx, route_id, -1);
}
