import { and, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm';
import { LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import type { Db } from '#platform/db/database.ts';
import type { Place } from './family-seats.ts';

type Asked = Record<keyof Place, number | SQLWrapper>;

/** The order by which a student has a seat of a route, if there is one. */
export const liveOrders = (db: Db, { route_id, student_id }: Asked) =>
  db
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.student_id, student_id),
        eq(orders.route_id, route_id),
        inArray(orders.status, [...LIVE_ORDERS]),
      ),
    );
