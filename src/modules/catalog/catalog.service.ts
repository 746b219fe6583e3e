import { invariant } from '#kit/invariant.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Db } from '#platform/db/database.ts';
import { sanitizeIfAny } from '#platform/html/sanitize.ts';
import { cardFeeOn, type FeeDay } from './card-fee.ts';
import {
  landingTextsShape,
  type CardFee,
  type Division,
  type Grade,
  type LandingTexts,
  type Period,
  type PeriodProgramGroup,
  type Program,
  type ProgramGroup,
} from './catalog.contract.ts';
import * as rows from './catalog.queries.ts';
import { catalogRefusals } from './catalog.refusals.ts';
import { currentCatalog } from './current-catalog.service.ts';

/** What is sold. */
export const listProducts = ({ products }: rows.Catalog) => products.slice();

/** The company's settings; a portal without a season has none yet. */
export const findCompany = async (db: Db) => (await currentCatalog(db)).company[0];

/** What credit cards may be charged more on a day, by the company's settings in a version of the catalog. */
export const cardFeeOfDay = (catalog: rows.Catalog, day: FeeDay): CardFee =>
  cardFeeOn(companyOf(catalog), day);

/** @throws invariant when no season has been imported */
export const getCompany = async (db: Db) => companyOf(await currentCatalog(db));

/** @throws invariant when no season has been imported */
export function companyOf({ company: [company] }: rows.Catalog) {
  invariant(company, 'a season has been imported');
  return company;
}

/** @throws not_found when the one that was asked for is not there */
export function listDivisions(catalog: rows.Catalog, id?: number): Division[] {
  return found(rows.divisionsOf(catalog, id), id).map(toDivision);
}

/** @throws not_found when the one that was asked for is not there */
export function listProgramGroups(catalog: rows.Catalog, id?: number): ProgramGroup[] {
  return found(rows.groupsOf(catalog, { id }), id).map(toProgramGroup);
}

/** @throws path_not_found when no school has this landing page */
export function findProgramGroupByPath(
  catalog: rows.Catalog,
  path: string,
  division_id?: number,
): ProgramGroup {
  const [group] = rows.groupsOf(catalog, { path, division_id });
  if (!group) throw new Refusal(catalogRefusals.path_not_found);
  return toProgramGroup(group);
}

/** @throws not_found when there is no such school */
export function listPrograms(catalog: rows.Catalog, program_group_id: number): Program[] {
  const programs = rows.programsOf(catalog, { program_group_id });
  if (programs.length === 0) found(rows.groupsOf(catalog, { id: program_group_id }), program_group_id);
  return programs.map(toProgram);
}

/** @throws not_found when there is no such program, or not the one grade that was asked for */
export function listGrades(catalog: rows.Catalog, program_id: number, id?: number): Grade[] {
  const grades = rows.gradesOf(catalog, program_id, id);
  if (grades.length === 0) found(rows.programsOf(catalog, { id: program_id }), program_id);
  return found(grades, id);
}

type OfPeriod = { period_id: number; program_group_id?: number; activeOnly: boolean };

/** @throws not_found when there is no such period, or the school takes no part in it */
export function listPeriodProgramGroups(
  catalog: rows.Catalog,
  { period_id, program_group_id, activeOnly }: OfPeriod,
): PeriodProgramGroup[] {
  const period = periodOf(catalog, period_id);
  const all = found(rows.periodGroupsOf(catalog, { period_id, program_group_id }), program_group_id);
  return all
    .filter(({ is_active }) => is_active || !activeOnly)
    .map((periodGroup) => ({
      ...periodGroup,
      ...cleanLandingTexts(periodGroup),
      period,
      printable_contracts: rows.printablesOf(catalog, periodGroup.id),
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
export function periodOf({ periods }: rows.Catalog, id: number): Period {
  const [period] = found(
    periods.filter((one) => one.id === id),
    id,
  );
  return period!;
}

/** A list may be empty; a record that was asked for by its id must exist. */
function found<T>(items: T[], id: number | undefined): T[] {
  if (id !== undefined && items.length === 0) throw new Refusal(catalogRefusals.not_found);
  return items;
}

/** Responses are cut to their declared shape, so a row may carry more than it answers. */
const toDivision = (division: rows.DivisionRow): Division => ({
  ...division,
  ach_terms: sanitizeIfAny(division.ach_terms),
});

const toProgramGroup = ({ group, division }: rows.GroupRow): ProgramGroup => ({
  ...group,
  division: toDivision(division),
});

export const toProgram = ({ program, group, sells }: rows.ProgramRow): Program => ({
  ...program,
  is_active: sells,
  ach_terms: sanitizeIfAny(program.ach_terms),
  division_id: group.division_id,
  program_group: group,
});
