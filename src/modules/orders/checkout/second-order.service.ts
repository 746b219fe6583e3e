import { refuseField } from '#kit/refusal.ts';
import { findLiveOrder } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { Db } from '#platform/db/database.ts';

/** A child has one order of a route (I7). @throws order_exists */
export async function refuseSecondOrder(
  db: Db,
  { student_id, route_id }: { student_id: number; route_id: number },
): Promise<void> {
  if (await findLiveOrder(db, student_id, route_id))
    throw refuseField(orderRefusals.order_exists, 'contract.route_id');
}
