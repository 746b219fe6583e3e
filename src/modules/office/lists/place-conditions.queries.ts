import { and, sql, type Column, type SQL } from 'drizzle-orm';
import { orders } from '#db/tables/orders/orders.ts';
import type { PlaceIds } from '#modules/orders/reading/place-ids.ts';
import { isIn } from '#platform/db/filter-conditions.ts';

/** Of `orders` in the statement. */
export const isAt = ({ period_ids, group_ids, route_ids }: PlaceIds): SQL | undefined =>
  and(
    isIn(orders.period_id, period_ids),
    isIn(orders.program_group_id, group_ids),
    isIn(orders.route_id, route_ids),
  );

export const isOfOrder = (order_id: Column, isSuch: SQL | undefined): SQL | undefined =>
  isSuch && sql`exists (select 1 from ${orders} where ${orders.id} = ${order_id} and ${isSuch})`;
