import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '#platform/db/program-version.ts';
import { createSeasonFolder, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

const ROOT = join(import.meta.dirname, '../..');

let database: TestDatabase;
let seasons: SeasonFolder;
let dataDir: string;
beforeAll(async () => {
  [database, seasons] = await Promise.all([createTestDatabase(), createSeasonFolder()]);
  dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-commands-'));
});
afterAll(async () => {
  await database.drop();
  await seasons.remove();
  rmSync(dataDir, { recursive: true });
});

/** Runs a program in the project, on the database of the test. */
const run = (program: string, args: string[]) =>
  spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
    },
  });

const count = async (table: string) =>
  Number((await database.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

/** @shows MO3.1 */
it('node schoolrun.js tells its version and explains a command', () => {
  expect(run('node', ['schoolrun.js', '--version'])).toMatchObject({ status: 0, stdout: `${VERSION}\n` });
  const help = run('node', ['schoolrun.js', 'season', 'import', '--help']);
  expect(help).toMatchObject({ status: 0, stderr: '' });
  expect(help.stdout).toMatch(/--dry-run {2,}lists the changes and changes nothing/);
});

/** @shows MO3.2 */
describe('npm run, with an option that npm keeps for itself', () => {
  it('imports no season without the dry run that was asked for', async () => {
    const file = await seasons.write();
    const ran = run('npm', ['run', '-s', 'season', 'import', file, '--dry-run']);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(`node schoolrun.js season import ${file} --dry-run`);
    expect(await count('routes')).toBe(0);
  });

  it('makes no plain admin of a super admin', async () => {
    const ran = run('npm', ['run', '-s', 'staff', 'add', 'noor@office.example', '--super']);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(await count('users')).toBe(0);
  });

  it('takes the option after a lone --, and the same by node schoolrun.js', async () => {
    const add = ['add', 'noor@office.example', '--super'];
    expect(run('npm', ['run', '-s', 'staff', '--', ...add]).status).toBe(0);
    const listed = run('node', ['schoolrun.js', 'staff', 'list']);
    expect(listed.stdout).toContain('noor@office.example\tsuper-admin');
  });

  it('starts no season of the simulator and no measurement', () => {
    for (const [script, option] of [
      ['sim', '--seeds'],
      ['drill:rush', '--families'],
    ] as const) {
      const ran = run('npm', ['run', '-s', script, option, '3']);
      expect([script, ran.status, ran.stdout]).toEqual([script, 2, '']);
      expect(ran.stderr).toContain(`npm run ${script} -- ${option} 3`);
    }
  });
});
