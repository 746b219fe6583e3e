import { and, eq, sql } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import {
  company,
  divisions,
  periodProgramGroups,
  periods,
  printableContracts,
  programGrades,
  programGroups,
  programs,
} from '#db/tables/catalog.ts';
import type { Tx } from '#platform/db/database.ts';
import { saveRow } from '#platform/db/save-row.ts';

// Any fixed number: two imports at once would each add what the other adds.
const SEASON_LOCK = 7_203_121;

/** One import at a time; the lock ends with the transaction. */
export async function lockSeason(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SEASON_LOCK})`);
}

export async function optionIds(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.select({ key: options.key, id: options.id }).from(options);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Ids by natural key; paths are folded to lower case. */
export async function catalogKeys(tx: Tx) {
  const [ofDivisions, ofGroups, ofPrograms] = [
    await tx.select({ key: divisions.key, id: divisions.id }).from(divisions),
    await tx
      .select({ key: sql<string>`lower(${programGroups.path})`, id: programGroups.id })
      .from(programGroups),
    await tx.select({ key: programs.name, id: programs.id }).from(programs),
  ];
  const byKey = (rows: { key: string; id: number }[]) => new Map(rows.map(({ key, id }) => [key, id]));
  return { divisions: byKey(ofDivisions), programGroups: byKey(ofGroups), programs: byKey(ofPrograms) };
}
export type CatalogKeys = Awaited<ReturnType<typeof catalogKeys>>;

export const hasCompany = async (tx: Tx) => (await tx.$count(company)) > 0;

export const saveCompany = (tx: Tx, values: typeof company.$inferInsert) =>
  saveRow(tx, { table: company, same: eq(company.only_row, true), values });

export const saveDivision = (tx: Tx, values: typeof divisions.$inferInsert) =>
  saveRow(tx, { table: divisions, same: eq(divisions.key, values.key), values });

export const saveProgramGroup = (tx: Tx, values: typeof programGroups.$inferInsert) =>
  saveRow(tx, {
    table: programGroups,
    same: sql`lower(${programGroups.path}) = lower(${values.path})`,
    values,
  });

export const saveProgram = (tx: Tx, values: typeof programs.$inferInsert) =>
  saveRow(tx, { table: programs, same: eq(programs.name, values.name), values });

export const saveGrade = (tx: Tx, values: typeof programGrades.$inferInsert) =>
  saveRow(tx, {
    table: programGrades,
    same: and(eq(programGrades.program_id, values.program_id), eq(programGrades.text, values.text)),
    values,
  });

export const savePeriod = (tx: Tx, values: typeof periods.$inferInsert) =>
  saveRow(tx, { table: periods, same: eq(periods.name, values.name), values });

export const savePeriodProgramGroup = (tx: Tx, values: typeof periodProgramGroups.$inferInsert) =>
  saveRow(tx, {
    table: periodProgramGroups,
    same: and(
      eq(periodProgramGroups.period_id, values.period_id),
      eq(periodProgramGroups.program_group_id, values.program_group_id),
    ),
    values,
  });

export const savePrintableContract = (tx: Tx, values: typeof printableContracts.$inferInsert) =>
  saveRow(tx, {
    table: printableContracts,
    same: and(
      eq(printableContracts.period_program_group_id, values.period_program_group_id),
      eq(printableContracts.file_name, values.file_name),
    ),
    values,
  });

/** Makes a period the current one of a group; false when it is already. */
export async function setCurrentPeriod(
  tx: Tx,
  program_group_id: number,
  period_id: number,
): Promise<boolean> {
  const isOther = sql`${programGroups.current_period_id} is distinct from ${period_id}`;
  const { rowCount } = await tx
    .update(programGroups)
    .set({ current_period_id: period_id })
    .where(and(eq(programGroups.id, program_group_id), isOther));
  return rowCount === 1;
}
