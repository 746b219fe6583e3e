import { desc, eq } from 'drizzle-orm';
import { periodProgramGroups, periods, programGroups } from '#db/tables/catalog.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type LandingTexts = { active_msg: string | null; inactive_msg: string | null };

const asMessages = {
  id: periodProgramGroups.id,
  school: programGroups.text,
  path: programGroups.path,
  period: periods.text,
  is_active: periodProgramGroups.is_active,
  active_msg: periodProgramGroups.active_msg,
  inactive_msg: periodProgramGroups.inactive_msg,
};

const ofSchools = (db: Db) =>
  db
    .select(asMessages)
    .from(periodProgramGroups)
    .innerJoin(programGroups, eq(programGroups.id, periodProgramGroups.program_group_id))
    .innerJoin(periods, eq(periods.id, periodProgramGroups.period_id));

/** What each school's landing page says in each school year, the latest year first. */
export async function listLandingMessageRows(db: Db) {
  return ofSchools(db).orderBy(desc(periods.starts_on), programGroups.position, programGroups.id);
}

/** @returns undefined when there is no such school in a school year */
export async function updateLandingTexts(tx: Tx, id: number, texts: LandingTexts) {
  await tx
    .update(periodProgramGroups)
    .set({ active_msg: texts.active_msg, inactive_msg: texts.inactive_msg })
    .where(eq(periodProgramGroups.id, id));
  const [row] = await ofSchools(tx).where(eq(periodProgramGroups.id, id));
  return row;
}
