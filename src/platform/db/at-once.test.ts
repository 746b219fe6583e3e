import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { atOnce, onOneConnection } from './at-once.ts';
import type { Db } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.asOwner(`create table kept (n int primary key); grant all on kept to public`);
});
afterAll(() => database.drop());

const select = async (db: Db, n: number) =>
  (await db.execute<{ n: number }>(sql`select ${n}::int as n`)).rows[0]!.n;
const insert = (db: Db, n: number) => db.execute(sql`insert into kept values (${n})`);
const kept = async () => (await database.db.execute(sql`select n from kept`)).rows;

describe('statements that are asked for at once', () => {
  it('are answered in their order, inside a transaction and by one connection of the pool', async () => {
    const three = (db: Db) => atOnce([select(db, 1), select(db, 2), select(db, 3)]);
    expect(await database.db.transaction(three)).toEqual([1, 2, 3]);
    expect(await onOneConnection(database.db, three)).toEqual([1, 2, 3]);
  });

  it('change nothing where one fails, and the first reason is thrown', async () => {
    const failed = database.db.transaction((tx) =>
      atOnce([insert(tx, 1), tx.execute(sql`select 1 / 0`), insert(tx, 2)]),
    );
    await expect(failed).rejects.toMatchObject({ cause: { message: 'division by zero' } });
    expect(await kept()).toEqual([]);
  });

  it('have all ended before the transaction does', async () => {
    const ended: number[] = [];
    const failed = database.db.transaction((tx) =>
      atOnce([
        tx.execute(sql`select 1 / 0`),
        (async () => {
          await select(tx, 1).catch(() => undefined);
          await new Promise((resolve) => setTimeout(resolve, 20));
          await select(tx, 2).catch(() => ended.push(2));
        })(),
      ]),
    );
    await expect(failed).rejects.toThrow();
    expect(ended).toEqual([2]);
  });
});

describe('a transaction', () => {
  it('in which a statement has failed is no success, although its error was caught', async () => {
    const failed = database.db.transaction(async (tx) => {
      await insert(tx, 10);
      await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(failed).rejects.toMatchObject({
      cause: { message: expect.stringContaining('a transaction ended with ROLLBACK') },
    });
    expect(await kept()).toEqual([]);
  });
});
