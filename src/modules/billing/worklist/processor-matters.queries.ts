import { and, eq, inArray, isNotNull, isNull, type SQL, asc, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { disputes } from '#db/tables/billing/disputes.ts';
import { orders } from '#db/tables/orders/orders.ts';
import type { DisputeState } from '#modules/billing/dispute.states.ts';
import type { Db } from '#platform/db/database.ts';
import { MATTERS_SHOWN, type MatterKind } from './matter.states.ts';
import {
  listCalls,
  ofParent,
  ofPayment,
  withCalls,
  type FoundMatter,
  isUnsettled,
} from './matters.queries.ts';
import { processorPayouts } from '#db/tables/billing/processor-books.ts';
import { processorCursors } from '#db/tables/billing/processor-events.ts';
import { reconciliationDifferences } from '#db/tables/billing/reconciliation.ts';
import { subtract } from '#kit/money.ts';
import { findBinding } from '#modules/billing/processor/binding.queries.ts';

const selectDisputes = (db: Db) =>
  db
    .select({
      id: disputes.id,
      gateway_ref: disputes.gateway_ref,
      amount_cents: disputes.amount_cents,
      code: disputes.reason,
      unknown_state: disputes.unknown_state,
      since: disputes.opened_at,
      due_at: disputes.due_at,
      payment: ofPayment,
      parent: ofParent,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.payment_id))
    .innerJoin(orders, eq(orders.id, disputes.order_id))
    .innerJoin(users, eq(users.id, orders.user_id));

/** An answered dispute has no deadline. */
export async function undecidedDisputes(db: Db, state: DisputeState): Promise<FoundMatter[]> {
  const found = await openDisputes(db, and(eq(disputes.state, state), isNull(disputes.unknown_state)));
  return found.map(({ unknown_state: _, ...matter }) => ({
    ...matter,
    due_at: state === 'answered' ? null : matter.due_at,
  }));
}

/** Disputes with a status unknown to the portal; the status becomes the code. */
export const unknownDisputes = async (db: Db): Promise<FoundMatter[]> =>
  (await openDisputes(db, isNotNull(disputes.unknown_state))).map(({ unknown_state, ...matter }) => ({
    ...matter,
    code: unknown_state,
  }));

async function openDisputes(db: Db, which: SQL | undefined) {
  const rows = await selectDisputes(db)
    .where(and(isNull(disputes.closed_at), which))
    .orderBy(disputes.opened_at)
    .limit(MATTERS_SHOWN);
  return rows.map(({ id, gateway_ref, ...row }) => ({
    ...row,
    subject: `dispute:${id}`,
    dispute: { id, gateway_ref },
  }));
}

/** Stays on the worklist until someone has talked to the family. */
export async function lostDisputes(db: Db, kind: MatterKind, action: string): Promise<FoundMatter[]> {
  return withCalls(await listCalls(db, kind, action), async (ids) => {
    const rows = await selectDisputes(db).where(inArray(disputes.id, ids));
    return rows.map(({ id, amount_cents, payment, parent }) => ({ id, amount_cents, payment, parent }));
  });
}

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
