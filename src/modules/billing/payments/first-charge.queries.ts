import { getTableColumns, sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { orders } from '#db/tables/orders.ts';
import { mustBeAsSeen } from '#platform/db/as-seen.ts';
import { withCommit } from '#platform/db/at-once.ts';
import type { Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import type { Attempt, Locked, NewAttempt, NewPayment } from './attempts.queries.ts';

type PlannedCharge = Omit<NewAttempt, 'payment_id'> & { rows: string };

const insertPlan = prepared((db, { rows, ...attempt }: Slots<PlannedCharge>) => {
  const { id, payment_number } = payments;
  const planned = db.$with('planned', { id, payment_number }).as(sql`
    insert into ${payments} (order_id, payment_number, amount_cents, pay_on, notified_method,
      notified_total_cents, status, attempts)
    select plan.order_id, plan.payment_number, plan.amount_cents, plan.pay_on, plan.notified_method,
      plan.notified_total_cents,
      case plan.payment_number when 1 then 'in_flight' else 'scheduled' end,
      case plan.payment_number when 1 then 1 else 0 end
    from jsonb_to_recordset(${rows})
      as plan (order_id bigint, payment_number integer, amount_cents bigint, pay_on date,
        notified_method text, notified_total_cents bigint)
    order by plan.payment_number returning id, payment_number`);
  const payment_id = sql<number>`(select id from planned where payment_number = 1)`;
  return db
    .with(planned)
    .insert(chargeAttempts)
    .values({ ...attempt, payment_id, attempt_no: 1 })
    .returning({
      ...getTableColumns(chargeAttempts),
      payment_ids: sql<number[]>`(select jsonb_agg(id order by payment_number) from planned)`,
    });
});

/**
 * Writes what an order owes, and with it the attempt that collects its first payment.
 * @returns with the ids of the payments, in the order of their numbers
 */
export async function insertPaymentsWithAttempt(
  tx: Tx,
  rows: readonly NewPayment[],
  attempt: Omit<NewAttempt, 'payment_id'>,
): Promise<{ attempt: Attempt; payment_ids: number[] }> {
  const [row] = await insertPlan(tx, { ...attempt, rows: JSON.stringify(rows) });
  const { payment_ids, ...written } = row!;
  return { attempt: written, payment_ids };
}

const lockSent = prepared((db, { attempt_id, version }: Slots<{ attempt_id: number; version: number }>) =>
  db.execute(sql`
    with held as (
      select from ${orders}
      join ${payments} on ${payments.order_id} = ${orders.id}
      join ${chargeAttempts} on ${chargeAttempts.payment_id} = ${payments.id}
      where ${chargeAttempts.id} = ${attempt_id} and ${chargeAttempts.state} = 'sent'
        and ${chargeAttempts.gateway_ref} is null and ${payments.version} = ${version}
        and ${orders.status} = 'pending_payment'
      for update of ${orders}, ${payments}, ${chargeAttempts})
    select ${mustBeAsSeen(sql`exists (select from held)`)}`),
);

/**
 * Locks order, payment and attempt as `lockAttempt` does, of a charge of which nobody has heard since it was
 * written as sent. Goes out with the commit, which fails where that is not so any more (`asSeenOr`).
 */
export function lockAsSent(tx: Tx, { attempt, payment }: Locked): void {
  withCommit(tx, [lockSent(tx, { attempt_id: attempt.id, version: payment.version })]);
}
