import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTableNames, readWrites } from '../../scripts/ladder/read-writes.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter(
  (path) => !path.includes('.test.') && !path.startsWith('src/i18n/'),
);

const CATALOG_TABLES = [
  'src/db/tables/catalog/catalog.ts',
  'src/db/tables/catalog/routes.ts',
  'src/db/tables/catalog/content.ts',
];
const tableFiles = new Map(
  CATALOG_TABLES.flatMap((path) => readTableNames(read(path)).map((name) => [name, path])),
);

const importersOf = (name: string) =>
  sources.filter((path) => new RegExp(String.raw`import [^;]*\b${name}\b[^;]* from`).test(read(path)));

/** @shows SE3.1 */
it('rows of the catalog are written by change sets, and by the counters of seats and uses', () => {
  const writers = sources
    .flatMap((path) => readWrites(path, read(path), tableFiles))
    .filter(({ to }) => CATALOG_TABLES.includes(to));
  expect([...new Set(writers.map(({ from }) => from))].toSorted()).toEqual([
    'src/modules/catalog/objects/objects.queries.ts',
    'src/modules/catalog/routes/routes.queries.ts',
  ]);
  const counted = [...read('src/modules/catalog/routes/routes.queries.ts').matchAll(/\.set\(\{ (\w+):/g)];
  expect([...new Set(counted.map(([, column]) => column))].toSorted()).toEqual(['seats_taken', 'uses']);
  for (const write of ['insertObjects', 'updateObjects', 'deleteObjects'])
    expect(importersOf(write)).toEqual(['src/modules/catalog/changes/write-objects.service.ts']);
  expect(importersOf('writeDifferences')).toEqual(['src/modules/catalog/changes/apply-changes.service.ts']);
});
