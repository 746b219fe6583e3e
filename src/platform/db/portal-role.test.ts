import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { migrateDatabase } from './migrate.ts';
import { listExcessRights } from './portal-role.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`insert into audit_log (at, action, subject) values (now(), 'a.test', 'user:1')`);
  await database.pool.query(`insert into journal (kind, ref, at) values ('charge', 'a-test', now())`);
});
afterAll(() => database.drop());

const DENIED = /permission denied|must be owner|must be superuser|not allowed/;
const denied = (statement: string) => expect(database.pool.query(statement)).rejects.toThrow(DENIED);

/** @shows H13.1 */
describe('the role of the portal', () => {
  it.each(['audit_log', 'journal', 'postings', 'transactions', 'acceptances', 'signed_copies'])(
    'changes, deletes and truncates nothing of %s',
    async (table) => {
      await denied(`update ${table} set id = default`);
      await denied(`delete from ${table}`);
      await denied(`truncate ${table} cascade`);
      await denied(`alter table ${table} disable trigger all`);
      await denied(`alter table ${table} drop column id cascade`);
    },
  );

  it.each(['orders', 'users', 'students', 'sandbox.charges', 'pgboss.job', 'drizzle.migrations'])(
    'cannot alter, truncate or drop %s',
    async (table) => {
      await denied(`alter table ${table} add column evil text`);
      await denied(`truncate ${table} cascade`);
      await denied(`drop table ${table} cascade`);
    },
  );

  it('cannot switch triggers off, replace what they run, or make tables and roles of its own', async () => {
    await denied(`set session_replication_role = replica`);
    await denied(
      `create or replace function refuse_rewriting() returns trigger language sql as 'select null'`,
    );
    await denied(`create table evil (id int)`);
    await denied(`create schema evil`);
    await denied(`create role evil`);
    await denied(`set role ${new URL(database.ownerUrl).username}`);
  });

  it('reaches neither a shell nor the files of the server', async () => {
    await denied(`copy (select 1) to program 'true'`);
    await denied(`copy accepted_texts (html) from program 'id'`);
    await denied(`copy (select 1) to '/tmp/evil'`);
    await denied(`select pg_read_file('/etc/passwd')`);
    await denied(`select lo_import('/etc/passwd')`);
  });

  it('says that nothing is too much', async () => {
    expect(await listExcessRights(database.pool)).toEqual([]);
  });
});

/** @shows H13.2 */
describe('a role that may do more', () => {
  const OTHER = `other_${process.pid}_${Date.now()}`;
  let other: OpenDatabase;

  beforeAll(async () => {
    await database.onServer(`create role ${OTHER} login password 'other'`);
    const url = Object.assign(new URL(database.url), { username: OTHER, password: 'other' });
    other = openDatabase(url.href, { log: silentLog(), maxConnections: 1 });
  });
  afterAll(async () => {
    await other.close();
    await database.asOwner(`drop owned by ${OTHER}`);
    await database.onServer(`drop role ${OTHER}`);
  });

  it('is named with what it may do', async () => {
    await database.asOwner(`grant update on journal to ${OTHER}; grant truncate on audit_log to ${OTHER}`);
    await database.asOwner(`alter table content_blocks owner to ${OTHER}`);
    expect((await listExcessRights(other.pool)).sort()).toEqual([
      'TRUNCATE on public.audit_log',
      'UPDATE on public.journal',
      'owner of public.content_blocks',
    ]);
  });

  it('loses it with the next migration, and gets what it lacks', async () => {
    await database.asOwner(`alter table content_blocks owner to ${new URL(database.ownerUrl).username}`);
    await migrateDatabase(database.ownerUrl, { portalRole: OTHER });
    expect(await listExcessRights(other.pool)).toEqual([]);
    expect((await other.pool.query('select count(*) as rows from journal')).rows).toEqual([{ rows: 1 }]);
    await other.pool.query(`update users set last_name = 'X' where false`);
  });

  it('is the superuser', async () => {
    const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
    expect(await listExcessRights(pool)).toContain('superuser');
    await pool.end();
  });
});
