import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageSources, serverSources } from '../../scripts/build.ts';
import { fingerprintOfFiles } from '../../scripts/compile/made-from.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the built server is made anew', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);
  const all = () => fingerprintOfFiles([file('a.ts'), file('b.ts')]);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'schoolrun-sources-'));
    for (const name of ['a.ts', 'b.ts']) writeFileSync(file(name), 'export const price = 1;\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('not while nothing changes, in whatever order the files come', () => {
    expect(fingerprintOfFiles([file('b.ts'), file('a.ts')])).toBe(all());
  });

  it('when a file was changed, also without a change of its length', () => {
    const before = all();
    writeFileSync(file('a.ts'), 'export const price = 2;\n');
    utimesSync(file('a.ts'), new Date(), new Date(Date.now() + 5_000));
    expect(all()).not.toBe(before);
  });

  it('when a file came or went', () => {
    expect(fingerprintOfFiles([file('a.ts')])).not.toBe(all());
  });

  it('for sources of the server, texts and packages, and for no test', () => {
    const sources = serverSources().map((path) => relative(ROOT, path));
    expect(sources).toEqual(
      expect.arrayContaining([
        'src/server/main.ts',
        'src/server/background-worker.ts',
        'src/modules/orders/orders.contract.ts',
        'messages/en/server.json',
        'package-lock.json',
        'vite.server.config.ts',
      ]),
    );
    expect(sources.filter((path) => path.endsWith('.test.ts') || path.startsWith('src/i18n'))).toEqual([]);
  });
});

it('the built pages are made anew when a plugin of their build was changed', () => {
  const sources = pageSources().map((path) => relative(ROOT, path));
  const plugins = ['vite.config.ts', 'react-router.config.ts'].flatMap((config) =>
    [...readFileSync(join(ROOT, config), 'utf8').matchAll(/from '\.\/([^']+)'/g)].map(([, path]) => path!),
  );
  expect(plugins).toContain('scripts/light-contracts.ts');
  expect(plugins.filter((path) => !sources.includes(path))).toEqual([]);
});
