import type { Database, Tx } from '#platform/db/database.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import { insertFileDeletions, listFileDeletions, removeFileDeletion } from './file-deletions.queries.ts';
import type { FileStore } from './file-store.ts';

const BATCH = 200;

/** In the transaction of the deleted rows; the files go after the commit, at the latest by a job. */
export async function giveUpFiles(tx: Tx, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length > 0) await insertFileDeletions(tx, keys, now);
}

/** Two runs at once are safe; a failed delete is repeated later. */
export async function deleteGivenUpFiles({
  db,
  files,
  log,
}: {
  db: Database;
  files: FileStore;
  log: Log;
}): Promise<void> {
  for (const key of await listFileDeletions(db, BATCH)) {
    try {
      await files.delete(key);
      await removeFileDeletion(db, key);
    } catch (error) {
      log.warn({ key, error: describeError(error) }, 'a file could not be deleted');
    }
  }
}
