import type { Tx } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { SealedRest } from './reseal.ts';
import { fieldOf, keyOfFile, type Place, type Vault } from './vault.ts';
import * as state from './vault-state.queries.ts';

/** Files showing or naming a child. Pictures of the site, maps and contracts of routes are public. */
const PRIVATE_FOLDERS = ['students/', 'signed-copies/', 'receipts/', 'statements/', 'scans/'];

const PLACE = { table: 'files', field: 'content' };

export const FILE_FIELD = fieldOf(PLACE);

export type SealedFiles = FileStore & {
  /** @returns false if the file is missing, public or sealed under the first key already */
  reseal(key: string): Promise<boolean>;
};

const isPrivate = (key: string) => PRIVATE_FOLDERS.some((folder) => key.startsWith(folder));
const placeOf = (key: string): Place => ({ ...PLACE, row: key });

/** Source: H14 */
export function sealedFiles(store: FileStore, vault: Vault): SealedFiles {
  const put: FileStore['put'] = (key, content, contentType) =>
    isPrivate(key)
      ? store.put(key, vault.sealBytes(content, placeOf(key)), 'application/octet-stream')
      : store.put(key, content, contentType);
  return {
    put,
    has: (key) => store.has(key),
    find: async (key) => {
      const stored = await store.find(key);
      return stored && isPrivate(key) ? vault.openBytes(stored, placeOf(key)) : stored;
    },
    delete: (key) => store.delete(key),
    async reseal(key) {
      const stored = await store.find(key);
      if (!stored || !isPrivate(key) || keyOfFile(stored) === vault.currentKeyId) return false;
      await put(key, vault.openBytes(stored, placeOf(key)), 'application/octet-stream');
      return true;
    },
  };
}

export type FileRows = {
  name: string;
  /** No file of these rows is deleted until the transaction ends. */
  lockNext: (tx: Tx, after: number, limit: number) => Promise<{ id: number; key: string }[]>;
};

// A row is locked while the file is written. A transaction with several locked rows could deadlock with a
// delete.
const BATCH = 1;

/** Saves the progress after each batch: a kill costs a batch. */
export function resealedFiles(files: SealedFiles, sources: readonly FileRows[]): SealedRest {
  return {
    fields: [FILE_FIELD],
    async hasAny(db) {
      for (const { lockNext } of sources)
        if ((await db.transaction((tx) => lockNext(tx, 0, 1))).length > 0) return true;
      return false;
    },
    async resealAll({ db, vault }) {
      let n = 0;
      for (const { name, lockNext } of sources) {
        let after = await state.readProgress(db, name, vault.currentKeyId);
        for (;;) {
          const batch = await db.transaction(async (tx) => {
            const found = await lockNext(tx, after, BATCH);
            for (const { key } of found) if (await files.reseal(key)) n += 1;
            return found;
          });
          const last = batch.at(-1);
          if (!last) break;
          after = last.id;
          await state.saveProgress(db, { source: name, key_id: vault.currentKeyId, last_id: after });
        }
      }
      return { n, isDone: true };
    },
  };
}
