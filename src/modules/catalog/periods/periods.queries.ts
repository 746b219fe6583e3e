import { desc, eq, getTableColumns } from 'drizzle-orm';
import { periodProgramGroups, periods, programGroups } from '#db/tables/catalog.ts';
import type { LandingTexts } from '#modules/catalog/catalog.contract.ts';
import type { Db, Tx } from '#platform/db/database.ts';

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

/** @returns undefined for an unknown school year of a school */
export async function updateLandingTexts(tx: Tx, id: number, texts: LandingTexts) {
  await tx.update(periodProgramGroups).set(texts).where(eq(periodProgramGroups.id, id));
  const [row] = await ofSchools(tx).where(eq(periodProgramGroups.id, id));
  return row;
}

export type StoredPeriod = typeof periods.$inferSelect;

/** R1 */
export type WindowChange = Pick<
  StoredPeriod,
  'refund_open' | 'refund_cutoff' | 'reassign_open' | 'reassign_cutoff' | 'reassign_to'
>;

/** @returns the row before the change; undefined for an unknown school year */
export async function updateWindow(tx: Tx, id: number, to: WindowChange): Promise<StoredPeriod | undefined> {
  const [was] = await tx.select().from(periods).where(eq(periods.id, id)).for('no key update');
  if (was) await tx.update(periods).set(to).where(eq(periods.id, id));
  return was;
}
