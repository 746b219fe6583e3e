import { dirname } from 'node:path';

export type Folder = { path: string; files: number };

/** Folders that hold files, the one with most first; files in folders below count there. */
export function foldersOf(files: { path: string }[]): Folder[] {
  const counts = Map.groupBy(files, ({ path }) => dirname(path));
  return [...counts]
    .map(([path, inside]) => ({ path, files: inside.length }))
    .toSorted((a, b) => b.files - a.files || a.path.localeCompare(b.path));
}
