import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import { brokenContent } from '#modules/catalog/files/uploads.service.ts';
import { objectFieldName } from '#modules/catalog/objects/object-labels.ts';
import { listSignedPdfs } from '#modules/catalog/objects/objects.queries.ts';
import type { Database } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { readFromFolder } from '#platform/files/data-folder.ts';
import { note, type SeasonReport } from './season-report.ts';
import { fieldOf, objectsIn } from './season-file.ts';
import { placeOf, SeasonRefused, type SeasonProblem } from './season-problem.ts';
import {
  contentTypeOf,
  contractPdfKey,
  isStoredContent,
  printableContractKey,
  type SeasonFile,
} from '#modules/catalog/stored-files.ts';

/** With the reason in a sentence. */
export class SeasonNotExportable extends Error {}

type FilesToStore = { files: readonly SeasonFile[]; filesDir: string };

type ChangedFile = SeasonFile & { content: Uint8Array; kept: Uint8Array | undefined };

export type StoredFiles = {
  noteIn(report: SeasonReport): void;
  /** restores the contents from before. @throws Error with a sentence that names the files left changed */
  takeBack(): Promise<void>;
};

/**
 * Copies the files of a season into the portal's store, outside any transaction. After a crash, import again.
 * @throws Error of the store; changed files then have their content from before
 */
export async function storeSeasonFiles(
  store: FileStore,
  { files, filesDir }: FilesToStore,
): Promise<StoredFiles> {
  const compared: (ChangedFile & { change: 'added' | 'changed' | 'unchanged' })[] = [];
  for (const { name, key } of files) {
    const content = await readFromFolder(filesDir, name);
    invariant(content, `the import has seen files/${name}`);
    const kept = await store.find(key);
    const change = !kept ? 'added' : Buffer.compare(kept, content) === 0 ? 'unchanged' : 'changed';
    compared.push({ name, key, content, kept, change });
  }
  const begun: ChangedFile[] = [];
  try {
    for (const file of compared.filter(({ change }) => change !== 'unchanged')) {
      begun.push(file);
      await store.put(file.key, file.content, contentTypeOf(file.name));
    }
  } catch (error) {
    await takeBack(store, begun, error);
    throw error;
  }
  return {
    noteIn: (report) => compared.forEach(({ key, change }) => note(report, 'file', [key], { change })),
    takeBack: () => takeBack(store, begun),
  };
}

/** Tries every file, as the store may answer again. Another import may have added the same files. */
async function takeBack(store: FileStore, begun: readonly ChangedFile[], cause?: unknown): Promise<void> {
  const left: string[] = [];
  for (const { name, key, kept } of begun) {
    if (!kept) continue;
    await store.put(key, kept, contentTypeOf(name)).catch(() => left.push(`files/${name}`));
  }
  if (left.length > 0) throw new Error(m.catalog_season_files_left({ files: left.join(', ') }), { cause });
}

/**
 * A contract keeps the PDF with which it was signed, so a season file brings another PDF under another name
 * (SE2.6).
 * @throws SeasonRefused with every file that has other content than the signed one
 */
export async function refuseSignedFiles(
  { db, files: store }: { db: Database; files: FileStore },
  { files, filesDir }: { files: readonly SeasonFile[]; filesDir: string },
): Promise<void> {
  const changed: SeasonFile[] = [];
  for (const file of files.filter(({ name }) => name.endsWith('.pdf'))) {
    const [kept, content] = [await store.find(file.key), await readFromFolder(filesDir, file.name)];
    if (kept && content && Buffer.compare(kept, content) !== 0) changed.push(file);
  }
  if (changed.length === 0) return;
  const signed = (
    await listSignedPdfs(
      db,
      changed.map(({ name }) => name),
    )
  ).map(contractPdfKey);
  const problems = changed
    .filter(({ key }) => signed.includes(key))
    .map(({ name }) => ({ place: `files/${name}`, problem: m.catalog_season_file_signed() }));
  if (problems.length > 0) throw new SeasonRefused(problems);
}

/**
 * Reads the stored files of an exported season, by the name in the season file.
 * @throws SeasonNotExportable if a name stands for two different files
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
      throw new SeasonNotExportable(m.catalog_season_file_clash({ file: name }));
    contents.set(name, content);
  }
  return contents;
}

type Named = {
  kind: string;
  /** the name of the file; null if the object has none, undefined if a season file tells none */
  name: string | null | undefined;
  parent_id?: number;
  /** the natural keys of the objects around, outermost first */
  within: readonly string[];
};

/** The stored file that an object of a season names. */
export function filesOf({ kind, name, parent_id, within }: Named): SeasonFile[] {
  if (!name || !isStoredContent(name)) return [];
  if (kind === 'printable') return [{ name, key: printableContractKey(parent_id!, name) }];
  if (kind !== 'route') return [{ name, key: name }];
  const [period, program] = within;
  return [{ name, key: contractPdfKey({ period: period!, program: program!, contract_pdf: name }) }];
}

/** The files that are missing, and those that a form would refuse for what could run in them (SE2.5). */
export async function wrongFiles(file: unknown, filesDir: string): Promise<SeasonProblem[]> {
  const wrong: SeasonProblem[] = [];
  for (const { place, name } of namedFiles(file)) {
    const content = await readFromFolder(filesDir, name);
    const broken = content && brokenContent(name, content);
    if (!content) wrong.push({ place, problem: m.catalog_season_no_file({ file: `files/${name}` }) });
    else if (broken) wrong.push({ place, problem: broken.say(objectFieldName) });
  }
  return wrong;
}

/** Lists the files of a season file as typed; other checks report invalid names. */
function namedFiles(file: unknown): { place: string; name: string }[] {
  return objectsIn(file).flatMap((found) => {
    const { fields, file: field } = found.object;
    const { value, path } = (field && fieldOf(found, field)) || {};
    if (typeof value !== 'string' || !path || !fields[field!]!.safeParse(value).success) return [];
    return isStoredContent(value) ? [{ place: placeOf(path), name: value }] : [];
  });
}
