import { and, countDistinct, eq, getTableColumns, gt } from 'drizzle-orm';
import {
  periodProgramGroups,
  periodPrograms,
  periods,
  programGroups,
  programs,
} from '#db/tables/catalog/catalog.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { openCheckouts, seatHolds } from '#db/tables/seats.ts';
import { CHECKOUT_MS } from '#modules/catalog/opening.ts';
import type { Db } from '#platform/db/database.ts';

/** The texts of a school in a season, with the names of both. */
export async function findLandingMessages(db: Db, id: number) {
  const [row] = await db
    .select({
      ...getTableColumns(periodProgramGroups),
      school: programGroups.text,
      path: programGroups.path,
      period: periods.text,
    })
    .from(periodProgramGroups)
    .innerJoin(programGroups, eq(programGroups.id, periodProgramGroups.program_group_id))
    .innerJoin(periods, eq(periods.id, periodProgramGroups.period_id))
    .where(eq(periodProgramGroups.id, id));
  return row;
}

/** How many families have a school of a season in an open checkout, counted as the effects of a closing. */
export async function countInCheckout(db: Db, now: Date, period_id?: number) {
  const since = new Date(now.getTime() - CHECKOUT_MS);
  const asked = db
    .select({ user_id: openCheckouts.user_id, route_id: openCheckouts.route_id })
    .from(openCheckouts)
    .where(gt(openCheckouts.asked_at, since));
  const holding = db
    .select({ user_id: seatHolds.user_id, route_id: seatHolds.route_id })
    .from(seatHolds)
    .where(and(eq(seatHolds.kind, 'checkout'), gt(seatHolds.held_until, now)));
  const open = asked.union(holding).as('open');
  return db
    .select({
      period_id: periodPrograms.period_id,
      program_group_id: programs.program_group_id,
      families: countDistinct(open.user_id),
    })
    .from(open)
    .innerJoin(routes, eq(routes.id, open.route_id))
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .where(period_id === undefined ? undefined : eq(periodPrograms.period_id, period_id))
    .groupBy(periodPrograms.period_id, programs.program_group_id);
}
