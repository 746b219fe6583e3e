import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTable } from '#tests/support/files/markdown-table.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/stripe-simulator.md'), 'utf8');
const TITLED = /\(check (\d+)\)/g;

/** The files whose titles name a check, by its number. */
function namedInTests(): Map<number, string[]> {
  const files = new Map<number, string[]>();
  for (const path of globSync('{src,tests}/**/*.ts', { cwd: ROOT }).sort())
    for (const number of new Set(
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(TITLED)].map(([, n]) => n),
    ))
      files.set(Number(number), [...(files.get(Number(number)) ?? []), path]);
  return files;
}

/** @shows S24.18 */
it('each of the 46 checks is named by a test, and the page says by which', () => {
  const rows = readTable(PAGE, 'The 46 checks', ['check', 'what it asks', 'shown by']);
  expect(rows.map(({ check }) => Number(check))).toEqual(Array.from({ length: 46 }, (_, at) => at + 1));
  const linked = rows.map((row) =>
    [...row['shown by'].matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path),
  );
  const named = namedInTests();
  expect(linked).toEqual(rows.map(({ check }) => named.get(Number(check))));
});
