import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { company } from '#modules/catalog/objects/company.ts';
import type { CatalogObject } from '#modules/catalog/objects/object.ts';
import { listRoutesInOrder } from '#modules/catalog/objects/objects.queries.ts';
import { saveObject } from '#modules/catalog/objects/save-object.service.ts';
import { idOf, idsOf, startSaving, type Saving } from '#modules/catalog/objects/saving.service.ts';
import type { SeasonFile } from '#modules/catalog/stored-files.ts';
import type { Tx } from '#platform/db/database.ts';
import { mergedOrder } from './merged-order.ts';
import { readSeason } from './read-season.ts';
import { SEASON_LISTS, type Season } from './season-file.ts';
import { problemOf, SeasonRefused, type Path, type SeasonProblem } from './season-problem.ts';
import { emptyReport, note, type SeasonReport } from './season-report.ts';
import { filesOf, missingFiles } from './season-storage.service.ts';

export type ImportedSeason = {
  report: SeasonReport;
  files: SeasonFile[];
  time_zone: string | undefined;
  drawn: DrawnIds;
};

/** Ids of added objects, by kind and natural keys. The keys of some files contain such an id. */
type DrawnIds = ReadonlyMap<string, number>;

export type ImportOptions = {
  today: PlainDate;
  now: Date;
  filesDir: string;
  replaceStaff?: boolean;
  /** of an earlier import that was rolled back: its added objects get the same ids */
  drawn?: DrawnIds;
};

type Import = {
  saving: Saving;
  report: SeasonReport;
  problems: SeasonProblem[];
  files: SeasonFile[];
  drawnBefore: DrawnIds;
  drawn: Map<string, number>;
};

type Value = Readonly<Record<string, unknown>>;

/** Where an object stands: below which one, and in which place. */
type At = {
  path: Path;
  parent_id?: number;
  /** the natural keys of the objects around, outermost first */
  within: readonly string[];
  position?: number;
  /** of the period around a school */
  period?: { id: number; is_current: unknown };
};

/**
 * Adds and updates everything in a season file by natural key, and removes nothing (K2). Signed orders keep
 * copies of their own and never change. The caller stores the files by `storeSeasonFiles`.
 * @param file the parsed JSON
 * @throws SeasonRefused with every problem; the caller's transaction must then roll back
 */
export async function importSeason(tx: Tx, file: unknown, options: ImportOptions): Promise<ImportedSeason> {
  const saving = { ...(await startSaving(tx, options.now)), replacesStaff: options.replaceStaff };
  const season = await checkedSeason(saving, file, options);
  const [drawnBefore, drawn] = [options.drawn ?? new Map<string, number>(), new Map<string, number>()];
  const run: Import = { saving, report: emptyReport(), problems: [], files: [], drawnBefore, drawn };
  if (season.company) await importObject(run, company, season.company, { path: ['company'], within: [] });
  await importLists(run, SEASON_LISTS, season, { path: [], within: [] });
  if (run.problems.length > 0) throw new SeasonRefused(run.problems);
  return { report: run.report, files: run.files, time_zone: season.company?.time_zone, drawn };
}

async function checkedSeason(
  saving: Saving,
  file: unknown,
  { today, filesDir }: ImportOptions,
): Promise<Season> {
  const keysOf = async (kind: string) => [...(await idsOf(saving, kind)).keys()];
  const known = {
    division: await keysOf('division'),
    program_group: await keysOf('program_group'),
    program: await keysOf('program'),
  };
  const { season, problems } = readSeason(file, { today, known });
  const missing = await missingFiles(file, filesDir);
  if (season && !season.company && !(await findCompany(saving.tx)))
    missing.push({ place: 'company', problem: m.catalog_season_no_company() });
  if (!season || missing.length > 0) throw new SeasonRefused([...problems, ...missing]);
  return season;
}

async function importLists(run: Import, lists: CatalogObject['lists'], around: Value, at: At): Promise<void> {
  for (const [name, object] of Object.entries(lists)) {
    const items = around[name] as (Value | string)[];
    const order = object.kind === 'route' ? await routeOrder(run, items as Value[], at) : undefined;
    for (const [index, item] of items.entries()) {
      const value = typeof item === 'string' ? { [object.key!.field]: item } : item;
      const position = order?.indexOf(value.name as string) ?? index;
      await importObject(run, object, value, { ...at, path: [...at.path, name, index], position });
    }
  }
}

async function importObject(run: Import, object: CatalogObject, value: Value, at: At): Promise<void> {
  const { saving, report } = run;
  const kind = object.kind as ObjectKind;
  const { is_current, ...own } = value;
  const fields = Object.fromEntries(Object.entries(own).filter(([name]) => name in object.fields));
  const key = value[object.key?.field ?? 'name'] as string;
  const within = object.key?.isUniqueEverywhere ? [key] : [...at.within, key];
  const identity = JSON.stringify([kind, ...within]);
  const { parent_id, position } = at;
  const drawn_id = run.drawnBefore.get(identity);
  const saved = await saveObject(saving, { kind, fields, parent_id, position, drawn_id });
  if (saved.change === 'added') run.drawn.set(identity, saved.id);
  run.problems.push(
    ...saved.broken.map(({ path, params }) => problemOf({ path: [...at.path, ...path], params })),
  );
  note(report, kind, within, saved);
  if (object.file) {
    const name = value[object.file] as string | null;
    run.files.push(...filesOf({ kind, name, parent_id: at.parent_id, within: at.within }));
  }
  const below = { path: at.path, parent_id: saved.id, within };
  const period = kind === 'period' ? { id: saved.id, is_current } : at.period;
  await importLists(run, object.lists, value, { ...below, period });
  if (kind === 'period_group' && (is_current ?? at.period?.is_current))
    await setCurrent(run, { path: value.program_group as string, period_id: at.period!.id, within });
}

type Current = { path: string; period_id: number; within: readonly string[] };

async function setCurrent({ saving, report }: Import, { path, period_id, within }: Current): Promise<void> {
  const id = await idOf(saving, 'program_group', path);
  const { change } = await saveObject(saving, {
    kind: 'program_group',
    id,
    row: { current_period_id: period_id },
  });
  note(report, 'current_period', within, { change: change === 'unchanged' ? change : 'added' });
}

/** The order of a program's routes afterwards; routes outside the file are moved at once. */
async function routeOrder({ saving }: Import, items: readonly Value[], { parent_id }: At): Promise<string[]> {
  const known = await listRoutesInOrder(saving.tx, parent_id!);
  const named = items.map(({ name }) => name as string);
  const order = mergedOrder(
    known.map(({ name }) => name),
    named,
  );
  for (const { id, name } of known)
    if (!named.includes(name)) await saveObject(saving, { kind: 'route', id, position: order.indexOf(name) });
  return order;
}
