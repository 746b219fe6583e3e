import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { listMigrations, migrateDatabase } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'schoolrun-migrations-'));
const when = Date.UTC(2100, 0, 1);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  cpSync(join(import.meta.dirname, '../../db/migrations'), folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: object[] };
  journal.entries.push({ idx: journal.entries.length, version: '7', when, tag: 'once', breakpoints: true });
  writeFileSync(path, JSON.stringify(journal));
  // Slow on purpose, to make the starts overlap.
  writeFileSync(join(folder, 'once.sql'), 'create table made_once (); select pg_sleep(0.3);');
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('two portals that start at once migrate once, after one of them has made one backup', async () => {
  let backups = 0;
  const beforeMigrating = async () => void (backups += 1);
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.ownerUrl, { folder, beforeMigrating })));
  expect(backups).toBe(1);
  const { rows } = await database.pool.query(
    `select count(*) as times from drizzle.migrations where created_at = ${when}`,
  );
  expect(rows).toEqual([{ times: 1 }]);
});

/** @shows MO1.4 */
describe('version 0.1.0, which starts on every newer database', () => {
  const readAsFirstVersion = () =>
    database.asOwner(`create table if not exists drizzle.__drizzle_migrations (id serial primary key);
      select id, hash, created_at from drizzle.__drizzle_migrations order by created_at desc limit 1`);

  it('is refused before it writes', async () => {
    await expect(readAsFirstVersion()).rejects.toThrow('version 0.1.0 must not');
  });

  it('leaves a database that is migrated with what it had recorded, and closed to it', async () => {
    await database.asOwner(`drop view drizzle.__drizzle_migrations;
      alter table drizzle.migrations rename to __drizzle_migrations`);
    await migrateDatabase(database.ownerUrl, { folder });
    const { rows } = await database.pool.query<{ at: number }>(
      'select created_at as at from drizzle.migrations order by 1',
    );
    expect(rows.map(({ at }) => at)).toEqual(listMigrations(folder));
    await expect(readAsFirstVersion()).rejects.toThrow('version 0.1.0 must not');
  });
});
