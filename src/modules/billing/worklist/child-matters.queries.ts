import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#db/tables/accounts/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { auditLog } from '#db/tables/platform.ts';
import type { Db } from '#platform/db/database.ts';
import { MATTERS_SHOWN } from './matter.states.ts';
import { isUnsettled, ofParent, ofPayment, type FoundMatter } from './matters.queries.ts';

const earlier = alias(orders, 'earlier');

/** Perhaps one child on one route twice. The matter goes away when one of the orders ends (MC10). */
export async function childrenTwice(db: Db): Promise<FoundMatter[]> {
  const live = [...LIVE_ORDERS];
  const { subject, at: since, detail } = auditLog;
  const found = await db
    .select({
      subject,
      since,
      other_order_id: earlier.id,
      amount_cents: payments.amount_cents,
      payment: ofPayment,
      parent: ofParent,
    })
    .from(auditLog)
    .innerJoin(orders, eq(orders.id, sql`(${detail} ->> 'order_id')::bigint`))
    .innerJoin(earlier, eq(earlier.id, sql`(${detail} ->> 'other_order_id')::bigint`))
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(
      payments,
      eq(payments.id, sql`(select min(p.id) from ${payments} p where p.order_id = ${orders.id})`),
    )
    .where(
      and(
        eq(sql`lower(${auditLog.action})`, 'orders.child_twice'),
        inArray(orders.status, live),
        inArray(earlier.status, live),
        isUnsettled('child_twice', subject, since),
      ),
    )
    .orderBy(asc(since), asc(auditLog.id))
    .limit(MATTERS_SHOWN);
  // A renamed child may agree with several; staff settle what an order is about, the oldest pair first.
  return found.filter((matter, nr) => found.findIndex((one) => one.subject === matter.subject) === nr);
}
