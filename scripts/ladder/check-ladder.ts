import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCycles } from './find-cycles.ts';
import { readImports } from './read-imports.ts';
import { readTableNames, readWrites } from './read-writes.ts';
import { rules } from './rules.ts';
import { mayWrite, ownerOf } from './table-owners.ts';

export type LadderReport = {
  filesRead: number;
  importsRead: number;
  writesRead: number;
  violations: string[];
};

/** Tests may import from anywhere; they are not part of the program. */
const NOT_HELD = /\.test\.tsx?$|^src\/i18n\//;

/** Reads every source file below `root`/src and holds its imports against the rules. */
export function checkLadder(root: string): LadderReport {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !NOT_HELD.test(path))
    .sort();
  const sourceOf = (path: string) => readFileSync(join(root, path), 'utf8');
  const imports = files.flatMap((path) => readImports(path, sourceOf(path)));
  const broken = imports.flatMap((one) =>
    rules
      .filter((rule) => rule.isBrokenBy(one))
      .map((rule) => `${one.from} -> ${one.to}: ${rule.name} (${rule.because})`),
  );
  const circles = findCycles(imports).map(
    (circle) => `${circle.join(' <-> ')}: no cycles (files that import each other are one file)`,
  );
  const { writesRead, foreign } = checkWrites(files, sourceOf);
  return {
    filesRead: files.length,
    importsRead: imports.length,
    writesRead,
    violations: [...broken, ...circles, ...foreign],
  };
}

/** A table is written by the queries of its module; anyone may read it (decision 41). */
function checkWrites(files: string[], sourceOf: (path: string) => string) {
  const declared = files
    .filter((path) => path.startsWith('src/db/tables/'))
    .flatMap((path) => readTableNames(sourceOf(path)).map((name) => [name, path] as const));
  const tableFiles = new Map(declared);
  const ownerless = [...new Set(tableFiles.values())]
    .filter((path) => ownerOf(path) === undefined)
    .map((path) => `${path}: tables have a module (scripts/ladder/table-owners.ts says which)`);
  const writes = files.flatMap((path) => readWrites(path, sourceOf(path), tableFiles));
  const foreign = writes
    .filter(({ from, to }) => !mayWrite(from, to))
    .map(({ from, to }) => `${from} -> ${to}: only its module writes a table (ask that module's service)`);
  return { writesRead: writes.length, foreign: [...ownerless, ...foreign] };
}
