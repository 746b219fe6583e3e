import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { runBeside } from '#tests/support/database/clone-database.ts';
import { copyMigrationsUntil } from '#tests/support/database/older-migrations.ts';

const url = new URL(inject('templateUrl'));
url.pathname = '/of_old_words';

let client: pg.Client;

/** A value of each type, for columns that the test does not name. */
const ANY: Record<string, unknown> = {
  text: '',
  boolean: false,
  jsonb: '{}',
  ARRAY: '{}',
  bytea: '',
  date: '2026-04-10',
  'timestamp with time zone': '2026-04-10T14:00:00Z',
};

/** Writes a row as the version before had it; keys to other tables are not looked at. */
async function plant(table: string, row: Record<string, unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_nullable = 'NO'
      and column_default is null and is_identity = 'NO'`,
    [table],
  );
  const all = { ...Object.fromEntries(rows.map(({ name, type }) => [name, ANY[type] ?? 1])), ...row };
  const columns = Object.keys(all);
  await client.query(
    `insert into ${table} (${columns.join(', ')}) overriding system value
      values (${columns.map((_, nr) => `$${nr + 1}`).join(', ')})`,
    Object.values(all),
  );
}

const line = (id: number, order_id: number, description: string, more: object = {}) =>
  plant('transactions', { id, order_id, description, ...more });

const ADJUSTED = { is_adjustment: true, description_detail: 'Payment adjustment' };

async function plantOldRows(): Promise<void> {
  await plant('users', { id: 1, email: 'ada@example.com' });
  await plant('users', { id: 2, email: 'deleted-2@account.invalid' });
  await plant('orders', { id: 1, user_id: 1, client_key: 'a' });
  await plant('orders', { id: 2, user_id: 2, client_key: 'b' });
  await line(1, 1, 'Payment 2 adjusted: Ottilie rides less', ADJUSTED);
  await line(2, 1, 'Refund of payment 1 by check 3001', { is_adjustment: true });
  await line(3, 1, 'Lower School, payment 2, check 1042');
  await line(4, 1, 'Lower School, Round trip', { charge_attempt_id: 5 });
  await line(5, 2, 'Payment 2 no longer owed: Ottilie moves', ADJUSTED);
  await plant('payments', { id: 1, order_id: 1, payment_number: 2, reference: '1042' });
  await plant('payments', { id: 2, order_id: 2, payment_number: 2, reference: '1043' });
  const payload = JSON.stringify({ order_id: 1, amount_cents: 500, reason: 'Ottilie rides less' });
  await plant('outbox', { id: 1, kind: 'a', ref: '1', payload });
  await plant('outbox', { id: 2, kind: 'a', ref: '2', payload, sent_at: '2026-04-10T14:00:00Z' });
}

beforeAll(async () => {
  const folder = copyMigrationsUntil('0077_refused_mails');
  await runBeside(url.href, 'create database of_old_words');
  await migrateDatabase(url.href, { folder });
  rmSync(folder, { recursive: true });
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await plantOldRows();
  await migrateDatabase(url.href);
});
afterAll(async () => {
  await client.end();
  await runBeside(url.href, 'drop database of_old_words with (force)');
});

const read = async (statement: string) => (await client.query(statement)).rows;

/** @shows MH11.5 */
describe('an upgrade from a version whose books had the words of staff', () => {
  it('moves each line with words, and leaves the line of the books without them', async () => {
    expect(
      await read(
        'select id::int, description, line from transactions left join transaction_words' +
          ' on transaction_id = id order by id',
      ),
    ).toEqual([
      { id: 1, description: 'Payment 2 adjusted', line: 'Payment 2 adjusted: Ottilie rides less' },
      { id: 2, description: 'Refund of payment 1 by check', line: 'Refund of payment 1 by check 3001' },
      {
        id: 3,
        description: 'Lower School, payment 2, check',
        line: 'Lower School, payment 2, check 1042',
      },
      { id: 4, description: 'Lower School, Round trip', line: null },
      { id: 5, description: 'Payment 2 no longer owed', line: null },
    ]);
  });

  it('keeps no words of a family that was erased before', async () => {
    expect(await read('select id::int, reference from payments order by id')).toEqual([
      { id: 1, reference: '1042' },
      { id: 2, reference: null },
    ]);
  });

  it('leaves the words of a mail that waits beside its payload, and ids alone of a sent mail', async () => {
    expect(await read('select payload, words from outbox order by id')).toEqual([
      { payload: { order_id: 1, amount_cents: 500 }, words: { reason: 'Ottilie rides less' } },
      { payload: { order_id: 1 }, words: null },
    ]);
  });

  it('leaves the books closed to changes again', async () => {
    await client.query('set session_replication_role = origin');
    await expect(client.query("update transactions set description = ''")).rejects.toThrow();
  });
});
