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
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .innerJoin(
      programGroups,
      and(
        eq(programGroups.id, programs.program_group_id),
        eq(programGroups.current_period_id, periodPrograms.period_id),
      ),
    )
    .innerJoin(periods, eq(periods.id, periodPrograms.period_id))
    .where(
      and(eq(routes.has_surge_pricing, true), route_id === undefined ? undefined : eq(routes.id, route_id)),
    )
    .orderBy(
      asc(programGroups.position),
      asc(programGroups.id),
      asc(programs.id),
      asc(routes.position),
      asc(routes.id),
    );
}
