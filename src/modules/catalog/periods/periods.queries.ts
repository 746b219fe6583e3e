import { and, countDistinct, desc, eq, getTableColumns, gt } from 'drizzle-orm';
import { periodProgramGroups, periodPrograms, periods, programGroups, programs } from '#db/tables/catalog.ts';
import { routes } from '#db/tables/routes.ts';
import { seatHolds } from '#db/tables/seats.ts';
import type { Db } from '#platform/db/database.ts';

const latestFirst = desc(periods.starts_on);

const ofSchools = (db: Db) =>
  db
    .select({
      ...getTableColumns(periodProgramGroups),
      school: programGroups.text,
      path: programGroups.path,
      period: periods.text,
    })
    .from(periodProgramGroups)
    .innerJoin(programGroups, eq(programGroups.id, periodProgramGroups.program_group_id))
    .innerJoin(periods, eq(periods.id, periodProgramGroups.period_id));

export async function listLandingMessages(db: Db) {
  return ofSchools(db).orderBy(latestFirst, programGroups.position, programGroups.id);
}

export async function findLandingMessages(db: Db, id: number) {
  const [row] = await ofSchools(db).where(eq(periodProgramGroups.id, id));
  return row;
}

/** How many families have a school of a season in a checkout that keeps a seat. */
export async function countInCheckout(db: Db, now: Date, period_id?: number) {
  return db
    .select({
      period_id: periodPrograms.period_id,
      program_group_id: programs.program_group_id,
      families: countDistinct(seatHolds.user_id),
    })
    .from(seatHolds)
    .innerJoin(routes, eq(routes.id, seatHolds.route_id))
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .where(
      and(
        eq(seatHolds.kind, 'checkout'),
        gt(seatHolds.held_until, now),
        period_id === undefined ? undefined : eq(periodPrograms.period_id, period_id),
      ),
    )
    .groupBy(periodPrograms.period_id, programs.program_group_id);
}
