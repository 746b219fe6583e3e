import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { readFromFolder } from '#platform/files/folder.ts';
import { note, type SeasonReport } from './season-report.ts';
import { contentPath, fileName } from './season-fields.ts';
import { placeOf, placesOf, type SeasonProblem } from './season-problem.ts';
import { contentTypeOf, isStoredContent, type SeasonFile } from '#modules/catalog/stored-files.ts';

type FilesToStore = { files: readonly SeasonFile[]; filesDir: string; report: SeasonReport };

/**
 * Copies the files that an imported season names into the portal's store, outside any transaction.
 * After a run that was cut off, import again: files that are already there stay as they are.
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

const FILE_FIELDS = [
  ['periods', '*', 'program_groups', '*', 'printable_contracts', '*', 'file_name'],
  ['periods', '*', 'programs', '*', 'routes', '*', 'contract_pdf'],
  ['content_blocks', '*', 'content'],
];

/** The files that a season file names and that are not in the folder beside it. */
export async function missingFiles(file: unknown, filesDir: string): Promise<SeasonProblem[]> {
  const missing: SeasonProblem[] = [];
  for (const { place, name } of namedFiles(file)) {
    if (!(await readFromFolder(filesDir, name)))
      missing.push({ place, problem: m.catalog_season_no_file({ file: `files/${name}` }) });
  }
  return missing;
}

/** The files that a season file names, as it was typed; names that cannot be files are told elsewhere. */
function namedFiles(file: unknown): { place: string; name: string }[] {
  return FILE_FIELDS.flatMap((pattern) => placesOf({ value: file, path: [] }, pattern)).flatMap(
    ({ value, path }) => {
      const isName =
        path.at(-1) === 'content'
          ? contentPath().safeParse(value).success
          : fileName().safeParse(value).success;
      return isName && isStoredContent(value as string)
        ? [{ place: placeOf(path), name: value as string }]
        : [];
    },
  );
}
