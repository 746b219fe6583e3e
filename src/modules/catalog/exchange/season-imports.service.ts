import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#kit/durations.ts';
import { hasRight } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { effectsOf, previewOf, type TellEffects } from '#modules/catalog/changes/effects.service.ts';
import { toChangedObjects } from '#modules/catalog/changes/read-changes.service.ts';
import { readObjects, type WorkingObjects } from '#modules/catalog/changes/working-objects.service.ts';
import type { ImportedSeason } from '#modules/catalog/season/season-import.service.ts';
import { SeasonRefused } from '#modules/catalog/season/season-problem.ts';
import { countsOf } from '#modules/catalog/season/season-report.ts';
import {
  importSeasonFrom,
  planSeasonFrom,
  type SeasonToImport,
} from '#modules/catalog/season/season.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { deleteGivenUpFiles, giveUpFiles } from '#platform/files/file-deletions.ts';
import { jsonHash } from '#platform/json-hash.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Upload } from '#server/http/upload.ts';
import type { SeasonImport, StaffValues } from './exchange.contract.ts';
import { exchangeRefusals } from './exchange.refusals.ts';
import { objectAtPlace } from './object-at-place.service.ts';
import {
  deleteSeasonImportsBefore,
  findSeasonImport,
  insertSeasonImport,
  setApplied,
  type StoredImport,
} from './season-imports.queries.ts';
import { isZip, withUnpackedSeason } from './unpack-season.service.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'files'> & { tellEffects: TellEffects };

/** An uploaded file is kept so long (SE10.2). */
const KEPT_MS = 7 * DAY_MS;

type Told = Omit<SeasonImport, 'id' | 'at' | 'change_id' | 'applied_at'>;

const toAnswer = ({ id, at, change_id, applied_at }: StoredImport, told: Told): SeasonImport => ({
  id,
  at: at.toISOString(),
  change_id,
  applied_at: applied_at?.toISOString() ?? null,
  ...told,
});

/**
 * Reads an uploaded season file and keeps the file for a week.
 * @throws Refusal file_missing, and as `withUnpackedSeason`
 */
export async function takeSeasonFile(deps: Deps, staff: Viewer, upload: Upload): Promise<SeasonImport> {
  if (upload.k === 'too_large') throw new Refusal(exchangeRefusals.packed_too_large);
  if (upload.k === 'none') throw new Refusal(exchangeRefusals.file_missing);
  const { bytes } = upload;
  const told = await withUnpackedSeason(bytes, (season) =>
    whatItDoes(deps, staff, season, { staff_values: 'kept' }),
  );
  const [form, type] = isZip(bytes) ? ['zip', 'application/zip'] : ['json', 'application/json'];
  // The row comes first, so that a file whose storing is cut off is found and deleted.
  const row = await insertSeasonImport(deps.db, {
    file_key: `season-imports/${randomUUID()}.${form}`,
    at: deps.clock.now(),
    by_id: staff.user_id,
  });
  await deps.files.put(row.file_key, bytes, type);
  return toAnswer(row, told);
}

type Uploaded = { row: StoredImport; bytes: Buffer };

/** @throws Refusal import_not_found */
async function getUploaded({ db, files, clock }: Deps, id: number): Promise<Uploaded> {
  const row = await findSeasonImport(db, id);
  const isKept = row !== undefined && clock.now().getTime() - row.at.getTime() < KEPT_MS;
  const content = isKept ? await files.find(row.file_key) : undefined;
  if (!row || !content) throw new Refusal(exchangeRefusals.import_not_found);
  return { row, bytes: Buffer.from(content) };
}

/** @throws Refusal import_not_found */
export async function readSeasonImport(
  deps: Deps,
  staff: Viewer,
  { id, ...manner }: { id: number } & AskedManner,
): Promise<SeasonImport> {
  const { row, bytes } = await getUploaded(deps, id);
  const told = await withUnpackedSeason(bytes, (season) => whatItDoes(deps, staff, season, manner));
  return toAnswer(row, told);
}

type AskedManner = {
  staff_values: StaffValues;
  effects?: 'first' | 'all';
};

function mannerOf({ tellEffects }: Deps, staff: Viewer, { staff_values, effects }: AskedManner) {
  const agree = async (tx: Tx, objects: WorkingObjects) =>
    previewOf([], await effectsOf(tx, { objects, reader: staff, tellEffects }), {
      isWhole: effects === 'all',
    });
  return {
    replaceStaff: staff_values === 'replaced',
    by: { source: 'import', staff, agree } as const,
  };
}

