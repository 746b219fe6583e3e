import { and, asc, eq } from 'drizzle-orm';
import { periodPrograms, periods, programGroups, programs } from '#db/tables/catalog.ts';
import { routes } from '#db/tables/routes.ts';
import type { Db } from '#platform/db/database.ts';

/**
 * Routes with surge pricing in their school's current year, sold or not; one of them when its id is given.
 */
export async function listSurgeRouteRows(db: Db, route_id?: number) {
  return db
    .select({
      id: routes.id,
      name: routes.name,
      program: programs.text,
      school: { path: programGroups.path, text: programGroups.text },
      period: periods.text,
    })
    .from(routes)
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.periodProgramId))
    .innerJoin(programs, eq(programs.id, periodPrograms.programId))
    .innerJoin(
      programGroups,
      and(
        eq(programGroups.id, programs.programGroupId),
        eq(programGroups.currentPeriodId, periodPrograms.periodId),
      ),
    )
    .innerJoin(periods, eq(periods.id, periodPrograms.periodId))
    .where(
      and(eq(routes.hasSurgePricing, true), route_id === undefined ? undefined : eq(routes.id, route_id)),
    )
    .orderBy(
      asc(programGroups.position),
      asc(programGroups.id),
      asc(programs.id),
      asc(routes.position),
      asc(routes.id),
    );
}
