import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeasonFolder, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

let database: TestDatabase;
let seasons: SeasonFolder;

beforeAll(async () => {
  [database, seasons] = await Promise.all([createTestDatabase(), createSeasonFolder()]);
});
afterAll(async () => {
  await database.drop();
  await seasons.remove();
});

type Ran = { code: number; out: string; err: string };

/** Runs the command as a person does, on the database that the environment names. */
function season(...args: string[]): Promise<Ran> {
  const script = join(import.meta.dirname, '../../schoolrun.js');
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: join(seasons.folder, 'data'),
  };
  return new Promise((done) => {
    execFile(process.execPath, [script, 'season', ...args], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

const routes = async () => Number((await database.pool.query('select count(*) as n from routes')).rows[0].n);

describe('npm run season', () => {
  it('refuses a season with one wrong field: names its place, exits 1, changes nothing', async () => {
    const path = await seasons.write((file) => (file.periods[0].programs[0].routes[0].addons[0].amount = -5));
    const ran = await season('import', path);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(
      'periods[0].programs[0].routes[0].addons[0].amount: must be an amount in dollars',
    );
    expect(await routes()).toBe(0);
  });

  it('shows what it would do and does nothing in a dry run', async () => {
    const ran = await season('import', await seasons.write(), '--dry-run');
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(ran.out).toContain('+ routes: 2027 / hm-lower / Round trip');
    expect(await routes()).toBe(0);
  });

  it('imports, exports, and finds nothing to do the second time', async () => {
    const path = await seasons.write();
    expect((await season('import', path)).code).toBe(0);
    expect(await routes()).toBe(13);
    const exported = join(seasons.folder, 'out', 'season.json');
    expect((await season('export', exported)).out).toContain('with 11 files next to it');
    expect((await season('import', exported)).out).toContain('nothing was changed');
  });

  it('says how it is used, and what it could not read', async () => {
    expect(await season('imprt', 'x.json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('node schoolrun.js season import FILE'),
    });
    expect(await season('import', '/nowhere.json')).toMatchObject({
      code: 1,
      err: "/nowhere.json can't be read.\n",
    });
  });
});
