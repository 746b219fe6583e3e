import { and, eq, sql } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { company } from '#db/tables/catalog/catalog.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { paymentTerms } from '#db/tables/catalog/routes.ts';
import { cents } from '#kit/money.ts';
import type { Db } from '#platform/db/database.ts';
import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import { aPaidOrder } from './refunds.ts';
import type { Opened, TestBilling } from './test-billing.ts';
import { TEST_CARDS, typedCard } from './test-instruments.ts';

/** `later_id` is the payment of 2,150.00 that is due six months after the first one. */
export type ActiveOrder = Opened & { later_id: number };

/** An order in force whose first payment has been taken and whose second one is still to come. */
export async function anActiveOrder(
  t: Pick<TestBilling, 'billing' | 'clock'>,
  instrument: TypedInstrument = typedCard(TEST_CARDS.good),
): Promise<ActiveOrder> {
  const { db } = t.billing;
  // What is charged later asks for the company's rules of rounding.
  await db
    .insert(company)
    .values({
      name: 'City Bus',
      dispatch_phone: '212-555-0100',
      dispatch_email: 'dispatch@bus.example',
      hiring_email: 'jobs@bus.example',
      customer_service_email: 'office@bus.example',
    })
    .onConflictDoNothing();
  const opened = await aPaidOrder(t.billing, instrument);
  const { order_id } = opened;
  await db.update(orders).set({ activated_at: t.clock.now() }).where(eq(orders.id, order_id));
  const [later] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.order_id, order_id), eq(payments.payment_number, 2)));
  return { ...opened, later_id: later!.id };
}

type Guardians = { first: string | null; second: string | null };

/** The signed contract of an order, as far as billing reads it: a number, the child and its guardians. */
export async function aSignedContract(
  db: Db,
  { order_id, route_id }: Pick<Opened, 'order_id' | 'route_id'>,
  { first, second }: Guardians = { first: null, second: null },
): Promise<string> {
  const { rows } = await db.execute<{ type_id: number; program_id: number }>(sql`select
    (select id from options where key = 'paymentTermTypeFull')::int as type_id,
    (select period_program_id from routes where id = ${route_id})::int as program_id`);
  const { type_id, program_id } = rows[0]!;
  const [term] = await db
    .insert(paymentTerms)
    .values({
      route_id,
      name: 'Two payments',
      identifier: `T-${order_id}`,
      payment_term_type_id: type_id,
      deposit_cents: cents(280_000),
      amount_cents: cents(215_000),
      number_payments: 2,
      is_admin_only: false,
    })
    .returning();
  const contract_number = `26-TM-${String(order_id).padStart(6, '0')}-K`;
  await db.insert(contracts).values({
    order_id,
    contract_number,
    period_program_id: program_id,
    payment_term_id: term!.id,
    base_contract_cost_cents: cents(495_000),
    snapshot: { student: { first_name: 'Bo', guardian_1_email: first, guardian_2_email: second } },
    created_at: new Date('2026-04-10T14:00:00Z'),
  });
  return contract_number;
}

/** A payment's row as it is now. */
export async function paymentOf(db: Db, payment_id: number) {
  const [row] = await db.select().from(payments).where(eq(payments.id, payment_id));
  return row!;
}

/** Ends an order as staff do, as far as billing sees it: its seat is free again. */
export async function endOrder(db: Db, order_id: number): Promise<void> {
  await db.execute(sql`update orders set status = 'cancelled' where id = ${order_id}`);
  await db.execute(sql`update routes set seats_taken = seats_taken - 1
    where id = (select route_id from orders where id = ${order_id})`);
}

export async function orderOf(db: Db, order_id: number) {
  const [row] = await db.select().from(orders).where(eq(orders.id, order_id));
  return row!;
}

export type QueuedRow = { kind: string; ref: string; payload: Record<string, unknown> };

/** The waiting mails of a kind about an order's payment, with their words, the first one first. */
export async function mailsAbout(db: Db, kind: string, payment_id: number): Promise<QueuedRow[]> {
  const { rows } =
    await db.execute<QueuedRow>(sql`select kind, ref, payload || coalesce(words, '{}') as payload
    from outbox where kind = ${kind} and (payload->>'payment_id')::int = ${payment_id} order by id`);
  return rows;
}
