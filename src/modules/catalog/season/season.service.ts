import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { m } from '#i18n/messages.js';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { exportSeason } from './season-export.service.ts';
import { importSeason, type ImportedSeason, type ImportOptions } from './season-import.service.ts';
import type { SeasonReport } from './season-report.ts';
import { collectSeasonFiles, storeSeasonFiles } from './season-storage.service.ts';

type Deps = { db: Database; files: FileStore; clock: Clock };

const ATTEMPTS = 3;

/** Another import has added an object in the meantime, under another id. */
class AddedMeanwhile extends Error {}

class DryRun extends Error {
  readonly imported: ImportedSeason;

  constructor(imported: ImportedSeason) {
    super('dry run');
    this.imported = imported;
  }
}

/**
 * Imports a season file with the files beside, completely or not at all (K2, MO9). A dry run first finds
 * every reason for a refusal. Then the files are stored, outside any transaction, since the import of rows
 * blocks orders. If either fails, changed files get their content from before; added files are of no season.
 * What staff have set by hand stays and is listed as kept, unless `replaceStaff` (MP7).
 * @param path the season file, beside the folder `files/`
 * @returns the changes; in a dry run, the changes to expect
 * @throws SeasonRefused with every problem and place
 */
export async function importSeasonFile(
  portal: Deps,
  path: string,
  { dryRun = false, replaceStaff = false } = {},
): Promise<SeasonReport> {
  const file = await readJson(path);
  const filesDir = join(dirname(path), 'files');
  const { clock } = portal;
  const options = { today: clock.today(), now: clock.now(), filesDir, replaceStaff };
  for (let attempt = 1; ; attempt += 1) {
    const planned = await planImport(portal.db, file, options);
    if (dryRun) return reportOf(clock, planned);
    const stored = await storeSeasonFiles(portal.files, { files: planned.files, filesDir });
    try {
      const imported = await importPlanned(portal.db, file, { planned, options });
      const report = reportOf(clock, imported);
      stored.noteIn(report);
      return report;
    } catch (error) {
      if (error instanceof AddedMeanwhile && attempt < ATTEMPTS) continue;
      await stored.takeBack();
      throw error;
    }
  }
}

type Planned = { planned: ImportedSeason; options: ImportOptions };

/** @throws AddedMeanwhile if a file would have another key than the stored one */
function importPlanned(db: Database, file: unknown, { planned, options }: Planned): Promise<ImportedSeason> {
  const stored = new Set(planned.files.map(({ key }) => key));
  return db.transaction(async (tx) => {
    const imported = await importSeason(tx, file, { ...options, drawn: planned.drawn });
    if (imported.files.some(({ key }) => !stored.has(key))) throw new AddedMeanwhile();
    return imported;
  });
}

/** Imports in a transaction that is rolled back. */
async function planImport(db: Database, file: unknown, options: ImportOptions): Promise<ImportedSeason> {
  try {
    return await db.transaction(async (tx) => {
      throw new DryRun(await importSeason(tx, file, options));
    });
  } catch (error) {
    if (error instanceof DryRun) return error.imported;
    throw error;
  }
}

/** The clock and the jobs of a portal have the time zone of its start. */
function reportOf(clock: Clock, { report, time_zone: zone }: ImportedSeason): SeasonReport {
  if (zone && zone !== clock.time_zone) report.changes.push(m.catalog_season_time_zone({ zone }));
  return report;
}

/**
 * Exports every season to a file for a later import, with `files/` beside (K2).
 * @returns the number of files written beside
 */
export async function exportSeasonFile({ db, files: store, clock }: Deps, path: string): Promise<number> {
  // A single snapshot, so changes during the export do not mix in.
  const exported = await db.transaction((tx) => exportSeason(tx, clock.now()), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  if (!exported) throw new Error(m.catalog_season_empty());
  const contents = await collectSeasonFiles(store, exported.files);
  for (const [name, content] of contents) {
    const target = join(dirname(path), 'files', name);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(exported.file, null, 1)}\n`);
  return contents.size;
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(m.catalog_season_unreadable({ file: path }));
  });
  try {
    // Some editors write a byte order mark first.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(m.catalog_season_not_json({ problem: (error as Error).message }), { cause: error });
  }
}
