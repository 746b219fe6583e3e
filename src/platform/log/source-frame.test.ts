import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeError } from './describe-error.ts';
import { sourceFrame } from './source-frame.ts';

let folder: string;
let built: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'schoolrun-frames-'));
  built = pathToFileURL(join(folder, 'portal/main.js')).href;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A built file of a single line. Column ten on comes from the third line of a source. */
function build(): void {
  const map = {
    version: 3,
    file: 'main.js',
    names: [],
    mappings: 'UAEA',
    sources: ['../src/billing/charge.ts'],
  };
  writeFileSync(join(folder, 'main.js.map'), JSON.stringify(map));
}

it('names the source of a built file', () => {
  build();
  const main = pathToFileURL(join(folder, 'main.js')).href;
  expect(sourceFrame(`at charge (${main}:1:15)`)).toBe(
    `at charge (${new URL('../src/billing/charge.ts', main).href}:3:1)`,
  );
});

it('leaves a file without a map, and one of Node, as they are', () => {
  const frames = [`at charge (${built}:1:15)`, 'at node:internal/timers:605:17', 'at <anonymous>'];
  expect(frames.map(sourceFrame)).toEqual(frames);
});

it('leaves out packages that were built in, as those that were not', () => {
  const map = {
    version: 3,
    file: 'pg.js',
    names: [],
    mappings: 'AAAA',
    sources: ['../node_modules/pg/client.js'],
  };
  writeFileSync(join(folder, 'pg.js.map'), JSON.stringify(map));
  const error = new Error('gone');
  const pg = pathToFileURL(join(folder, 'pg.js')).href;
  error.stack = `Error: gone\n    at query (${pg}:1:2)\n    at charge (file:///srv/charge.ts:4:5)`;
  expect(describeError(error).at).toEqual(['at charge (file:///srv/charge.ts:4:5)']);
});
