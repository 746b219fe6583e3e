import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));

/** Files that import the files beside them. */
const INDEXES = new Set(['_index.js', 'messages.js']);

const isIndex = (path: string) => INDEXES.has(basename(path));

/**
 * The order in which the files of a folder change, so that no file imports a missing one at any moment: new
 * files before the indexes that name them.
 */
export const inOrder = (paths: readonly string[]): string[] =>
  paths.toSorted(
    (a, b) => Number(isIndex(a)) - Number(isIndex(b)) || b.split('/').length - a.split('/').length,
  );

/**
 * Moves the files of a draft over those of a folder, one by one. A process that reads the folder finds each
 * file at any moment, the old or the new one; files without a change keep their time, and nothing restarts
 * for them. Files that the draft lacks go last.
 * @param kept  paths that stay without being in the draft
 */
export function replaceFiles(draft: string, to: string, kept: readonly string[] = []): void {
  const made = filesIn(draft);
  for (const file of inOrder(made)) {
    const [from, target] = [join(draft, file), join(to, file)];
    if (existsSync(target) && readFileSync(from).equals(readFileSync(target))) continue;
    mkdirSync(dirname(target), { recursive: true });
    renameSync(from, target);
  }
  const stays = new Set([...made, ...kept]);
  for (const file of filesIn(to)) if (!stays.has(file)) rmSync(join(to, file));
  rmSync(draft, { recursive: true });
}
