import { and, asc, count, desc, eq, gte, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { disputes } from '#db/tables/billing/disputes.ts';
import { refunds } from '#db/tables/billing/refunds.ts';
import { reconciliationDifferences, reconciliationRuns } from '#db/tables/billing/reconciliation.ts';
import { outbox } from '#db/tables/platform.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { DIFFERENCES_SHOWN } from './difference.states.ts';

export type DifferenceRow = typeof reconciliationDifferences.$inferSelect;
export type NewDifference = Pick<
  DifferenceRow,
  'kind' | 'class' | 'ref' | 'ours_cents' | 'theirs_cents' | 'happened_at' | 'first_seen_at' | 'last_seen_at'
>;
export type RunRow = typeof reconciliationRuns.$inferSelect;

const differences = reconciliationDifferences;
const isHere = isNull(differences.gone_on);
const isOpen = and(isHere, isNull(differences.explained_at));

export async function lockDifferences(tx: Tx): Promise<DifferenceRow[]> {
  return tx.select().from(differences).where(isHere).orderBy(asc(differences.id)).for('update');
}

/** Two portals may compare at once. After a restored backup, there are more rows than parameters allow. */
export async function insertDifferences(tx: Tx, rows: readonly NewDifference[]): Promise<void> {
  await tx.execute(sql`
    insert into ${differences}
      (kind, class, ref, ours_cents, theirs_cents, happened_at, first_seen_at, last_seen_at)
    select kind, class, ref, ours_cents, theirs_cents, happened_at, first_seen_at, last_seen_at
    from jsonb_to_recordset(${JSON.stringify(rows)}) as found (kind text, class text, ref text,
      ours_cents bigint, theirs_cents bigint, happened_at timestamptz, first_seen_at timestamptz,
      last_seen_at timestamptz)
    on conflict do nothing`);
}

export async function updateDifferences(
  tx: Tx,
  ids: readonly number[],
  changes: Partial<DifferenceRow>,
): Promise<void> {
  await tx.update(differences).set(changes).where(isAnyOf(differences.id, ids));
}

export async function insertRun(tx: Tx, run: typeof reconciliationRuns.$inferInsert): Promise<void> {
  await tx.insert(reconciliationRuns).values(run);
}

export async function findNewestRun(db: Db): Promise<RunRow | undefined> {
  const [run] = await db
    .select()
    .from(reconciliationRuns)
    .orderBy(desc(reconciliationRuns.ended_at), desc(reconciliationRuns.id))
    .limit(1);
  return run;
}

export async function lockDifference(tx: Tx, id: number): Promise<DifferenceRow | undefined> {
  const [row] = await tx.select().from(differences).where(eq(differences.id, id)).for('update');
  return row;
}

export async function lockDifferencesOf(
  tx: Tx,
  one: Pick<DifferenceRow, 'class' | 'ref'>,
): Promise<DifferenceRow[]> {
  const isIt = and(eq(differences.class, one.class), eq(differences.ref, one.ref), isHere);
  return tx.select().from(differences).where(isIt).orderBy(asc(differences.id)).for('update');
}

export async function sumOpen(db: Db): Promise<{ open_count: number; open_cents: number }> {
  const [row] = await db
    .select({
      open_count: count(),
      cents: sql<string>`coalesce(sum(${differences.theirs_cents} - ${differences.ours_cents}), 0)`,
    })
    .from(differences)
    .where(isOpen);
  return { open_count: row!.open_count, open_cents: Number(row!.cents) };
}

export const DIFFERENCES_MAIL = 'billing.differences';

type Mailed = { newSince: Date; oldBefore: Date; mailedSince: Date };

/** Finds a new difference, or an old one while no mail has gone out lately: the reasons for a mail (MP10). */
export async function isSomethingToTell(
  db: Db,
  { newSince, oldBefore, mailedSince }: Mailed,
): Promise<boolean> {
  const isNew = gte(differences.first_seen_at, newSince);
  const isOld = lt(differences.first_seen_at, oldBefore);
  const lately = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.kind, DIFFERENCES_MAIL), gte(outbox.created_at, mailedSince)));
  const rows = await db
    .select({ id: differences.id })
    .from(differences)
    .where(and(isOpen, or(isNew, and(isOld, notExists(lately)))))
    .limit(1);
  return rows.length > 0;
}

const orderOf = sql<number | null>`coalesce(
  (select p.order_id from ${chargeAttempts} a join ${payments} p on p.id = a.payment_id
    where ${differences.class} = 'charge' and a.gateway_ref = ${differences.ref}),
  (select p.order_id from ${refunds} r join ${payments} p on p.id = r.payment_id
    where ${differences.class} = 'refund' and r.gateway_ref = ${differences.ref}),
  (select d.order_id from ${disputes} d
    where ${differences.class} = 'dispute' and d.gateway_ref = ${differences.ref}))::int`;

const withPerson = (db: Db) =>
  db
    .select({
      difference: differences,
      order_id: orderOf,
      first_name: users.first_name,
      last_name: users.last_name,
    })
    .from(differences)
    .leftJoin(users, eq(users.id, differences.explained_by_id));

export async function listOpen(db: Db) {
  return withPerson(db)
    .where(isOpen)
    .orderBy(asc(differences.happened_at), asc(differences.id))
    .limit(DIFFERENCES_SHOWN);
}

export async function listClosed(db: Db, since: PlainDate) {
  const isGone = and(isNotNull(differences.gone_on), gte(differences.gone_on, since));
  const isExplained = and(isHere, isNotNull(differences.explained_at));
  return withPerson(db)
    .where(or(isGone, isExplained))
    .orderBy(desc(differences.last_seen_at), desc(differences.id))
    .limit(DIFFERENCES_SHOWN);
}
