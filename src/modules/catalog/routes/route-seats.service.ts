import type { Tx } from '#platform/db/database.ts';
import * as rows from './routes.queries.ts';

/** The locked seats of a route; capacity null is unlimited. */
export type LockedSeats = { id: number; is_active: boolean; capacity: number | null; taken: number };

/** Locks a route's seats until the transaction ends; every sale and hold waits for this lock (O9). */
export function lockRouteSeats(tx: Tx, route_id: number): Promise<LockedSeats | undefined> {
  return rows.lockSeats(tx, route_id);
}

/** Counts a seat as sold; false if the route is full (I6). */
export function takeRouteSeat(tx: Tx, route_id: number): Promise<boolean> {
  return rows.takeSeatOf(tx, route_id);
}

/** @returns false if no seat was sold */
export function releaseRouteSeat(tx: Tx, route_id: number): Promise<boolean> {
  return rows.releaseSeatOf(tx, route_id);
}
