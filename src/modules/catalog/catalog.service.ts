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
import { printableContractKey, printableContractPath } from './stored-files.ts';

export const listProducts = ({ products }: rows.Catalog) => products.slice();

/** @returns undefined before the first season */
export const findCompany = async (db: Db) => (await currentCatalog(db)).company[0];

export const cardFeeOfDay = (catalog: rows.Catalog, day: FeeDay): CardFee =>
  cardFeeOn(companyOf(catalog), day);

/** @throws invariant before the first season */
export const getCompany = async (db: Db) => companyOf(await currentCatalog(db));

/** @throws invariant before the first season */
export function companyOf({ company: [company] }: rows.Catalog) {
  invariant(company, 'a season has been imported');
  return company;
}

/** @throws not_found for an unknown id */
export function listDivisions(catalog: rows.Catalog, id?: number): Division[] {
  return found(rows.divisionsOf(catalog, id), id).map(toDivision);
}

/** @throws not_found for an unknown id */
export function listProgramGroups(catalog: rows.SellingCatalog, id?: number): ProgramGroup[] {
  return found(rows.groupsOf(catalog, { id }), id).map(toProgramGroup);
}

/** @throws path_not_found for an unknown landing page */
export function findProgramGroupByPath(
  catalog: rows.SellingCatalog,
  path: string,
  division_id?: number,
): ProgramGroup {
  const [group] = rows.groupsOf(catalog, { path, division_id });
  if (!group) throw new Refusal(catalogRefusals.path_not_found);
  return toProgramGroup(group);
}

/** @throws not_found for an unknown school */
export function listPrograms(catalog: rows.SellingCatalog, program_group_id: number): Program[] {
  const programs = rows.programsOf(catalog, { program_group_id });
  if (programs.length === 0) found(rows.groupsOf(catalog, { id: program_group_id }), program_group_id);
  return programs.map(toProgram);
}

/** @throws not_found for an unknown program or grade */
export function listGrades(catalog: rows.SellingCatalog, program_id: number, id?: number): Grade[] {
  const grades = rows.gradesOf(catalog, program_id, id);
  if (grades.length === 0) found(rows.programsOf(catalog, { id: program_id }), program_id);
  return found(grades, id);
}

type OfPeriod = { period_id: number; program_group_id?: number; activeOnly: boolean };

/** @throws not_found for an unknown period, or a school outside the period */
export function listPeriodProgramGroups(
  catalog: rows.SellingCatalog,
  { period_id, program_group_id, activeOnly }: OfPeriod,
): PeriodProgramGroup[] {
  const period = periodOf(catalog, period_id);
  const all = found(rows.periodGroupsOf(catalog, { period_id, program_group_id }), program_group_id);
  return all
    .filter(({ is_active }) => is_active || !activeOnly)
    .map((periodGroup) => ({
      ...periodGroup,
      ...cleanLandingTexts(periodGroup),
      closes_at: periodGroup.closes_at?.toISOString() ?? null,
      period,
      printable_contracts: rows.printablesOf(catalog, periodGroup.id),
    }));
}

function cleanLandingTexts(texts: LandingTexts): LandingTexts {
  const fields = landingTextsShape.keyof().options;
  return landingTextsShape.parse(
    Object.fromEntries(fields.map((field) => [field, sanitizeIfAny(texts[field])])),
  );
}

/** @throws not_found for an unknown period, and for a draft (SE3.12) */
export function periodOf({ periods }: rows.Catalog, id: number): Period {
  const [period] = found(
    periods.filter((one) => one.id === id && !one.is_draft),
    id,
  );
  return period!;
}

/**
 * The key of a public file, by its path below /storage. None for a contract to print of a draft, or an ended
 * one (SE3.11, SE3.12).
 */
export function publicFileKey(catalog: rows.Catalog, path: string): string | undefined {
  const found = catalog.printable_contracts.find(
    ({ period_program_group_id: id, file_name }) => printableContractPath(id, file_name) === path,
  );
  if (!found) return path;
  const group = catalog.period_program_groups.find(({ id }) => id === found.period_program_group_id);
  const period = catalog.periods.find(({ id }) => id === group?.period_id);
  const isShown = found.is_active && period?.is_draft === false;
  return isShown ? printableContractKey(found.period_program_group_id, found.file_name) : undefined;
}

/** A list may be empty; a record requested by id must exist. */
function found<T>(items: T[], id: number | undefined): T[] {
  if (id !== undefined && items.length === 0) throw new Refusal(catalogRefusals.not_found);
  return items;
}

/** Responses are cut to the declared shape, so extra fields of a row are harmless. */
const toDivision = (division: rows.DivisionRow): Division => ({
  ...division,
  ach_terms: sanitizeIfAny(division.ach_terms),
});

const toProgramGroup = ({ group, division }: rows.GroupRow): ProgramGroup => ({
  ...group,
  coming: group.coming && { ...group.coming, opens_at: group.coming.opens_at.toISOString() },
  division: toDivision(division),
});

export const toProgram = ({ program, group, sells }: rows.ProgramRow): Program => ({
  ...program,
  is_active: sells,
  ach_terms: sanitizeIfAny(program.ach_terms),
  division_id: group.division_id,
  program_group: group,
});
