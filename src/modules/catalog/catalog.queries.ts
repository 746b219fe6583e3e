import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import {
  company,
  divisions,
  periodProgramGroups,
  periodPrograms,
  periods,
  printableContracts,
  products,
  programGrades,
  programGroups,
  programs,
} from '#db/tables/catalog.ts';
import type { Db } from '#platform/db/database.ts';

/** Filters that are undefined are left out. */
const only = (...filters: (SQL | undefined | false)[]) =>
  and(...filters.filter((filter) => filter !== false));
const is = (column: Parameters<typeof eq>[0], value: unknown) =>
  value === undefined ? undefined : eq(column, value);

export const findCompany = async (db: Db) => (await db.select().from(company))[0];
export const listProducts = (db: Db) => db.select().from(products).orderBy(asc(products.id));

export const listDivisions = (db: Db, id?: number) =>
  db.select().from(divisions).where(is(divisions.id, id)).orderBy(asc(divisions.id));
export type DivisionRow = Awaited<ReturnType<typeof listDivisions>>[number];

type GroupFilter = { id?: number; path?: string; division_id?: number };

export const listGroups = (db: Db, { id, path, division_id }: GroupFilter = {}) =>
  db
    .select({ group: programGroups, division: divisions })
    .from(programGroups)
    .innerJoin(divisions, eq(divisions.id, programGroups.division_id))
    .where(
      only(
        is(programGroups.id, id),
        is(programGroups.division_id, division_id),
        path !== undefined && sql`lower(${programGroups.path}) = lower(${path})`,
      ),
    )
    .orderBy(asc(programGroups.position), asc(programGroups.id));
export type GroupRow = Awaited<ReturnType<typeof listGroups>>[number];

type ProgramFilter = { id?: number; program_group_id?: number };

/** Programs with their school, and whether they sell in its current period. */
export const listPrograms = (db: Db, { id, program_group_id }: ProgramFilter) =>
  db
    .select({
      program: programs,
      group: programGroups,
      sells: sql<boolean>`coalesce(${periodPrograms.is_active}, false)`,
    })
    .from(programs)
    .innerJoin(programGroups, eq(programGroups.id, programs.program_group_id))
    .leftJoin(
      periodPrograms,
      and(
        eq(periodPrograms.program_id, programs.id),
        eq(periodPrograms.period_id, programGroups.current_period_id),
      ),
    )
    .where(only(is(programs.id, id), is(programs.program_group_id, program_group_id)))
    .orderBy(asc(programs.position), asc(programs.id));
export type ProgramRow = Awaited<ReturnType<typeof listPrograms>>[number];

export const listGrades = (db: Db, program_id: number, id?: number) =>
  db
    .select({ id: programGrades.id, text: programGrades.text })
    .from(programGrades)
    .where(only(eq(programGrades.program_id, program_id), is(programGrades.id, id)))
    .orderBy(asc(programGrades.position), asc(programGrades.id));

export const findPeriod = async (db: Db, id: number) =>
  (await db.select().from(periods).where(eq(periods.id, id)))[0];
export type PeriodRow = NonNullable<Awaited<ReturnType<typeof findPeriod>>>;

type PeriodGroupFilter = { period_id: number; program_group_id?: number; activeOnly?: boolean };

export const listPeriodGroups = (db: Db, { period_id, program_group_id, activeOnly }: PeriodGroupFilter) =>
  db
    .select({ periodGroup: periodProgramGroups, period: periods })
    .from(periodProgramGroups)
    .innerJoin(periods, eq(periods.id, periodProgramGroups.period_id))
    .innerJoin(programGroups, eq(programGroups.id, periodProgramGroups.program_group_id))
    .where(
      only(
        eq(periodProgramGroups.period_id, period_id),
        is(periodProgramGroups.program_group_id, program_group_id),
        activeOnly && eq(periodProgramGroups.is_active, true),
      ),
    )
    .orderBy(asc(programGroups.position), asc(programGroups.id));

export const listPrintables = (db: Db, period_id: number) =>
  db
    .select({
      groupId: periodProgramGroups.id,
      name: printableContracts.name,
      file_name: printableContracts.file_name,
    })
    .from(printableContracts)
    .innerJoin(periodProgramGroups, eq(periodProgramGroups.id, printableContracts.period_program_group_id))
    .where(eq(periodProgramGroups.period_id, period_id))
    .orderBy(asc(printableContracts.position), asc(printableContracts.id));
