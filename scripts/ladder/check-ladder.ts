import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCycles } from './find-cycles.ts';
import { readImports } from './read-imports.ts';
import { rules } from './rules.ts';

export type LadderReport = { filesRead: number; importsRead: number; violations: string[] };

/** Tests may reach anywhere; they are no part of the house. */
const NOT_HELD = /\.test\.tsx?$|^src\/i18n\//;

/** Reads every source file below `root`/src and holds its imports against the rules. */
export function checkLadder(root: string): LadderReport {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !NOT_HELD.test(path))
    .sort();
  const imports = files.flatMap((path) => readImports(path, readFileSync(join(root, path), 'utf8')));
  const broken = imports.flatMap((one) =>
    rules
      .filter((rule) => rule.isBrokenBy(one))
      .map((rule) => `${one.from} -> ${one.to}: ${rule.name} (${rule.because})`),
  );
  const circles = findCycles(imports).map(
    (circle) => `${circle.join(' <-> ')}: no cycles (files that import each other are one file)`,
  );
  return { filesRead: files.length, importsRead: imports.length, violations: [...broken, ...circles] };
}
