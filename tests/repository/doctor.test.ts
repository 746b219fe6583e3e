import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examine, type Found } from '../../scripts/command/doctor.ts';
import { linesOf } from '../../scripts/command/sql.ts';
import { openStubBucket } from '#tests/support/http/stub-bucket.ts';
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
      backups: 'good',
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
      'The database in DATABASE_URL can’t be reached (ECONNREFUSED). Check the host and port in ' +
        'DATABASE_URL, and whether the server runs and takes connections from this machine.',
    );
    expect(sentenceOf(found, 'mail')).toContain('ECONNREFUSED');
    expect(found.map(({ sentence }) => sentence).join()).not.toContain('hunter2');
  });

  /** @shows MO12.10 */
  it('tries the bucket for backups, with the rights to put and get alone', async () => {
    const bucket = await openStubBucket();
    const well = await examine({ DATA_DIR, ...bucket.settings });
    bucket.close();
    expect(stateOf(well).backups).toBe('good');
    const away = await examine({ DATA_DIR, ...bucket.settings, BACKUP_ENDPOINT: 'http://127.0.0.1:1' });
    expect(stateOf(away).backups).toBe('bad');
    expect(sentenceOf(away, 'backups')).toMatch(/BACKUP_BUCKET \(ECONNREFUSED\)/);
    expect(stateOf(await examine({ DATA_DIR })).backups).toBe('look');
  });

  /** @shows MO12.11 */
  it('names a setting under a wrong name, also beside a wrong one', async () => {
    const found = await examine({ DATA_DIR, DATABASE_URL: database.url, VAULT_KEY: 'hunter2' });
    expect(stateOf(found).settings).toBe('look');
    const sentence = 'VAULT_KEY isn’t a setting of the portal and has no effect. Did you mean VAULT_KEYS?';
    expect(sentenceOf(found, 'settings')).toBe(sentence);
    const wrong = await examine({ DATA_DIR, PORT: 'abc', VAULT_KEY: 'hunter2' });
    expect(sentenceOf(wrong, 'settings')).toMatch(/^PORT must .*Did you mean VAULT_KEYS\?$/);
  });

  it('logs in as the owner too, whom the next start needs', async () => {
    const DATABASE_OWNER_URL = 'postgres://owner:hunter2@127.0.0.1:1/portal';
    const found = await examine({ DATA_DIR, DATABASE_URL: database.url, DATABASE_OWNER_URL });
    expect(stateOf(found).database).toBe('bad');
    expect(sentenceOf(found, 'database')).toMatch(/^The database in DATABASE_OWNER_URL can’t be reached/);
  });

  it('names a key in use that is missing', async () => {
    await database.asOwner(`insert into vault_keys (key_id, first_used_at) values ('0badc0de', now())`);
    const VAULT_KEYS = Buffer.alloc(32, 7).toString('base64');
    const found = await examine({ DATA_DIR, DATABASE_URL: database.url, VAULT_KEYS });
    expect(stateOf(found).database).toBe('bad');
    expect(sentenceOf(found, 'database')).toContain('VAULT_KEYS is missing the key 0badc0de');
    await database.asOwner(`delete from vault_keys where key_id = '0badc0de'`);
  });

  it('promises no data folder below a file or a folder that cannot be written', async () => {
    const found = await examine({ DATA_DIR: '/dev/null/data' });
    expect(stateOf(found).disk).toBe('bad');
    expect(sentenceOf(found, 'disk')).toContain('must be a folder the portal can write to');
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
