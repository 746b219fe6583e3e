import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { processorPayouts } from '#db/tables/billing/processor-books.ts';
import { processorCursors } from '#db/tables/billing/processor-events.ts';
import { reconciliationDifferences } from '#db/tables/billing/reconciliation.ts';
import { subtract } from '#kit/money.ts';
import { findBinding } from '#modules/billing/processor/binding.queries.ts';
import type { Db } from '#platform/db/database.ts';
import { MATTERS_SHOWN } from './matter.states.ts';
import { isUnsettled, type FoundMatter } from './matters.queries.ts';

/** The amount is theirs less ours. */
export async function openDifferences(db: Db): Promise<FoundMatter[]> {
  const { id, happened_at, ours_cents, theirs_cents, gone_on, explained_at } = reconciliationDifferences;
  const subject = sql<string>`${reconciliationDifferences.class} || ':' || ${reconciliationDifferences.ref}`;
  const rows = await db
    .select({ subject, happened_at, ours_cents, theirs_cents })
    .from(reconciliationDifferences)
    .where(and(isNull(gone_on), isNull(explained_at)))
    .orderBy(asc(happened_at), asc(id))
    .limit(MATTERS_SHOWN);
  return rows.map((row) => ({
    subject: row.subject,
    since: row.happened_at,
    amount_cents: subtract(row.theirs_cents, row.ours_cents),
  }));
}

export async function failedPayouts(db: Db): Promise<FoundMatter[]> {
  const { ref, amount_cents, made_at, state } = processorPayouts;
  const subject = sql<string>`'payout:' || ${ref}`;
  return db
    .select({ subject, since: made_at, amount_cents })
    .from(processorPayouts)
    .where(and(eq(state, 'failed'), isUnsettled('payout_failed', subject, made_at)))
    .orderBy(asc(made_at), asc(ref))
    .limit(MATTERS_SHOWN);
}

export async function unreadEvents(db: Db, before: Date): Promise<FoundMatter[]> {
  const binding = await findBinding(db);
  if (!binding) return [];
  const { list, whole_at, read_until } = processorCursors;
  const [read] = await db.select({ whole_at, read_until }).from(processorCursors).where(eq(list, 'events'));
  const since = read?.whole_at ?? read?.read_until ?? binding.bound_at;
  return since < before ? [{ subject: 'list:events', since, amount_cents: null }] : [];
}
