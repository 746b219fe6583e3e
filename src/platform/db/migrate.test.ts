import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { migrateDatabase } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'schoolrun-migrations-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  mkdirSync(join(folder, 'meta'));
  const when = Date.UTC(2100, 0, 1);
  writeFileSync(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({
      version: '7',
      dialect: 'postgresql',
      entries: [{ idx: 0, version: '7', when, tag: '0000_once', breakpoints: true }],
    }),
  );
  // Slow on purpose, so that two starts really overlap.
  writeFileSync(join(folder, '0000_once.sql'), 'create table made_once (); select pg_sleep(0.3);');
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('two portals that start at once migrate once', async () => {
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.ownerUrl, { folder })));
  const { rows } = await database.pool.query(
    `select count(*) as times from drizzle.__drizzle_migrations where created_at = ${Date.UTC(2100, 0, 1)}`,
  );
  expect(rows).toEqual([{ times: 1 }]);
});
