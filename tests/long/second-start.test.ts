import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { home, start as startPortal, useEmptyFolder } from '#tests/support/portal/embedded-portal.ts';

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

useEmptyFolder();

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

/** @shows MO7.2 */
it('a second start on a data folder is refused before anything is built', async () => {
  const portal = await startPortal();
  rmSync(join(clone, 'src/i18n'), { recursive: true, force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.js'], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: home.dataDir },
  });
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    `${m.portal_data_folder_in_use({ folder: home.dataDir })}\n`,
  ]);
  expect(existsSync(join(clone, 'src/i18n'))).toBe(false);
  expect((await fetch(`${portal.url}/api/health`)).status).toBe(200);
});
