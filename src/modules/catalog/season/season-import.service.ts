import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import { cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { saveContentBlock } from '#modules/content/content.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { readFromFolder } from '#platform/files/folder.ts';
import { importPeriod } from './season-import-period.service.ts';
import { readSeason } from './read-season.ts';
import { placeOf, SeasonRefused, type SeasonProblem } from './season-problem.ts';
import { emptyReport, note, type SeasonReport } from './season-report.ts';
import type { Import, SeasonFile } from './season-run.service.ts';
import {
  catalogKeys,
  hasCompany,
  lockSeason,
  optionIds,
  saveCompany,
  saveDivision,
  saveGrade,
  saveProgram,
  saveProgramGroup,
} from './season.queries.ts';
import { isStoredContent } from '#modules/catalog/stored-files.ts';
import { contentPath, fileName } from './season-fields.ts';
import { placesOf } from './season-places.ts';
import { sanitizeIfAny } from '#platform/html/sanitize.ts';
import type { Season, SeasonRoute } from './season-file.ts';

const WHERE = [
  ['periods', '*', 'program_groups', '*', 'printable_contracts', '*', 'file_name'],
  ['periods', '*', 'programs', '*', 'routes', '*', 'contract_pdf'],
  ['content_blocks', '*', 'content'],
];

export type ImportedSeason = { report: SeasonReport; files: SeasonFile[] };

type ImportOptions = {
  /** the day that `today+30d` counts from */
  today: PlainDate;
  /** the folder with the files that the season names */
  filesDir: string;
};

/**
 * Adds and updates everything in a season file by natural key and removes nothing (K2). What an
 * order has signed is its own copy, so it never changes. The files are for the caller to store after
 * the commit, by `storeSeasonFiles`.
 * @param file  what JSON.parse gave
 * @throws SeasonRefused with every problem; the caller's transaction must then roll back
 */
export async function importSeason(
  tx: Tx,
  file: unknown,
  { today, filesDir }: ImportOptions,
): Promise<ImportedSeason> {
  await lockSeason(tx);
  const season = withCleanTexts(await checkedSeason(tx, file, { today, filesDir }));
  const run: Import = { tx, report: emptyReport(), problems: [], files: [], options: await optionIds(tx) };
  if (season.company)
    note(run.report, 'company', [season.company.name], await saveCompany(tx, companyRow(season.company)));
  await importSchools(run, season);
  const keys = await catalogKeys(tx);
  for (const period of season.periods)
    await importPeriod(run, keys, period, ['periods', season.periods.indexOf(period)]);
  await importContent(run, season);
  if (run.problems.length > 0) throw new SeasonRefused(run.problems);
  return { report: run.report, files: run.files };
}

async function checkedSeason(tx: Tx, file: unknown, { today, filesDir }: ImportOptions): Promise<Season> {
  const keys = await catalogKeys(tx);
  const known = {
    divisions: [...keys.divisions.keys()],
    programGroups: [...keys.programGroups.keys()],
    programs: [...keys.programs.keys()],
  };
  const { season, problems } = readSeason(file, { today, known });
  const missing = await missingFiles(file, filesDir);
  if (season && !season.company && !(await hasCompany(tx)))
    missing.push({ place: 'company', problem: m.catalog_season_no_company() });
  if (!season || missing.length > 0) throw new SeasonRefused([...problems, ...missing]);
  return season;
}

async function missingFiles(file: unknown, filesDir: string): Promise<SeasonProblem[]> {
  const missing: SeasonProblem[] = [];
  for (const { place, name } of namedFiles(file)) {
    if (!(await readFromFolder(filesDir, name)))
      missing.push({ place, problem: m.catalog_season_no_file({ file: `files/${name}` }) });
  }
  return missing;
}

async function importSchools({ tx, report }: Import, season: Season): Promise<void> {
  for (const division of season.divisions)
    note(report, 'division', [division.key], await saveDivision(tx, divisionRow(division)));
  const { divisions } = await catalogKeys(tx);
  for (const [position, group] of season.program_groups.entries()) {
    const { path, text, is_active, routes_email } = group;
    const division_id = divisions.get(group.division);
    invariant(division_id, 'a checked file refers to divisions that exist');
    const saved = await saveProgramGroup(tx, { division_id, path, text, is_active, routes_email, position });
    note(report, 'program_group', [path], saved);
    for (const [at, program] of group.programs.entries())
      await importProgram({ tx, report }, saved.id, program, at);
  }
}

type Program = Season['program_groups'][number]['programs'][number];

async function importProgram(
  { tx, report }: Pick<Import, 'tx' | 'report'>,
  program_group_id: number,
  program: Program,
  position: number,
): Promise<void> {
  const { name, text, payment_method, ach_terms } = program;
  const saved = await saveProgram(tx, { program_group_id, name, text, payment_method, ach_terms, position });
  note(report, 'program', [name], saved);
  for (const [at, grade] of program.grades.entries()) {
    note(
      report,
      'grade',
      [name, grade],
      await saveGrade(tx, { program_id: saved.id, text: grade, position: at }),
    );
  }
}

async function importContent(run: Import, season: Season): Promise<void> {
  for (const [position, block] of season.content_blocks.entries()) {
    note(run.report, 'content_block', [block.key], await saveContentBlock(run.tx, block, position));
    if (isStoredContent(block.content)) run.files.push({ name: block.content, key: block.content });
  }
}

function companyRow(company: NonNullable<Season['company']>) {
  const { name, currency, time_zone, aid_fee_base } = company;
  return {
    name,
    currency,
    time_zone,
    aid_fee_base,
    half_rounding_unit_cents: cents(company.half_rounding_unit_cents),
    dispatch_phone: company.dispatch_phone,
    dispatch_email: company.dispatch_email,
    hiring_email: company.hiring_email,
    customer_service_email: company.customer_service_email,
    refund_periods: company.refund_periods,
  };
}

function divisionRow(division: Season['divisions'][number]) {
  const { key, city, state, zip, company_name, address_1, phone_main, ach_terms } = division;
  return { key, city, state, zip, company_name, address_1, phone_main, ach_terms };
}

/** The files that a season file names, as it was typed; names that cannot be files are told elsewhere. */
function namedFiles(file: unknown): { place: string; name: string }[] {
  return WHERE.flatMap((pattern) => placesOf({ value: file, path: [] }, pattern)).flatMap(
    ({ value, path }) => {
      const isName =
        path.at(-1) === 'content'
          ? contentPath().safeParse(value).success
          : fileName().safeParse(value).success;
      return isName && isStoredContent(value as string)
        ? [{ place: placeOf(path), name: value as string }]
        : [];
    },
  );
}

/** The season with every HTML text cleaned, as it is stored. */
function withCleanTexts(season: Season): Season {
  return {
    ...season,
    divisions: season.divisions.map((division) => ({
      ...division,
      ach_terms: sanitizeIfAny(division.ach_terms),
    })),
    program_groups: season.program_groups.map((group) => ({
      ...group,
      programs: group.programs.map((program) => ({
        ...program,
        ach_terms: sanitizeIfAny(program.ach_terms),
      })),
    })),
    periods: season.periods.map((period) => ({
      ...period,
      program_groups: period.program_groups.map((group) => ({
        ...group,
        active_msg: sanitizeIfAny(group.active_msg),
        inactive_msg: sanitizeIfAny(group.inactive_msg),
      })),
      programs: period.programs.map((program) => ({
        ...program,
        contract_text_intro: sanitizeIfAny(program.contract_text_intro),
        contract_text: sanitizeIfAny(program.contract_text),
        faq: sanitizeIfAny(program.faq),
        routes: program.routes.map(withCleanSurgeText),
      })),
    })),
  };
}

function withCleanSurgeText(route: SeasonRoute): SeasonRoute {
  return { ...route, surge_pricing_text: sanitizeIfAny(route.surge_pricing_text) };
}
