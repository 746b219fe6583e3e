import { desc, eq, getTableColumns } from 'drizzle-orm';
import { periodProgramGroups, periods, programGroups } from '#db/tables/catalog.ts';
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
