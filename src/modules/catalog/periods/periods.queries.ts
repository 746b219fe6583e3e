import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { periodProgramGroups, periods, programGroups } from '#db/tables/catalog.ts';
import { auditLog } from '#db/tables/platform.ts';
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

/** Who of the staff has written a version of an object, by the audit log. */
export async function findWriter(db: Db, subject: string, version: number) {
  const [row] = await db
    .select({ at: auditLog.at, first_name: users.first_name, last_name: users.last_name })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actor_id))
    .where(and(eq(auditLog.subject, subject), sql`${auditLog.detail}->>'version' = ${String(version)}`))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row;
}
