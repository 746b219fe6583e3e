import { and, eq, inArray, isNull } from 'drizzle-orm';
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
      since: disputes.opened_at,
      due_at: disputes.due_at,
      payment: ofPayment,
      parent: ofParent,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.payment_id))
    .innerJoin(orders, eq(orders.id, disputes.order_id))
    .innerJoin(users, eq(users.id, orders.user_id));

/** Disputes that are not decided, in a state; once answered there is no day any more to answer by. */
export async function undecidedDisputes(db: Db, state: DisputeState): Promise<FoundMatter[]> {
  const rows = await selectDisputes(db)
    .where(and(isNull(disputes.closed_at), eq(disputes.state, state)))
    .orderBy(disputes.opened_at)
    .limit(MATTERS_SHOWN);
  return rows.map(({ id, gateway_ref, due_at, ...row }) => ({
    ...row,
    subject: `dispute:${id}`,
    dispute: { id, gateway_ref },
    due_at: state === 'answered' ? null : due_at,
  }));
}

/** Disputes that were lost, until somebody has talked to the family. */
export async function lostDisputes(db: Db, kind: MatterKind, action: string): Promise<FoundMatter[]> {
  return withCalls(await listCalls(db, kind, action), async (ids) => {
    const rows = await selectDisputes(db).where(inArray(disputes.id, ids));
    return rows.map(({ id, amount_cents, payment, parent }) => ({ id, amount_cents, payment, parent }));
  });
}
