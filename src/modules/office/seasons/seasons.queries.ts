import { and, count, eq, max, ne, sql } from 'drizzle-orm';
import { payments } from '#db/tables/billing/billing.ts';
import { textVersions } from '#db/tables/catalog/catalog-changes.ts';
import { periodPrograms } from '#db/tables/catalog/catalog.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import type { Cents } from '#kit/money.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';

/** Contracts in force, by period. */
export async function countContracts(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .select({ period_id: orders.period_id, n: count() })
    .from(orders)
    .where(eq(orders.status, 'active'))
    .groupBy(orders.period_id);
  return new Map(rows.map(({ period_id, n }) => [period_id, n]));
}

/** Payments of contracts in force, paid or due, without surcharges, by period. */
export async function sumSigned(db: Db): Promise<Map<number, Cents>> {
  const rows = await db
    .select({
      period_id: orders.period_id,
      cents: sql<Cents>`sum(${payments.amount_cents})::bigint`,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.order_id, orders.id))
    .where(and(eq(orders.status, 'active'), ne(payments.status, 'cancelled')))
    .groupBy(orders.period_id);
  return new Map(rows.map(({ period_id, cents }) => [period_id, cents]));
}

export async function countSeatsTaken(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .select({
      period_id: periodPrograms.period_id,
      n: sql<number>`sum(${routes.seats_taken})::int`,
    })
    .from(routes)
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .groupBy(periodPrograms.period_id);
  return new Map(rows.map(({ period_id, n }) => [period_id, n]));
}

export type TextChange = { row_id: number; field: string; at: Date };

/** The last change of each text of programs in a season. */
export async function listTextChanges(db: Db, period_program_ids: readonly number[]): Promise<TextChange[]> {
  const { row_id, field, made_at, kind } = textVersions;
  const rows = await db
    .select({ row_id, field, at: max(made_at) })
    .from(textVersions)
    .where(and(eq(kind, 'period_program'), isAnyOf(row_id, period_program_ids)))
    .groupBy(row_id, field);
  return rows.flatMap(({ at, ...text }) => (at ? [{ ...text, at }] : []));
}
