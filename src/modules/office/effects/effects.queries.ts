import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { printedContracts } from '#db/tables/orders/printed-contracts.ts';
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
