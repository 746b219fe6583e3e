import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { Attempt, PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import type { Db } from '#platform/db/database.ts';
import type { Opened } from './test-billing.ts';

const AT = new Date('2026-04-10T14:00:00Z');

/** A payment more of an order, in a state that its test names, without the flow that leads there. */
export async function aPaymentRow(
  db: Db,
  { order_id }: { order_id: number },
  changes: Partial<typeof payments.$inferInsert> = {},
): Promise<PaymentRow> {
  const next = sql<number>`(select coalesce(max(payment_number), 1) + 1 from payments
    where order_id = ${order_id})`;
  const row = { amount_cents: cents(100_000), pay_on: plainDate('2026-10-01'), status: 'scheduled' as const };
  const [payment] = await db
    .insert(payments)
    .values({ order_id, payment_number: next as unknown as number, ...row, ...changes })
    .returning();
  return payment!;
}

/** A try to collect a payment, in a state that its test names, without the flow that leads there. */
export async function anAttemptRow(
  db: Db,
  payment: { id: number; order_id: number },
  { method, ...changes }: Partial<typeof chargeAttempts.$inferInsert> & Pick<Opened, 'method'>,
): Promise<Attempt> {
  const attempt_no = sql<number>`(select coalesce(max(attempt_no), 0) + 1 from charge_attempts
    where payment_id = ${payment.id})` as unknown as number;
  const [attempt] = await db
    .insert(chargeAttempts)
    .values({
      payment_id: payment.id,
      attempt_no,
      idem_key: randomUUID(),
      payment_method_id: method.id,
      principal_cents: cents(100_000),
      surcharge_cents: cents(3_000),
      surcharges: [{ name: 'Card fee', amount_cents: 3_000 }],
      params: {
        order_id: payment.order_id,
        payment_number: 2,
        customer: method.gateway_customer,
        method_ref: method.gateway_ref,
        amount_cents: cents(103_000),
        descriptor: 'Round trip 2026-2027',
        statement: 'Harborline School Bus',
        kind: method.kind,
        presence: 'away',
      },
      processor: 'sandbox',
      state: 'created',
      lease_until: AT,
      created_at: AT,
      ...changes,
    })
    .returning();
  return attempt!;
}
