import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, plainDate, startOfDayIn } from '#kit/plain-date.ts';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { readSeasonView } from '#modules/catalog/checks/checks.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { SeasonView } from '#modules/catalog/checks/season-view.ts';
import { playRehearsal } from '#modules/rehearsals/play/play-rehearsal.service.ts';
import type { Stage } from '#modules/rehearsals/play/register-family.service.ts';
import type { RehearsalReport } from '#modules/rehearsals/rehearsal-report.shapes.ts';
import type { Progress, RehearsalSettings } from '#modules/rehearsals/rehearsal.shapes.ts';
import { rehearsalReport } from '#modules/rehearsals/report/rehearsal-report.service.ts';
import { invariant } from '#kit/invariant.ts';
import { steppedClock } from '#platform/clock/stepped-clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { openDataFolder } from '#platform/files/data-folder.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { silentLog } from '#platform/log/log.ts';
import { openPdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import type { Job } from '#platform/queue/job.ts';
import { openVault } from '#platform/vault/open-vault.ts';
import { sealedFiles } from '#platform/vault/sealed-files.ts';
import type { AppContext } from './app-context.ts';
import { openBilling, runDueJobs } from './open-app-context.ts';
import { KNOWN } from './prepare-database.ts';
import { openSeasonPlayer } from './rehearsal-process.ts';

/** A lost database of a rehearsal is no loss. */
const UNFLUSHED = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_connections: '20',
};

const CONNECTIONS = 4;

export type OpenStage = { stage: Stage; season: SeasonView; close: () => Promise<void> };

/** The longest job; the books of the sandbox are in the same database. */
const RECONCILE = 'billing.reconcile';

/** Jobs that move money, seats and contracts; mails are counted in the outbox and never leave (RP5.2). */
const isPlayed = ({ name, isDue }: Job) =>
  /^(seats|billing|orders)\./.test(name) && name !== RECONCILE && !isDue;

/** The clock stands before every sale of the season until the play begins. */
const BEFORE_DAYS = 730;

async function openClock(seasonPath: string) {
  const { company, periods } = JSON.parse(await readFile(seasonPath, 'utf8')) as {
    company: { time_zone: string };
    periods: { starts_on: string }[];
  };
  const [period] = periods;
  invariant(period, 'the file has a season');
  const { time_zone } = company;
  return steppedClock(startOfDayIn(time_zone, addDays(plainDate(period.starts_on), -BEFORE_DAYS)), time_zone);
}

/**
 * Opens a portal without visitors in a folder: an embedded database with the season of the folder, the
 * sandbox, a clock that stands still.
 * @param folder  has `season.json`, and `files/` beside
 */
export async function openStage(folder: string): Promise<OpenStage> {
  // Nothing of the environment: the defaults have no outside service and no key.
  const config = readConfig({ DATA_DIR: join(folder, 'data') });
  const log = silentLog();
  await openDataFolder(config.dataDir, log);
  const embedded = await openEmbedded({
    dataDir: config.dataDir,
    log,
    role: 'portal',
    settings: UNFLUSHED,
  });
  const { url: databaseUrl, ownerUrl, portalRole } = embedded;
  await migrateDatabase(ownerUrl, { portalRole, settings: KNOWN.settings });
  const { db, close: closeDatabase } = openDatabase(databaseUrl, { log, maxConnections: CONNECTIONS });
  const vault = await openVault(config);
  const files = sealedFiles(await openFileStore(config), vault);
  const seasonPath = join(folder, 'season.json');
  const clock = await openClock(seasonPath);
  await importSeasonFile({ db, files, clock }, seasonPath);
  const parts = { config, log, clock, db, vault, databaseUrl };
  // In turns, so that the same seed plays the same.
  const { billing, checkAccount, close } = await openBilling(parts, { collectors: 1 });
  await checkAccount();
  const [period] = (await currentCatalog(db)).periods;
  const season = await db.transaction((tx) => readSeasonView(tx, period!.id));
  invariant(season, 'the season was imported');
  const pdfRenderer = openPdfRenderer();
  const context: AppContext = {
    ...parts,
    billing,
    files,
    pdfRenderer,
    mail: { send: async () => invariant(false, 'no mail leaves a rehearsal') },
    triggerJob: async () => undefined,
    authenticate: async () => undefined,
    backgroundState: () => 'at rest',
    proxySentence: () => null,
    rehearsal: undefined,
    seasonPlayer: openSeasonPlayer({ log, freeBytes: () => 0 }),
  };
  const runJobs = () => runDueJobs(context, async (job) => (isPlayed(job) ? job.run() : undefined));
  const closeAll = async () => {
    await pdfRenderer.close();
    await close();
    await closeDatabase();
    await embedded.stop();
  };
  return { stage: { billing, clock, files, runJobs }, season, close: closeAll };
}

/** Plays the season of an open stage to the end. */
export async function playStage(
  { stage, season }: OpenStage,
  settings: RehearsalSettings,
  tell: (progress: Progress) => void,
): Promise<RehearsalReport> {
  const played = await playRehearsal({ ...stage, settings, tell }, season);
  return rehearsalReport({ ...stage, played });
}