/** What an import would do now, or every reason why there can be none. */
async function whatItDoes(
  deps: Deps,
  staff: Viewer,
  season: SeasonToImport,
  manner: AskedManner,
): Promise<Told> {
  try {
    return toldOf(await planSeasonFrom(deps, season, mannerOf(deps, staff, manner)), staff);
  } catch (error) {
    if (!(error instanceof SeasonRefused)) throw error;
    const objects = await deps.db.transaction((tx) => readObjects(tx, deps.clock.now()));
    const problems = error.problems.map(({ place, problem }) => ({
      place,
      sentence: problem,
      object: objectAtPlace(objects, season.file, place) ?? null,
    }));
    const nothing = { counts: [], lines: [], kept: [], rows: [], effects: [], more: 0 };
    return { ...nothing, problems, is_of_company: false, hash: jsonHash(problems) };
  }
}

function toldOf(imported: ImportedSeason, staff: Viewer): Told {
  const { report, objects, differences } = imported;
  const { effects, more } = imported.agreed!;
  return {
    counts: countsOf(report),
    lines: report.changes,
    kept: report.kept,
    rows: toChangedObjects(objects, staff, differences),
    problems: [],
    effects,
    more,
    hash: seenHashOf(imported),
    is_of_company: isOfCompany(imported),
  };
}

const isOfCompany = ({ differences }: ImportedSeason) =>
  differences.some(({ kind }) => kind === 'company' || kind === 'division');

/** The ids of added objects are drawn anew each time; the file says all of them. */
function seenHashOf({ report, differences, agreed }: ImportedSeason): string {
  const changed = differences.filter(({ op }) => op !== 'create');
  const values = changed.map(({ kind, id, op, fields }) => ({ kind, id, op, fields }));
  return jsonHash([report.counts, report.changes, report.kept, values, agreed!.hash]);
}

type Applying = { id: number; seen: string; staff_values: StaffValues };

/**
 * Imports an uploaded file as one change set; rows and files, or nothing.
 * @throws Refusal import_not_found, import_has_problems, import_of_company, import_applied, effects_changed
 */
export async function applySeasonImport(
  deps: Deps,
  staff: Viewer,
  { id, seen, staff_values }: Applying,
): Promise<{ change_id: number | null; counts: Told['counts'] }> {
  const { row, bytes } = await getUploaded(deps, id);
  if (row.applied_at) throw new Refusal(exchangeRefusals.import_applied);
  return withUnpackedSeason(bytes, async (season) => {
    const told = await whatItDoes(deps, staff, season, { staff_values });
    if (told.problems.length > 0)
      throw new Refusal(exchangeRefusals.import_has_problems, { items: [toAnswer(row, told)] });
    let change_id: number | null = null;
    const report = await importSeasonFrom(deps, season, {
      ...mannerOf(deps, staff, { staff_values }),
      check: (imported) => {
        if (isOfCompany(imported) && !hasRight(staff, 'company'))
          throw new Refusal(exchangeRefusals.import_of_company);
        if (seenHashOf(imported) !== seen)
          throw new Refusal(catalogRefusals.effects_changed, {
            items: [toAnswer(row, toldOf(imported, staff))],
          });
      },
      alongside: async (tx, imported) => {
        const now = deps.clock.now();
        change_id = imported.change_id;
        const applied = { applied_at: now, applied_by_id: staff.user_id, change_id };
        if (!(await setApplied(tx, id, applied))) throw new Refusal(exchangeRefusals.import_applied);
        await writeAudit(tx, now, staff, {
          action: 'season.import',
          subject: `season_import:${id}`,
          detail: { change_set_id: change_id },
          after: { objects: imported.differences.length, staff_values },
        });
      },
    });
    return { change_id, counts: countsOf(report) };
  });
}

/** Deletes what was uploaded more than a week ago; safe in two runs at once. */
export async function expireSeasonImports({
  db,
  clock,
  files,
  log,
}: Pick<AppContext, 'db' | 'clock' | 'files' | 'log'>): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await giveUpFiles(tx, await deleteSeasonImportsBefore(tx, new Date(now.getTime() - KEPT_MS)), now);
  });
  await deleteGivenUpFiles({ db, files, log });
}
