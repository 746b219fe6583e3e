import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { m } from '#i18n/messages.js';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { exportSeason } from './season-export.service.ts';
import {
  importSeason,
  type ImportedBy,
  type ImportedSeason,
  type ImportOptions,
} from './season-import.service.ts';
import type { SeasonReport } from './season-report.ts';
import {
  collectSeasonFiles,
  refuseSignedFiles,
  SeasonNotExportable,
  storeSeasonFiles,
} from './season-storage.service.ts';

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

/** A parsed season file, and the folder with its files. */
export type SeasonToImport = { file: unknown; filesDir: string };

type Manner = {
  replaceStaff?: boolean;
  by?: ImportedBy;
  /** refuses what is about to be imported by throwing, before files are stored and again with the rows */
  check?: (imported: ImportedSeason) => void;
  /** in the transaction of the rows, after them */
  alongside?: (tx: Tx, imported: ImportedSeason) => Promise<void>;
};

type Planning = Pick<Manner, 'replaceStaff' | 'by'>;

/**
 * Imports a season file with the files beside, completely or not at all (K2, MO9). A dry run first finds
 * every reason for a refusal. Then the files are stored, outside any transaction, since the import of rows
 * blocks orders. If either fails, changed files get their content from before; added files are of no season.
 * What staff have set by hand stays and is listed as kept, unless `replaceStaff` (MP7).
 * @returns the changes
 * @throws SeasonRefused with every problem and place
 */
export async function importSeasonFrom(
  portal: Deps,
  { file, filesDir }: SeasonToImport,
  { alongside, check, ...manner }: Manner = {},
): Promise<SeasonReport> {
  const options = optionsOf(portal.clock, { filesDir, ...manner });
  for (let attempt = 1; ; attempt += 1) {
    const planned = await planImport(portal, file, options);
    check?.(planned);
    const stored = await storeSeasonFiles(portal.files, { files: planned.files, filesDir });
    try {
      const imported = await importPlanned(portal.db, file, { planned, options, check, alongside });
      stored.noteIn(imported.report);
      return imported.report;
    } catch (error) {
      if (error instanceof AddedMeanwhile && attempt < ATTEMPTS) continue;
      await stored.takeBack();
      throw error;
    }
  }
}

/** What an import would do; writes nothing. @throws SeasonRefused */
export async function planSeasonFrom(
  portal: Deps,
  { file, filesDir }: SeasonToImport,
  manner: Planning = {},
): Promise<ImportedSeason> {
  return planImport(portal, file, optionsOf(portal.clock, { filesDir, ...manner }));
}

/**
 * As `importSeasonFrom`, by a command.
 * @param path the season file, beside the folder `files/`
 * @returns the changes; in a dry run, the changes to expect
 */
export async function importSeasonFile(
  portal: Deps,
  path: string,
  { dryRun = false, replaceStaff = false } = {},
): Promise<SeasonReport> {
  const season = await readSeasonFolder(path);
  if (dryRun) return (await planSeasonFrom(portal, season, { replaceStaff })).report;
  return importSeasonFrom(portal, season, { replaceStaff });
}

const optionsOf = (
  clock: Clock,
  { by = { source: 'command' }, ...rest }: Planning & { filesDir: string },
): ImportOptions => ({ today: clock.today(), now: clock.now(), by, ...rest });

type Planned = { planned: ImportedSeason; options: ImportOptions } & Pick<Manner, 'check' | 'alongside'>;

/** @throws AddedMeanwhile if a file would have another key than the stored one */
function importPlanned(
  db: Database,
  file: unknown,
  { planned, options, check, alongside }: Planned,
): Promise<ImportedSeason> {
  const stored = new Set(planned.files.map(({ key }) => key));
  return db.transaction(async (tx) => {
    const imported = await importSeason(tx, file, { ...options, drawn: planned.drawn });
    if (imported.files.some(({ key }) => !stored.has(key))) throw new AddedMeanwhile();
    check?.(imported);
    await alongside?.(tx, imported);
    return imported;
  });
}

/** Imports in a transaction that is rolled back, and compares the files with those that contracts have. */
async function planImport(
  portal: Pick<Deps, 'db' | 'files'>,
  file: unknown,
  options: ImportOptions,
): Promise<ImportedSeason> {
  const planned = await rolledBack(portal.db, file, options);
  await refuseSignedFiles(portal, { files: planned.files, filesDir: options.filesDir });
  return planned;
}

async function rolledBack(db: Database, file: unknown, options: ImportOptions): Promise<ImportedSeason> {
  try {
    return await db.transaction(async (tx) => {
      throw new DryRun(await importSeason(tx, file, options));
    });
  } catch (error) {
    if (error instanceof DryRun) return error.imported;
    throw error;
  }
}

/** The files of a season's export. */
export type SeasonArchive = {
  /** of season.json */
  text: string;
  /** below `files/`, by name */
  contents: ReadonlyMap<string, Uint8Array>;
  /** names of files that the store has no longer */
  missing: readonly string[];
};

/**
 * Reads every season, or one, for a later import (K2).
 * @throws SeasonNotExportable before the first import, and for two files of one name
 */
export async function collectSeason(
  { db, files: store, clock }: Deps,
  only?: { period_id: number },
): Promise<SeasonArchive> {
  // A single snapshot, so changes during the export do not mix in.
  const exported = await db.transaction((tx) => exportSeason(tx, clock.now(), only), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  if (!exported) throw new SeasonNotExportable(m.catalog_season_empty());
  const contents = await collectSeasonFiles(store, exported.files);
  const missing = exported.files.map(({ name }) => name).filter((name) => !contents.has(name));
  return { text: `${JSON.stringify(exported.file, null, 1)}\n`, contents, missing: [...new Set(missing)] };
}

/**
 * Exports every season to a file, with `files/` beside.
 * @returns the number of files written beside
 */
export async function exportSeasonFile(portal: Deps, path: string): Promise<number> {
  const { text, contents } = await collectSeason(portal);
  for (const [name, content] of contents) {
    const target = join(dirname(path), 'files', name);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return contents.size;
}

/** @throws Error for a file that cannot be read; SeasonNotJson */
export async function readSeasonFolder(path: string): Promise<SeasonToImport> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(m.catalog_season_unreadable({ file: path }));
  });
  return { file: parsed(text), filesDir: join(dirname(path), 'files') };
}

export class SeasonNotJson extends Error {
  readonly problem: string;

  constructor(cause: Error) {
    super(m.catalog_season_not_json({ problem: cause.message }), { cause });
    this.problem = cause.message;
  }
}

function parsed(text: string): unknown {
  try {
    // Some editors write a byte order mark first.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SeasonNotJson(error as Error);
  }
}
