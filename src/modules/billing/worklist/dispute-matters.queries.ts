import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { disputes } from '#db/tables/billing/disputes.ts';
import { orders } from '#db/tables/orders.ts';
import type { DisputeState } from '#modules/billing/dispute.states.ts';
import type { Db } from '#platform/db/database.ts';
import { MATTERS_SHOWN, type MatterKind } from './matter.states.ts';
import { listCalls, ofParent, ofPayment, withCalls, type FoundMatter } from './matters.queries.ts';

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
