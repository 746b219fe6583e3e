import { desc, eq } from 'drizzle-orm';
import { periodProgramGroups, periods, programGroups } from '#db/tables/catalog.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type LandingTexts = { active_msg: string | null; inactive_msg: string | null };

const asMessages = {
  id: periodProgramGroups.id,
  school: programGroups.text,
  path: programGroups.path,
  period: periods.text,
  is_active: periodProgramGroups.isActive,
  active_msg: periodProgramGroups.activeMsg,
  inactive_msg: periodProgramGroups.inactiveMsg,
};

const ofSchools = (db: Db) =>
  db
    .select(asMessages)
    .from(periodProgramGroups)
    .innerJoin(programGroups, eq(programGroups.id, periodProgramGroups.programGroupId))
    .innerJoin(periods, eq(periods.id, periodProgramGroups.periodId));

/** What each school's landing page says in each school year, the latest year first. */
export async function listLandingMessageRows(db: Db) {
  return ofSchools(db).orderBy(desc(periods.startsOn), programGroups.position, programGroups.id);
}

/** @returns undefined when there is no such school in a school year */
export async function updateLandingTexts(tx: Tx, id: number, texts: LandingTexts) {
  await tx
    .update(periodProgramGroups)
    .set({ activeMsg: texts.active_msg, inactiveMsg: texts.inactive_msg })
    .where(eq(periodProgramGroups.id, id));
  const [row] = await ofSchools(tx).where(eq(periodProgramGroups.id, id));
  return row;
}
