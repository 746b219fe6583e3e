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
 * Copies the files of an imported season into the portal's store, outside any transaction. After a crash,
 * import again: files already stored stay.
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
 * Reads the stored files of an exported season, by the name in the season file.
 * @throws Error if a name stands for two different files
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

export async function missingFiles(file: unknown, filesDir: string): Promise<SeasonProblem[]> {
  const missing: SeasonProblem[] = [];
  for (const { place, name } of namedFiles(file)) {
    if (!(await readFromFolder(filesDir, name)))
      missing.push({ place, problem: m.catalog_season_no_file({ file: `files/${name}` }) });
  }
  return missing;
}

/** Lists the files of a season file as typed; other checks report invalid names. */
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
