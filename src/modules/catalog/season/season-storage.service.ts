import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { readFromFolder } from '#platform/files/folder.ts';
import { note, type SeasonReport } from './season-report.ts';
import type { SeasonFile } from './season-run.service.ts';
import { contentTypeOf } from '#modules/catalog/stored-files.ts';

type FilesToStore = { files: readonly SeasonFile[]; filesDir: string; report: SeasonReport };

/**
 * Copies the files that an imported season names into the portal's store, outside any transaction.
 * A run that was cut off is mended by importing again: what is already there is left alone.
 */
export async function storeSeasonFiles(
  store: FileStore,
  { files, filesDir, report }: FilesToStore,
): Promise<void> {
  for (const { name, key } of files) {
    const content = await readFromFolder(filesDir, name);
    invariant(content, `the import has seen files/${name}`);
    const kept = await store.find(key);
    const change = !kept ? 'added' : Buffer.compare(kept, content) === 0 ? 'unchanged' : 'changed';
    if (change !== 'unchanged') await store.put(key, content, contentTypeOf(name));
    note(report, 'file', [key], { change });
  }
}

/**
 * The stored files of an exported season by the name under which the season file names them.
 * @throws Error when one name stands for two different files, which cannot be written beside each other
 */
export async function collectSeasonFiles(
  store: FileStore,
  files: readonly SeasonFile[],
): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  for (const { name, key } of files) {
    const content = await store.find(key);
    if (!content) continue;
    const other = contents.get(name);
    if (other && Buffer.compare(other, content) !== 0)
      throw new Error(m.catalog_season_file_clash({ file: name }));
    contents.set(name, content);
  }
  return contents;
}
