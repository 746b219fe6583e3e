import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawMap, type RequirementsMap } from './draw-map.ts';
import { readRows } from './read-rows.ts';
import { readTags } from './read-tags.ts';

const ROOT = join(import.meta.dirname, '../..');

export const MAP_PAGE = join(ROOT, 'build/requirements.md');

/** The map of this project as its files stand now. */
export function mapOfProject(): RequirementsMap {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  const tests = globSync(['src/**/*.test.{ts,tsx}', 'tests/**/*.{test,spec}.ts'], { cwd: ROOT }).sort();
  return drawMap(
    readRows(read('docs/requirements.tsv')),
    tests.flatMap((path) => readTags(path, read(path))),
  );
}
