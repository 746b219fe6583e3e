import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { disputes } from '#db/tables/billing/disputes.ts';
import { invoices } from '#db/tables/billing/ledger.ts';
import { outbox } from '#db/tables/platform.ts';
import type { Db } from '#platform/db/database.ts';

export async function findDisputedCharge(db: Db, dispute_id: number) {
  const [row] = await db
    .select({
      order_id: disputes.order_id,
      gateway_ref: disputes.gateway_ref,
      amount_cents: disputes.amount_cents,
      reason: disputes.reason,
      opened_at: disputes.opened_at,
      due_at: disputes.due_at,
      payment_number: payments.payment_number,
      principal_cents: chargeAttempts.principal_cents,
      surcharge_cents: chargeAttempts.surcharge_cents,
      charge_ref: chargeAttempts.gateway_ref,
      charged_at: chargeAttempts.first_sent_at,
      brand: paymentMethods.brand,
      last_4: paymentMethods.last_4,
      invoice_id: invoices.id,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.payment_id))
    .innerJoin(chargeAttempts, eq(chargeAttempts.id, disputes.charge_attempt_id))
    .innerJoin(paymentMethods, eq(paymentMethods.id, disputes.payment_method_id))
    .leftJoin(invoices, eq(invoices.charge_attempt_id, disputes.charge_attempt_id))
    .where(eq(disputes.id, dispute_id));
  return row;
}

export async function listMailsSent(
  db: Db,
  order_id: number,
  kinds: readonly string[],
): Promise<{ kind: string; sent_at: Date }[]> {
  const about = sql`(${outbox.payload} ->> 'order_id' = ${String(order_id)}
    or ${outbox.payload} ->> 'payment_id' in (select id::text from payments where order_id = ${order_id})
    or exists (select from jsonb_array_elements_text(${outbox.payload} -> 'payment_ids') as about (id)
      join payments on payments.id::text = about.id where payments.order_id = ${order_id})
    or ${outbox.payload} ->> 'invoice_id' in (select id::text from invoices where order_id = ${order_id})
    or ${outbox.payload} ->> 'order_refund_id' in
      (select id::text from order_refunds where order_id = ${order_id}))`;
  const rows = await db
    .select({ kind: outbox.kind, sent_at: outbox.sent_at })
    .from(outbox)
    .where(and(inArray(outbox.kind, [...kinds]), isNotNull(outbox.sent_at), about))
    .orderBy(asc(outbox.sent_at), asc(outbox.id));
  return rows.map(({ kind, sent_at }) => ({ kind, sent_at: sent_at! }));
}
