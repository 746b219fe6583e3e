import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examine, type Found } from '../../scripts/command/doctor.ts';
import { linesOf } from '../../scripts/command/sql.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'schoolrun-doctor-'));
let database: TestDatabase;

beforeAll(async () => void (database = await createTestDatabase()));
afterAll(async () => {
  await database.drop();
  rmSync(DATA_DIR, { recursive: true });
});

const stateOf = (found: readonly Found[]) =>
  Object.fromEntries(found.map(({ part, state }) => [part, state]));
const sentenceOf = (found: readonly Found[], part: Found['part']) =>
  found.find((one) => one.part === part)?.sentence;

/** @shows MO12.2 */
describe('schoolrun doctor', () => {
  it('goes through every part of a portal on an outside database', async () => {
    const found = await examine({ DATA_DIR, DATABASE_URL: database.url });
    expect(stateOf(found)).toEqual({
      versions: 'good',
      settings: 'good',
      disk: 'good',
      database: 'good',
      mail: 'look',
      files: 'good',
      processor: 'look',
      clock: 'good',
    });
    expect(sentenceOf(found, 'database')).toMatch(/^PostgreSQL \d+.*, opened last by Schoolrun/);
  });

  it('names a wrong setting, and reaches for nothing without right ones', async () => {
    const found = await examine({ DATA_DIR, PORT: 'abc' });
    expect(stateOf(found)).toEqual({ versions: 'good', settings: 'bad' });
    expect(sentenceOf(found, 'settings')).toMatch(/^PORT must be a whole number/);
  });

  it('says of each service that is away what to do, and goes on', async () => {
    const found = await examine({
      DATA_DIR,
      DATABASE_URL: 'postgres://portal:hunter2@127.0.0.1:1/portal',
      SMTP_URL: 'smtp://portal:hunter2@127.0.0.1:1',
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'hunter2',
      STRIPE_SECRET_KEY: 'sk_test_hunter2',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_a1',
      STRIPE_API: 'http://127.0.0.1:1',
    });
    const { database: tables, mail, files, processor } = stateOf(found);
    expect([tables, mail, files, processor]).toEqual(['bad', 'bad', 'bad', 'bad']);
    expect(sentenceOf(found, 'database')).toBe(
      'The database in DATABASE_URL can’t be reached (ECONNREFUSED).',
    );
    expect(found.map(({ sentence }) => sentence).join()).not.toContain('hunter2');
  });

  it('names a database that a newer version has opened', async () => {
    await database.asOwner(
      `insert into drizzle.migrations (hash, created_at) values ('newer', 9999999999999)`,
    );
    const found = await examine({ DATA_DIR, DATABASE_URL: database.url });
    expect(stateOf(found).database).toBe('bad');
    expect(sentenceOf(found, 'database')).toContain('Start the newer version');
  });

  it('starts nothing in an empty data folder', async () => {
    const found = await examine({ DATA_DIR: join(DATA_DIR, 'new') });
    expect(sentenceOf(found, 'database')).toContain('The first start creates it.');
    expect(stateOf(found)).toMatchObject({ disk: 'good', database: 'good' });
  });
});

/** @shows MO12.3 */
it('rows of schoolrun sql stand below their names', () => {
  const at = new Date('2027-03-20T14:05:00Z');
  expect(
    linesOf(
      ['id', 'paid_at', 'detail'],
      [
        [7, at, { a: 1 }],
        [12, null, null],
      ],
    ),
  ).toEqual([
    'id | paid_at                  | detail',
    '---+--------------------------+--------',
    '7  | 2027-03-20T14:05:00.000Z | {"a":1}',
    '12 |                          |',
    '2 rows',
  ]);
});
