import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { collectionStops } from '#db/tables/billing/collection-stops.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { users } from '#db/tables/accounts/accounts.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export const isCollectionStopped = sql<boolean>`exists (select 1 from ${collectionStops}
  where ${collectionStops.released_at} is null and ${collectionStops.kind} is null)`;

const kindOfAttempt = sql`${chargeAttempts.params} ->> 'kind'`;

/** A stop of everything, or of the attempt's kind until charges of the kind resume. */
export const isAttemptStopped = (now: unknown) => sql<boolean>`exists (select 1 from ${collectionStops}
  where ${collectionStops.released_at} is null and (${collectionStops.kind} is null
    or (${collectionStops.kind} = ${kindOfAttempt}
      and ${collectionStops.resumes_at} > ${now}::timestamptz)))`;

export const stoppedKinds = (now: Date) => sql<('card' | 'bank')[]>`array(select ${collectionStops.kind}
  from ${collectionStops}
  where ${collectionStops.released_at} is null and ${collectionStops.resumes_at} > ${now}::timestamptz)`;

export async function isKindStopped(db: Db, kind: 'card' | 'bank', now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: collectionStops.id })
    .from(collectionStops)
    .where(
      and(
        isNull(collectionStops.released_at),
        eq(collectionStops.kind, kind),
        gt(collectionStops.resumes_at, now),
      ),
    );
  return rows.length > 0;
}

export type Stopped = 'all' | 'card' | 'bank';

export async function listStops(db: Db) {
  return db
    .select({
      id: collectionStops.id,
      kind: collectionStops.kind,
      resumes_at: collectionStops.resumes_at,
      stopped_at: collectionStops.stopped_at,
      principal_cents: chargeAttempts.principal_cents,
      surcharge_cents: chargeAttempts.surcharge_cents,
      reason: chargeAttempts.processor_reason,
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
}

export const findStop = async (db: Db, of: Stopped = 'all') =>
  (await listStops(db)).find(({ kind }) => (kind ?? 'all') === of);

export const lockStops = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('collection stops', 0))`);

/** Compares the times of sending, because a late answer says nothing about today. */
export async function countRefusedOrders(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(distinct p.order_id)::int as n
    from charge_attempts a join payments p on p.id = a.payment_id
    where a.code in ('refused_request', 'account_refused') and a.state in ('declined', 'unknown', 'not_found')
      and a.last_sent_at >
        coalesce((select max(released_at) from collection_stops where kind is null), '-infinity')
      and a.last_sent_at > coalesce((select max(good.last_sent_at) from charge_attempts good
        where good.state in ('action', 'processing', 'succeeded', 'returned')
          or (good.state = 'declined' and coalesce(good.code, '') not in ('refused_request', 'company_limit'))
      ), '-infinity')`);
  return rows[0]!.n;
}

type Limit = { kind: 'card' | 'bank'; resumes_at: Date };

export async function extendStop(
  tx: Tx,
  stop_id: number,
  changes: Pick<Limit, 'resumes_at'> & { charge_attempt_id: number },
): Promise<void> {
  await tx.update(collectionStops).set(changes).where(eq(collectionStops.id, stop_id));
}

/** A charge sent before the last refused charge ends no stop. */
export async function endLifted(tx: Tx, now: Date): Promise<{ id: number; kind: string | null }[]> {
  const wasTaken = sql`exists (select from charge_attempts good
    join charge_attempts refused on refused.id = ${collectionStops.charge_attempt_id}
    where good.state in ('processing', 'succeeded') and good.params ->> 'kind' = ${collectionStops.kind}
      and good.last_sent_at > refused.last_sent_at)`;
  return tx
    .update(collectionStops)
    .set({ released_at: now })
    .where(and(isNull(collectionStops.released_at), isNotNull(collectionStops.kind), wasTaken))
    .returning({ id: collectionStops.id, kind: collectionStops.kind });
}

/** @returns undefined when an open stop exists */
export async function insertStop(
  tx: Tx,
  stop: { stopped_at: Date; charge_attempt_id: number } & Partial<Limit>,
): Promise<number | undefined> {
  const [row] = await tx
    .insert(collectionStops)
    .values(stop)
    .onConflictDoNothing()
    .returning({ id: collectionStops.id });
  return row?.id;
}

type Release = { stop_id: number; released_at: Date; released_by_id: number };

/** @returns the kind of the stop; undefined if the stop had ended before */
export async function releaseStop(tx: Tx, { stop_id, ...release }: Release): Promise<Stopped | undefined> {
  const [row] = await tx
    .update(collectionStops)
    .set(release)
    .where(and(eq(collectionStops.id, stop_id), isNull(collectionStops.released_at)))
    .returning({ kind: collectionStops.kind });
  return row && (row.kind ?? 'all');
}

const REFUSED_CODES: Record<'all' | 'limit', readonly string[]> = {
  all: ['refused_request', 'account_refused'],
  limit: ['company_limit'],
};

export async function makeDueAgain(tx: Tx, of: keyof typeof REFUSED_CODES, today: PlainDate): Promise<void> {
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
        inArray(sql`(${lastCode})`, [...REFUSED_CODES[of]]),
      ),
    );
}

export async function listUnsent(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.state, 'created'),
        isAway,
        isAttemptStopped(now),
        lt(chargeAttempts.lease_until, now),
      ),
    );
  return rows.map(({ id }) => id);
}

export const isAway = sql`coalesce(${chargeAttempts.params} ->> 'presence', 'away') = 'away'`;
