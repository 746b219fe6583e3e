import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import {
  openCatalog,
  tryChanges,
  type Applied,
  type ChangeSet,
} from '#modules/catalog/changes/apply-changes.service.ts';
import type { Change, Problem, Ref, WrittenObject } from '#modules/catalog/changes/change.ts';
import {
  KINDS,
  nameOf,
  rowsOf,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import type { Difference } from '#modules/catalog/changes/write-objects.service.ts';
import { objectOf } from '#modules/catalog/objects/catalog-objects.ts';
import type { SeasonFile } from '#modules/catalog/stored-files.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ChangedField } from '#platform/db/save-row.ts';
import { withFirstFacts } from './first-facts.service.ts';
import { readSeason } from './read-season.ts';
import type { Season } from './season-file.ts';
import { changeOf, planSeason, setByStaff, type PlannedObject } from './season-plan.service.ts';
import { problemOf, SeasonRefused, type Path } from './season-problem.ts';
import { emptyReport, note, type SeasonReport } from './season-report.ts';
import { filesOf, wrongFiles } from './season-storage.service.ts';

export type ImportedSeason = {
  report: SeasonReport;
  files: SeasonFile[];
  drawn: DrawnIds;
  /** null if nothing differed */
  change_id: number | null;
  differences: readonly Difference[];
  /** what the writer has agreed to; a command is not asked */
  agreed: Applied['agreed'];
  /** as the import leaves them */
  objects: WorkingObjects;
};

/** Ids of added objects, by kind and natural keys. The keys of some files contain such an id. */
type DrawnIds = ReadonlyMap<string, number>;

/** Who imports; a command is nobody of the staff. */
export type ImportedBy = Pick<ChangeSet, 'source' | 'staff' | 'agree'>;

export type ImportOptions = {
  today: PlainDate;
  now: Date;
  filesDir: string;
  replaceStaff?: boolean;
  by: ImportedBy;
  /** of an earlier import that was rolled back: its added objects get the same ids */
  drawn?: DrawnIds;
};

/**
 * Adds and updates everything in a season file by natural key, as one change set, and removes nothing (K2,
 * SE3.1). Signed orders keep copies of their own and never change. The caller stores the files by
 * `storeSeasonFiles`.
 * @param file the parsed JSON
 * @throws SeasonRefused with every problem; the caller's transaction must then roll back
 */
export async function importSeason(tx: Tx, file: unknown, options: ImportOptions): Promise<ImportedSeason> {
  const objects = await openCatalog(tx, options.now);
  const season = await checkedSeason(objects, file, options);
  const { objects: planned, moved } = planSeason(objects, withFirstFacts(objects, season), options.now);
  const kept = options.replaceStaff ? new Map() : await setByStaff(tx, planned);
  const paths: Path[] = [];
  const changes: Change[] = [];
  for (const one of planned) {
    const change = changeOf(one, kept.get(one) ?? []);
    if (!change) continue;
    const id = options.drawn?.get(identityOf(one));
    changes.push(change.op === 'create' && id !== undefined ? { ...change, id } : change);
    paths.push(one.path);
  }
  for (const { id, position } of moved)
    changes.push({ op: 'update', kind: 'route', id, fields: {}, row: { position } });
  const set = { ...options.by, changes };
  const { problems, applied } = await tryChanges(tx, { ...options, areChecked: true }, { objects, set });
  if (!applied) throw new SeasonRefused(problems.map((problem) => problemIn(problem, paths)));
  const idOf = idsOf(applied.rows);
  return {
    ...reported(planned, kept, idOf),
    drawn: new Map(planned.filter(isAdded).map((one) => [identityOf(one), idOf(one.ref)])),
    change_id: applied.id,
    differences: applied.differences,
    agreed: applied.agreed,
    objects,
  };
}

const isAdded = ({ ref }: PlannedObject) => typeof ref === 'string';

const identityOf = ({ kind, within }: PlannedObject) => JSON.stringify([kind, ...within]);

/** A rule that a change breaks, at its place in the file. */
const problemIn = ({ change, path, params }: Problem, paths: readonly Path[]) =>
  problemOf({ path: [...paths[change]!, ...path], params });

function idsOf(rows: readonly WrittenObject[]): (ref: Ref) => number {
  const byKey = new Map(rows.map(({ key, id }) => [key, id]));
  return (ref) => (typeof ref === 'number' ? ref : byKey.get(ref)!);
}

async function checkedSeason(
  objects: WorkingObjects,
  file: unknown,
  { today, filesDir }: ImportOptions,
): Promise<Season> {
  const keysOf = (kind: (typeof KINDS)[number]) =>
    [...rowsOf(objects, kind).values()].map((row) => nameOf(objects, kind, row));
  const known = {
    division: keysOf('division'),
    program_group: keysOf('program_group'),
    program: keysOf('program'),
  };
  const { season, problems } = readSeason(file, { today, known });
  const wrong = await wrongFiles(file, filesDir);
  if (season && !season.company && rowsOf(objects, 'company').size === 0)
    wrong.push({ place: 'company', problem: m.catalog_season_no_company() });
  if (!season || wrong.length > 0) throw new SeasonRefused([...problems, ...wrong]);
  return season;
}

type Kept = ReadonlyMap<PlannedObject, readonly ChangedField[]>;

function reported(
  planned: readonly PlannedObject[],
  kept: Kept,
  idOf: (ref: Ref) => number,
): Pick<ImportedSeason, 'report' | 'files'> {
  const [report, files]: [SeasonReport, SeasonFile[]] = [emptyReport(), []];
  for (const one of planned) {
    const { kind, within, fields, parent, becomesCurrent } = one;
    const stays = kept.get(one) ?? [];
    const changed = one.wanted.filter((field) => !stays.includes(field));
    const change = isAdded(one) ? 'added' : changed.length > 0 ? 'changed' : 'unchanged';
    note(report, kind, within, { change, fields: changed, kept: stays });
    const { file } = objectOf(kind);
    if (file) {
      const name = fields[file] as string | null | undefined;
      const parent_id = parent === null ? undefined : idOf(parent);
      files.push(...filesOf({ kind, name, parent_id, within: within.slice(0, -1) }));
    }
    if (becomesCurrent)
      note(report, 'current_period', within, {
        change: becomesCurrent === 'already' ? 'unchanged' : 'added',
      });
  }
  return { report, files };
}
