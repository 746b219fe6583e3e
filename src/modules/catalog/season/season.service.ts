import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { m } from '#i18n/messages.js';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { exportSeason } from './season-export.service.ts';
import { importSeason, type ImportedSeason } from './season-import.service.ts';
import type { SeasonReport } from './season-report.ts';
import { collectSeasonFiles, storeSeasonFiles } from './season-storage.service.ts';

type Deps = { db: Database; files: FileStore; clock: Clock };

class DryRun extends Error {
  readonly imported: ImportedSeason;

  constructor(imported: ImportedSeason) {
    super('dry run');
    this.imported = imported;
  }
}

/**
 * Imports a season file with the files beside, completely or not at all (K2).
 * @param path the season file, beside the folder `files/`
 * What staff have set by hand stays and is listed as kept, unless `replaceStaff` (MP7).
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
  const day = { today: clock.today(), now: clock.now() };
  try {
    const { report, files } = await portal.db.transaction(async (tx) => {
      const imported = await importSeason(tx, file, { ...day, filesDir, replaceStaff });
      noteTimeZone(clock, imported);
      if (dryRun) throw new DryRun(imported);
      return imported;
    });
    await storeSeasonFiles(portal.files, { files, filesDir, report });
    return report;
  } catch (error) {
    if (error instanceof DryRun) return error.imported.report;
    throw error;
  }
}

/** The clock and the jobs of a portal have the time zone of its start. */
function noteTimeZone(clock: Clock, { report, time_zone: zone }: ImportedSeason): void {
  if (zone && zone !== clock.time_zone) report.changes.push(m.catalog_season_time_zone({ zone }));
}

/**
 * Exports every season to a file for a later import, with `files/` beside (K2).
 * @returns the number of files written beside
 */
export async function exportSeasonFile(
  { db, files: store }: Pick<Deps, 'db' | 'files'>,
  path: string,
): Promise<number> {
  // A single snapshot, so changes during the export do not mix in.
  const exported = await db.transaction(exportSeason, {
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
