import { and, eq, inArray, sql } from 'drizzle-orm';
import { disputes } from '#db/tables/billing/disputes.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { processorCustomers } from '#db/tables/billing/method-entries.ts';
import { auditLog } from '#db/tables/platform.ts';
import { settledMatters } from '#db/tables/billing/worklist.ts';
import { STANDING_DISPUTES } from '#modules/billing/dispute.states.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';

const STANDING = sql.raw(STANDING_DISPUTES.map((state) => `'${state}'`).join(', '));

export const disputedMethods = sql<number[]>`array(select ${disputes.payment_method_id}::int from ${disputes}
  where ${disputes.order_id} = ${orders.id} and ${disputes.state} in (${STANDING}))`;

const standingDispute = prepared(
  (db, { order_id, method_id }: Slots<{ order_id: number; method_id: number }>) =>
    db
      .select({ id: disputes.id })
      .from(disputes)
      .where(
        and(
          eq(disputes.order_id, order_id),
          eq(disputes.payment_method_id, method_id),
          inArray(disputes.state, [...STANDING_DISPUTES]),
        ),
      )
      .limit(1),
);

/** Source: S17 */
export async function isMethodDisputed(db: Db, order_id: number, method_id: number): Promise<boolean> {
  return (await standingDispute(db, { order_id, method_id })).length > 0;
}

/** Customers charged at the processor for an attempt missing here, as after a restored backup (S21). */
export const heldCustomers = sql<string[]>`array(select foreign_charge.detail ->> 'customer'
  from ${auditLog} foreign_charge where lower(foreign_charge.action) = 'billing.foreign_object'
    and foreign_charge.detail ? 'customer'
    and not exists (select 1 from ${settledMatters} where ${settledMatters.kind} = 'foreign_charge'
      and ${settledMatters.subject} = foreign_charge.subject
      and ${settledMatters.settled_at} >= foreign_charge.at))`;

/** @param customer  the customer about to pay; a restored backup may lack the method (S21) */
export async function isFamilyHeld(db: Db, user_id: number, customer?: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from (select ${heldCustomers} as customers) held
    where ${customer ?? null}::text = any(held.customers)
      or exists (select from ${paymentMethods} where ${paymentMethods.user_id} = ${user_id}
        and ${paymentMethods.gateway_customer} = any(held.customers))
      or exists (select from ${processorCustomers} where ${processorCustomers.user_id} = ${user_id}
        and ${processorCustomers.customer_ref} = any(held.customers))`);
  return rows.length > 0;
}
