import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

// What builds are made from, and what makes them.
const COPIED = [
  'messages',
  'package-lock.json',
  'package.json',
  'project.inlang',
  'public',
  'react-router.config.ts',
  'scripts',
  'src',
  'vite.config.ts',
  'vite.server.config.ts',
];

let clone: string;

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'schoolrun-clone-'));
  for (const name of COPIED) cpSync(join(ROOT, name), join(clone, name), { recursive: true });
  rmSync(join(clone, 'src/i18n'), { recursive: true, force: true });
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** @shows MO6.1 */
it('the second start after a clone builds from what the first has built from', () => {
  const program = join(clone, 'scripts/print-fingerprints.ts');
  writeFileSync(
    program,
    `import { fingerprintsOfBuilds } from './build.ts';
    console.log(JSON.stringify(fingerprintsOfBuilds()));`,
  );
  const start = () => {
    const { stdout, stderr } = spawnSync(process.execPath, [program], { cwd: clone, encoding: 'utf8' });
    expect(stderr).toBe('');
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as object;
  };
  const first = start();
  expect(Object.keys(first)).toEqual(['pages', 'server']);
  expect(start()).toEqual(first);
});
