import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { lockCatalog } from '#modules/catalog/catalog-version.queries.ts';
import { saveContentBlock } from '#modules/content/content.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { importPeriod } from './season-import-period.service.ts';
import { readSeason } from './read-season.ts';
import { SeasonRefused } from './season-problem.ts';
import { emptyReport, note, type SeasonReport } from './season-report.ts';
import type { Import } from './season-import-program.service.ts';
import {
  catalogKeys,
  hasCompany,
  optionIds,
  saveCompany,
  saveDivision,
  saveGrade,
  saveProgram,
  saveProgramGroup,
} from './season.queries.ts';
import { missingFiles } from './season-storage.service.ts';
import { isStoredContent, type SeasonFile } from '#modules/catalog/stored-files.ts';
import { sanitizeIfAny } from '#platform/html/sanitize.ts';
import { htmlFields, type Season } from './season-file.ts';

export type ImportedSeason = { report: SeasonReport; files: SeasonFile[] };

type ImportOptions = {
  today: PlainDate;
  now: Date;
  filesDir: string;
};

/**
 * Adds and updates everything in a season file by natural key, and removes nothing (K2). Signed orders keep
 * copies of their own and never change. After the commit, the caller stores the files by `storeSeasonFiles`.
 * @param file the parsed JSON
 * @throws SeasonRefused with every problem; the caller's transaction must then roll back
 */
export async function importSeason(
  tx: Tx,
  file: unknown,
  { today, now, filesDir }: ImportOptions,
): Promise<ImportedSeason> {
  await lockCatalog(tx);
  const checked = await checkedSeason(tx, file, { today, filesDir });
  const season = withCleanTexts(checked, htmlFields(today));
  const options = await optionIds(tx);
  const run: Import = { tx, now, report: emptyReport(), problems: [], files: [], options };
  if (season.company) {
    const saved = await saveCompany(tx, season.company);
    note(run.report, 'company', [season.company.name], saved);
  }
  await importSchools(run, season);
  const keys = await catalogKeys(tx);
  for (const period of season.periods)
    await importPeriod(run, keys, period, ['periods', season.periods.indexOf(period)]);
  await importContent(run, season);
  if (run.problems.length > 0) throw new SeasonRefused(run.problems);
  return { report: run.report, files: run.files };
}

async function checkedSeason(
  tx: Tx,
  file: unknown,
  { today, filesDir }: Omit<ImportOptions, 'now'>,
): Promise<Season> {
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

async function importSchools({ tx, report }: Import, season: Season): Promise<void> {
  for (const division of season.divisions)
    note(report, 'division', [division.key], await saveDivision(tx, division));
  const { divisions } = await catalogKeys(tx);
  for (const [position, group] of season.program_groups.entries()) {
    const { division, programs, ...row } = group;
    const division_id = divisions.get(division);
    invariant(division_id, 'a checked file refers to divisions that exist');
    const saved = await saveProgramGroup(tx, { division_id, ...row, position });
    note(report, 'program_group', [group.path], saved);
    for (const [at, program] of programs.entries())
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
  const { grades, ...row } = program;
  const saved = await saveProgram(tx, { program_group_id, ...row, position });
  note(report, 'program', [row.name], saved);
  for (const [at, grade] of grades.entries()) {
    note(
      report,
      'grade',
      [row.name, grade],
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

function withCleanTexts<T>(part: T, fields: ReadonlySet<string>): T {
  if (Array.isArray(part)) return part.map((item: unknown) => withCleanTexts(item, fields)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const cleaned = Object.entries(part).map(([name, value]: [string, unknown]) => [
    name,
    fields.has(name) ? sanitizeIfAny(value as string | null) : withCleanTexts(value, fields),
  ]);
  return Object.fromEntries(cleaned) as T;
}
