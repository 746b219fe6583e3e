import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { openAsPortal, runBeside } from '#tests/support/database/clone-database.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { askNobody, DEMO_SEASON } from './demo-season.ts';

/** A database with the demo season on sale, and the files that its import put into the store. */
export type SeasonTemplate = { url: string; files: StoredFile[] };

type StoredFile = { key: string; base64: string; content_type: string };

const NAME = 'schoolrun_season_template';

/**
 * Copies the migrated template and imports the demo season into the copy, its relative days counted from the
 * day on which test clocks stand. Nobody stays connected, so the copy can be copied in its turn.
 */
export async function createSeasonTemplate(templateUrl: string): Promise<SeasonTemplate> {
  const url = new URL(templateUrl);
  await runBeside(
    templateUrl,
    `create database ${NAME} template ${url.pathname.slice(1)} strategy file_copy`,
  );
  url.pathname = `/${NAME}`;
  const { db, close } = openAsPortal(url.href, 2);
  const files: StoredFile[] = [];
  try {
    await importSeasonFile({ db, files: recordingStore(files), clock: testClock() }, DEMO_SEASON);
    await askNobody(db);
  } finally {
    await close();
  }
  return { url: url.href, files };
}

/** A store that has nothing yet and writes down all that is put into it. */
function recordingStore(files: StoredFile[]): FileStore {
  return {
    put: async (key, content, content_type) =>
      void files.push({ key, base64: Buffer.from(content).toString('base64'), content_type }),
    has: async () => false,
    find: async () => undefined,
    delete: async () => undefined,
  };
}

/** Puts the season's files into the store of a portal whose database was copied from the template. */
export async function storeTemplateFiles(store: FileStore, { files }: SeasonTemplate): Promise<void> {
  for (const { key, base64, content_type } of files) {
    await store.put(key, Buffer.from(base64, 'base64'), content_type);
  }
}
