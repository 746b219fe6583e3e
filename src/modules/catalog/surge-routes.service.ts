import type { Db } from '#platform/db/database.ts';
import { listSurgeRouteRows } from './surge-routes.queries.ts';

/** The routes of the current school year for which a congestion fee can be raised (S4). */
export const listSurgeRoutes = (db: Db) => listSurgeRouteRows(db);

/** @returns undefined when the route has no surge pricing, or is another school year's */
export async function findSurgeRoute(db: Db, route_id: number) {
  const [route] = await listSurgeRouteRows(db, route_id);
  return route;
}
