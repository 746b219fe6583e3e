import { eq } from 'drizzle-orm';
import { periodPrograms, programs } from '#db/tables/catalog.ts';
import { routeDiscounts, routes } from '#db/tables/routes.ts';
import type { Db } from '#platform/db/database.ts';

/** Where a route's discount applies: the school and the period of its route (B2). */
export type DiscountRecord = { is_sibling_discount: boolean; period_id: number; program_group_id: number };

export async function findDiscountPlace(db: Db, discountId: number): Promise<DiscountRecord | undefined> {
  const [place] = await db
    .select({
      is_sibling_discount: routeDiscounts.is_sibling_discount,
      period_id: periodPrograms.period_id,
      program_group_id: programs.program_group_id,
    })
    .from(routeDiscounts)
    .innerJoin(routes, eq(routes.id, routeDiscounts.route_id))
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .where(eq(routeDiscounts.id, discountId));
  return place;
}
