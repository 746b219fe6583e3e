import { and, asc, eq, gte, isNotNull, lte, notExists, sql } from 'drizzle-orm';
import { periodProgramGroups, periods } from '#db/tables/catalog/catalog.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { outbox } from '#db/tables/platform.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { wasActivatedBefore } from '#modules/orders/orders.queries.ts';
import type { Db } from '#platform/db/database.ts';

export const ROUTE_INFORMATION = 'orders.route_information';

type Wanted = {
  today: PlainDate;
  /** the latest first day of school */
  beginsBy: PlainDate;
  activatedBefore: Date;
  limit: number;
};

const firstDay = sql`coalesce(${periodProgramGroups.first_day_of_school}, ${periods.first_day_of_school})`;

const routeInformationOf = (db: Db) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.kind, ROUTE_INFORMATION), eq(outbox.ref, sql`${orders.id}::text`)));

export async function listUnnotified(
  db: Db,
  { today, beginsBy, activatedBefore, limit }: Wanted,
): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(contracts, and(eq(contracts.order_id, orders.id), isNotNull(contracts.contract_number)))
    .innerJoin(periods, eq(periods.id, orders.period_id))
    .leftJoin(
      periodProgramGroups,
      and(
        eq(periodProgramGroups.period_id, orders.period_id),
        eq(periodProgramGroups.program_group_id, orders.program_group_id),
      ),
    )
    .where(
      and(
        eq(orders.status, 'active'),
        gte(periods.ends_on, today),
        lte(firstDay, beginsBy),
        wasActivatedBefore(activatedBefore),
        notExists(routeInformationOf(db)),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findActiveRoute(db: Db, order_id: number): Promise<number | undefined> {
  const [row] = await db
    .select({ route_id: orders.route_id })
    .from(orders)
    .where(and(eq(orders.id, order_id), eq(orders.status, 'active')));
  return row?.route_id;
}
