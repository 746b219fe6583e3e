import { invariant } from '#kit/invariant.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Db } from '#platform/db/database.ts';
import { sanitizeIfAny } from '#platform/html/sanitize.ts';
import {
  landingTextsShape,
  type Division,
  type Grade,
  type LandingTexts,
  type Period,
  type PeriodProgramGroup,
  type Program,
  type ProgramGroup,
} from './catalog.contract.ts';
import * as queries from './catalog.queries.ts';
import { catalogRefusals } from './catalog.refusals.ts';

export { listProducts } from './catalog.queries.ts';

/** The company's settings; a portal without a season has none yet. */
export const findCompany = queries.findCompany;

/** @throws invariant when no season has been imported */
export async function getCompany(db: Db) {
  const company = await queries.findCompany(db);
  invariant(company, 'a season has been imported');
  return company;
}

/** @throws not_found when the one that was asked for is not there */
export async function listDivisions(db: Db, id?: number): Promise<Division[]> {
  return found(await queries.listDivisions(db, id), id).map(toDivision);
}

/** @throws not_found when the one that was asked for is not there */
export async function listProgramGroups(db: Db, id?: number): Promise<ProgramGroup[]> {
  return found(await queries.listGroups(db, { id }), id).map(toProgramGroup);
}

/** @throws path_not_found when no school has this landing page */
export async function findProgramGroupByPath(
  db: Db,
  path: string,
  division_id?: number,
): Promise<ProgramGroup> {
  const [group] = await queries.listGroups(db, { path, division_id });
  if (!group) throw new Refusal(catalogRefusals.path_not_found);
  return toProgramGroup(group);
}

/** @throws not_found when there is no such school */
export async function listPrograms(db: Db, program_group_id: number): Promise<Program[]> {
  const programs = await queries.listPrograms(db, { program_group_id });
  if (programs.length === 0) await listProgramGroups(db, program_group_id);
  return programs.map(toProgram);
}

/** @throws not_found when there is no such program, or not the one grade that was asked for */
export async function listGrades(db: Db, program_id: number, id?: number): Promise<Grade[]> {
  const grades = await queries.listGrades(db, program_id, id);
  if (grades.length === 0) found(await queries.listPrograms(db, { id: program_id }), program_id);
  return found(grades, id);
}

type OfPeriod = { period_id: number; program_group_id?: number; activeOnly: boolean };

/** @throws not_found when there is no such period, or the school takes no part in it */
export async function listPeriodProgramGroups(
  db: Db,
  { period_id, program_group_id, activeOnly }: OfPeriod,
): Promise<PeriodProgramGroup[]> {
  await getPeriod(db, period_id);
  const all = found(await queries.listPeriodGroups(db, { period_id, program_group_id }), program_group_id);
  const printables = await queries.listPrintables(db, period_id);
  const wanted = all.filter(({ periodGroup }) => periodGroup.is_active || !activeOnly);
  return wanted.map(({ periodGroup, period }) => ({
    ...periodGroup,
    ...cleanLandingTexts(periodGroup),
    period,
    printable_contracts: printables.filter(({ groupId }) => groupId === periodGroup.id),
  }));
}

/** The texts of a landing page as clean HTML, without other fields. */
export function cleanLandingTexts(texts: LandingTexts): LandingTexts {
  const fields = landingTextsShape.keyof().options;
  return landingTextsShape.parse(
    Object.fromEntries(fields.map((field) => [field, sanitizeIfAny(texts[field])])),
  );
}

/** @throws not_found when there is no such period */
export async function getPeriod(db: Db, id: number): Promise<Period> {
  const period = await queries.findPeriod(db, id);
  if (!period) throw new Refusal(catalogRefusals.not_found);
  return period;
}

/** A list may be empty; a record that was asked for by its id must exist. */
function found<T>(items: T[], id: number | undefined): T[] {
  if (id !== undefined && items.length === 0) throw new Refusal(catalogRefusals.not_found);
  return items;
}

/** Responses are cut to their declared shape, so a row may carry more than it answers. */
const toDivision = (division: queries.DivisionRow): Division => ({
  ...division,
  ach_terms: sanitizeIfAny(division.ach_terms),
});

const toProgramGroup = ({ group, division }: queries.GroupRow): ProgramGroup => ({
  ...group,
  division: toDivision(division),
});

const toProgram = ({ program, group, sells }: queries.ProgramRow): Program => ({
  ...program,
  is_active: sells,
  ach_terms: sanitizeIfAny(program.ach_terms),
  division_id: group.division_id,
  program_group: group,
});
