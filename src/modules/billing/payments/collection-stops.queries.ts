import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { collectionStops } from '#db/tables/billing/collection-stops.ts';
import { orders } from '#db/tables/orders.ts';
import { users } from '#db/tables/accounts.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import type { Db, Tx } from '#platform/db/database.ts';

/** While one stands that nobody has released, due payments are not collected. */
export const isCollectionStopped = sql<boolean>`exists (select 1 from ${collectionStops}
  where ${collectionStops.released_at} is null)`;

/** The stop that stands, with the payment whose charge was refused last. */
export async function findStop(db: Db) {
  const [stop] = await db
    .select({
      id: collectionStops.id,
      stopped_at: collectionStops.stopped_at,
      principal_cents: chargeAttempts.principal_cents,
      surcharge_cents: chargeAttempts.surcharge_cents,
      payment: {
        id: payments.id,
        order_id: payments.order_id,
        payment_number: payments.payment_number,
      },
      parent: { id: users.id, first_name: users.first_name, last_name: users.last_name },
    })
    .from(collectionStops)
    .innerJoin(chargeAttempts, eq(chargeAttempts.id, collectionStops.charge_attempt_id))
    .innerJoin(payments, eq(payments.id, chargeAttempts.payment_id))
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(isNull(collectionStops.released_at));
  return stop;
}

/** Those who count refusals at once count one after the other. */
export const lockStops = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('collection stops', 0))`);

/**
 * Of how many orders a request was refused since the processor took one of any order, and since the last
 * release; by the instants at which they were sent, as what is told of a charge later says nothing of today.
 */
export async function countRefusedOrders(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(distinct p.order_id)::int as n
    from charge_attempts a join payments p on p.id = a.payment_id
    where a.code in ('refused_request', 'account_refused') and a.state in ('declined', 'unknown', 'not_found')
      and a.last_sent_at > coalesce((select max(released_at) from collection_stops), '-infinity')
      and a.last_sent_at > coalesce((select max(good.last_sent_at) from charge_attempts good
        where good.state in ('action', 'processing', 'succeeded', 'returned')
          or (good.state = 'declined' and good.code is distinct from 'refused_request')), '-infinity')`);
  return rows[0]!.n;
}

/** @returns undefined when one stands already */
export async function insertStop(
  tx: Tx,
  stop: { stopped_at: Date; charge_attempt_id: number },
): Promise<number | undefined> {
  const [row] = await tx
    .insert(collectionStops)
    .values(stop)
    .onConflictDoNothing()
    .returning({ id: collectionStops.id });
  return row?.id;
}

type Release = { stop_id: number; released_at: Date; released_by_id: number };

/** @returns whether this release ended it */
export async function releaseStop(tx: Tx, { stop_id, ...release }: Release): Promise<boolean> {
  const rows = await tx
    .update(collectionStops)
    .set(release)
    .where(and(eq(collectionStops.id, stop_id), isNull(collectionStops.released_at)))
    .returning({ id: collectionStops.id });
  return rows.length > 0;
}

/** What was put off because its request was refused is due again today. */
export async function makeDueAgain(tx: Tx, today: PlainDate): Promise<void> {
  const lastCode = tx
    .select({ code: chargeAttempts.code })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.payment_id, payments.id))
    .orderBy(desc(chargeAttempts.attempt_no))
    .limit(1);
  await tx
    .update(payments)
    .set({ next_try_on: today, version: sql`${payments.version} + 1` })
    .where(
      and(
        inArray(payments.status, [...UNPAID]),
        gt(payments.next_try_on, today),
        sql`(${lastCode}) in ('refused_request', 'account_refused')`,
      ),
    );
}

/** Attempts of the collection that were written down and never sent, and that nobody is about to send. */
export async function listUnsent(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.state, 'created'), isAway, lt(chargeAttempts.lease_until, now)));
  return rows.map(({ id }) => id);
}

/** Charged while its family is away: by the collection, or by staff. */
export const isAway = sql`coalesce(${chargeAttempts.params} ->> 'presence', 'away') = 'away'`;
