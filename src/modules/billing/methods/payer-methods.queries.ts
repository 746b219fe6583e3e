import { and, eq, sql } from 'drizzle-orm';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { orders } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { asMethods, isWanted, selectMethods, type MethodRow } from './methods.queries.ts';

const ofOrder = prepared((db, { order_id }: Slots<{ order_id: number }>) => {
  const payer = db.select({ id: orders.user_id }).from(orders).where(eq(orders.id, order_id));
  return selectMethods(db, and(sql`${paymentMethods.user_id} = (${payer})`, isWanted));
});

/** By order, for a single round trip with the debts of the order. */
export async function methodsOfPayer(db: Db, order_id: number): Promise<MethodRow[]> {
  return asMethods(ofOrder(db, { order_id }));
}
