import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { rowDigests } from '#tests/support/database/row-digests.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { askOnce } from './ask-once.ts';
import { listMigrations, migrateDatabase } from './migrate.ts';
import { noteVersion, VERSION } from './program-version.ts';
import { refuseNewer } from './refuse-newer.ts';

const KNOWN = { migrations: listMigrations(), settings: [] };

let database: TestDatabase;
beforeEach(async () => void (database = await createTestDatabase()));
afterEach(() => database.drop());

const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => 'it was opened',
    (error: Error) => error.message,
  );

/** @shows MO1.1 */
describe('a database that a newer version has opened', () => {
  it.each([
    [
      'migration',
      'migration 4102444800000',
      `insert into drizzle.migrations (hash, created_at)
      values ('x', 4102444800000)`,
    ],
    [
      'migration older than ours',
      'migration 1000',
      `insert into drizzle.migrations (hash, created_at)
      values ('x', 1000)`,
    ],
    ['version of the queue', 'job queue 999', 'update pgboss.version set version = 999'],
    ['seal format', 'feature seal sealed3', `insert into needed_features values ('seal sealed3')`],
    [
      'sealed field',
      'sealed field users.first_name',
      `insert into sealed_fields
      values ('users.first_name', now())`,
    ],
    [
      'setting',
      'processor adyen',
      `insert into processor_binding
      values (true, 'adyen', 'a', false, gen_random_uuid(), now())`,
    ],
  ])('with an unknown %s is refused with both versions, and nothing changes', async (_, unknown, plant) => {
    await database.asOwner(plant);
    await database.asOwner(`insert into program_version (version) values ('9.4.0')`);
    const before = await askOnce(database.ownerUrl, rowDigests);
    const sentence = m.portal_database_newer({ database: '9.4.0', program: VERSION, unknown });
    expect(await refusalOf(migrateDatabase(database.ownerUrl))).toBe(sentence);
    expect(await refusalOf(refuseNewer(database.pool, KNOWN))).toBe(sentence);
    expect(await askOnce(database.ownerUrl, rowDigests)).toEqual(before);
  });

  it('is refused where no version is recorded', async () => {
    await database.asOwner(`insert into needed_features values ('anything')`);
    expect(await refusalOf(refuseNewer(database.pool, KNOWN))).toContain(`This is Schoolrun ${VERSION}`);
  });
});

it('a database of this version is opened, and records the version once', async () => {
  await refuseNewer(database.pool, KNOWN);
  await noteVersion(database.db);
  const first = await database.pool.query('select version, since from program_version');
  await noteVersion(database.db);
  const second = await database.pool.query('select version, since from program_version');
  expect(first.rows).toEqual([expect.objectContaining({ version: VERSION })]);
  expect(second.rows).toEqual(first.rows);
});
