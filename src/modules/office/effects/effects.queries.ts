import { and, eq, gt, gte, isNull, max, sql } from 'drizzle-orm';
import { printedContracts } from '#db/tables/orders/printed-contracts.ts';
import { saleOffers } from '#db/tables/orders/sale-offers.ts';
import { students } from '#db/tables/students.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/database.ts';

/** Printed contracts that can still be paid, by route. */
export async function countPrinted(
  tx: Tx,
  route_ids: readonly number[],
  today: PlainDate,
): Promise<ReadonlyMap<number, number>> {
  if (route_ids.length === 0) return new Map();
  const rows = await tx
    .select({ route_id: printedContracts.route_id, n: sql<number>`count(*)::int` })
    .from(printedContracts)
    .innerJoin(students, eq(students.id, printedContracts.student_id))
    .where(
      and(
        isAnyOf(printedContracts.route_id, route_ids),
        gte(printedContracts.expires_on, today),
        isNull(students.deleted_at),
      ),
    )
    .groupBy(printedContracts.route_id);
  return new Map(rows.map(({ route_id, n }) => [route_id, n]));
}

type OpenOffers = { n: number; last: Date };

/** Offers of staff that families can still accept, with the latest end, by route. */
export async function countOffers(
  tx: Tx,
  route_ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, OpenOffers>> {
  if (route_ids.length === 0) return new Map();
  const { route_id, state, ends_at } = saleOffers;
  const rows = await tx
    .select({ route_id, n: sql<number>`count(*)::int`, last: max(ends_at) })
    .from(saleOffers)
    .where(and(isAnyOf(route_id, route_ids), eq(state, 'open'), gt(ends_at, now)))
    .groupBy(route_id);
  return new Map(rows.map((row) => [row.route_id, { n: row.n, last: row.last! }]));
}
