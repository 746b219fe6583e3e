import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const LINK = /\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)/g;

const documents = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...globSync('{docs,src}/**/*.md', { cwd: ROOT }),
];
// What stands between backquotes shows how a link is written.
const read = (path: string) =>
  readFileSync(join(ROOT, path), 'utf8').replaceAll(/```[^]*?```|`[^`\n]*`/g, '');

it.each(documents)('%s links to files that are there', (path) => {
  const missing = [...read(path).matchAll(LINK)]
    .map(([, target]) => decodeURI(target!))
    .filter((target) => !existsSync(join(ROOT, dirname(path), target)));
  expect(missing).toEqual([]);
});

it('the documents show pictures of docs/screens, and at most ten are kept there', () => {
  expect(globSync('docs/screens/*.png', { cwd: ROOT }).length).toBeLessThanOrEqual(10);
});
