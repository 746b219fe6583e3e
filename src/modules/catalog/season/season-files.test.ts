import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FileStore } from '#platform/files/file-store.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { importSeasonFile } from './season.service.ts';

const MAP = 'content/hm_single.svg';

let context: TestContext;
let seasons: SeasonFolder;

beforeAll(async () => void (seasons = await createSeasonFolder()));
afterAll(() => seasons.remove());
beforeEach(async () => void (context = await createTestContext()));
afterEach(() => context.close());

/** The store of the portal, which fails at the n-th file and, if it stays away, at all later calls. */
function failingAt(nth: number, { staysAway = false } = {}): FileStore {
  let puts = 0;
  const isAway = () => puts === nth || (staysAway && puts >= nth);
  const call = async <T>(run: () => Promise<T>): Promise<T> => {
    if (isAway()) throw new Error('the store is away');
    return run();
  };
  return {
    put: (...file) => {
      puts += 1;
      return call(() => context.files.put(...file));
    },
    has: (key) => call(() => context.files.has(key)),
    find: (key) => call(() => context.files.find(key)),
    delete: (key) => (staysAway ? call(() => context.files.delete(key)) : context.files.delete(key)),
  };
}

const count = async (table: string) =>
  Number((await context.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

const importBy = async (files: FileStore, edit?: (season: Loose) => void) =>
  importSeasonFile({ ...context, files }, await seasons.write(edit));

let changes = 0;

async function change(...names: string[]): Promise<void> {
  changes += 1;
  for (const name of names)
    await writeFile(join(seasons.folder, 'files/content', name), `<svg>${changes}</svg>`);
}

const contentOf = async (key: string) => Buffer.from((await context.files.find(key)) ?? []).toString();

/** @shows MO9.1 */
describe('a season import whose file store fails', () => {
  it('leaves no row of a first import, which then goes well', async () => {
    await expect(importBy(failingAt(3))).rejects.toThrow('the store is away');
    expect([await count('routes'), await count('content_blocks')]).toEqual([0, 0]);
    await importBy(context.files);
    expect(await count('routes')).toBeGreaterThan(0);
  });

  it('leaves the files of the season before', async () => {
    await importBy(context.files);
    const before = await contentOf(MAP);
    await change('hm_single.svg', 'rcs_am_pm.svg');
    await expect(importBy(failingAt(2))).rejects.toThrow('the store is away');
    expect(await contentOf(MAP)).toBe(before);
  });

  it('names the files that it could not take back', async () => {
    await importBy(context.files);
    await change('hm_single.svg', 'rcs_am_pm.svg');
    await expect(importBy(failingAt(2, { staysAway: true }))).rejects.toThrow(
      /^The import failed, and these files already have their new content: files\//,
    );
  });

  it('leaves the files of the season before when the rows fail after them', async () => {
    await importBy(context.files);
    const before = await contentOf(MAP);
    await change('hm_single.svg');
    const put: FileStore['put'] = async (...file) => {
      await context.files.put(...file);
      // Between the check and the import, somebody takes a table away.
      await context.database.asOwner('alter table if exists addons rename to addons_away');
    };
    const { has, find } = context.files;
    await expect(importBy({ put, has, find, delete: context.files.delete })).rejects.toThrow('Failed query');
    expect(await contentOf(MAP)).toBe(before);
  });
});
