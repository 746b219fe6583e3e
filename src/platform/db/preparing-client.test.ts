import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countPackets } from '#tests/support/database/count-packets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { atOnce, connectionOf, onOneConnection, withCommit } from './at-once.ts';
import type { Db } from './database.ts';
import { prepared, type Slots } from './prepared.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('a statement', () => {
  it('that comes often is parsed and planned once on a connection', async () => {
    await database.db.transaction(async (tx) => {
      for (const n of [1, 2, 3, 4]) await tx.execute(sql`select ${n}::int as often`);
      await tx.execute(sql`select 1 as once`);
      await tx.execute(sql`select 1 as once`);
      const { rows } = await tx.execute<{ statement: string; used: number }>(
        sql`select statement, (generic_plans + custom_plans)::int as used from pg_prepared_statements
          where statement like '%often%' or statement like '%once%'`,
      );
      // The first two uses are counted; a name begins with the third.
      expect(rows).toEqual([{ statement: 'select $1::int as often', used: 2 }]);
    });
  });

  it('that comes often after many others have come once is named all the same', async () => {
    await database.db.transaction(async (tx) => {
      for (let n = 0; n < 1_100; n++) await tx.execute(sql.raw(`select ${n} as passing`));
      for (const n of [1, 2, 3]) await tx.execute(sql`select ${n}::int as late`);
      const { rows } = await tx.execute(
        sql`select statement from pg_prepared_statements where statement like '%as late'`,
      );
      expect(rows).toEqual([{ statement: 'select $1::int as late' }]);
    });
  });

  it('that failed is asked again as if it never had', async () => {
    const divide = (by: number) => database.db.execute<{ part: number }>(sql`select 6 / ${by}::int as part`);
    for (const by of [0, 0, 0, 0]) await expect(divide(by)).rejects.toThrow();
    const { rows } = await divide(3);
    expect(rows).toEqual([{ part: 2 }]);
  });

  it('that comes often has its rows described once on a connection, and reads them as before', async () => {
    await database.db.transaction(async (tx) => {
      let described = 0;
      const { connection } = connectionOf(tx) as unknown as { connection: NodeJS.EventEmitter };
      connection.on('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
        if (fields.some(({ name }) => name === 'day')) described += 1;
      });
      const read = async (id: number) =>
        (await tx.execute(sql`select ${id}::bigint as id, '2026-03-01'::date as day where ${id} > 0`)).rows;
      const told = [];
      for (const id of [1, 2, 3, 4, 0, 6]) told.push(await read(id));
      const row = (id: number) => [{ id, day: '2026-03-01' }];
      expect(told).toEqual([row(1), row(2), row(3), row(4), [], row(6)]);
      expect(described).toBe(3);
    });
  });

  it('that answers no rows says how many it has changed, however often it comes', async () => {
    await database.asOwner(`create table changed (n int); grant all on changed to public`);
    await database.db.transaction(async (tx) => {
      const add = (n: number) => tx.execute(sql`insert into changed values (${n})`);
      const counts = [];
      for (const n of [1, 2, 3, 4, 5]) counts.push((await add(n)).rowCount);
      expect(counts).toEqual([1, 1, 1, 1, 1]);
      expect((await tx.execute(sql`select n from changed`)).rows).toHaveLength(5);
    });
  });

  it('whose table has changed is refused as the server refuses it, and no row is read wrongly', async () => {
    await database.asOwner(`create table shaped (n int); grant all on shaped to public;
      insert into shaped values (7)`);
    await onOneConnection(database.db, async (one) => {
      const read = () => one.execute(sql`select * from shaped where n > ${0}`);
      for (let times = 0; times < 4; times++) expect((await read()).rows).toEqual([{ n: 7 }]);
      await database.asOwner(`alter table shaped alter n type text`);
      await expect(read()).rejects.toThrow();
    });
  });

  it('with a list of any length takes no name of its own for every length', async () => {
    await database.db.transaction(async (tx) => {
      const list = sql.join(
        Array.from({ length: 1_500 }, (_, n) => sql`${n}::int`),
        sql`, `,
      );
      for (let times = 0; times < 4; times++) await tx.execute(sql`select 5 in (${list}) as listed`);
      const { rows } = await tx.execute(
        sql`select name from pg_prepared_statements where statement like '%as listed%'`,
      );
      expect(rows).toEqual([]);
    });
  });
});

const select = (db: Db, n: number) => db.execute<{ n: number }>(sql`select ${n}::int as n`);

describe('statements of one turn', () => {
  const answers = async (asked: ReturnType<typeof select>[]) =>
    (await atOnce(asked)).map(({ rows }) => rows[0]!.n);

  it('go out in one packet, with the begin of their transaction', async () => {
    await select(database.db, 1);
    const packets = await countPackets(() =>
      database.db.transaction(async (tx) => {
        expect(await answers([select(tx, 1), select(tx, 2), select(tx, 3)])).toEqual([1, 2, 3]);
      }),
    );
    expect(packets).toBe(2);
  });

  it('go out in one packet over one connection of the pool', async () => {
    await select(database.db, 1);
    const read = (one: Db) => answers([select(one, 4), select(one, 5)]);
    expect(await countPackets(() => onOneConnection(database.db, read))).toBe(1);
  });

  it('that follow one that fails change nothing, and the first reason is told', async () => {
    await database.asOwner(`create table kept (n int); grant all on kept to public`);
    const failed = database.db.transaction((tx) =>
      atOnce([
        tx.execute(sql`insert into kept values (1)`),
        tx.execute(sql`select 1 / 0`),
        tx.execute(sql`insert into kept values (2)`),
      ]),
    );
    await expect(failed).rejects.toMatchObject({ cause: { message: 'division by zero' } });
    expect((await database.db.execute(sql`select n from kept`)).rows).toEqual([]);
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

  it('are not run where their begin was not', async () => {
    await database.asOwner(`create table after_begin (n int); grant all on after_begin to public`);
    await database.db.transaction(async (tx) => {
      // A connection that opens asks something by itself.
      await select(database.db, 1);
      const query = vi.spyOn(pg.Client.prototype, 'query');
      const noBegin = new Error('no begin');
      // One with a name tells its failure by its callback.
      query.mockImplementationOnce(((asked: { callback?: (error: Error) => void }) =>
        asked.callback ? asked.callback(noBegin) : Promise.reject(noBegin)) as never);
      const written = database.db.transaction((other) =>
        other.execute(sql`insert into after_begin values (1)`),
      );
      await expect(written).rejects.toThrow();
      query.mockRestore();
      expect((await tx.execute(sql`select n from after_begin`)).rows).toEqual([]);
    });
  });
});

describe('the last statements of a transaction', () => {
  const write = prepared((db, { n }: Slots<{ n: number }>) =>
    db.execute(sql`insert into last_of_all values (${n})`),
  );
  const insert = (db: Db, n: number) => write(db, { n });
  const kept = async () =>
    (await database.db.execute<{ n: number }>(sql`select n from last_of_all order by n`)).rows.map(
      ({ n }) => n,
    );

  beforeAll(() =>
    database.asOwner(`create table last_of_all (n int primary key); grant all on last_of_all to public`),
  );

  it('go out with its commit where nobody waits for their answers', async () => {
    await select(database.db, 1);
    const packets = await countPackets(() =>
      database.db.transaction(async (tx) => {
        await insert(tx, 1);
        withCommit(tx, [insert(tx, 2), insert(tx, 3)]);
      }),
    );
    expect(packets).toBe(2);
    expect(await kept()).toEqual([1, 2, 3]);
  });

  it('undo it when one fails, and it throws why', async () => {
    const failed = database.db.transaction(async (tx) => {
      await insert(tx, 4);
      withCommit(tx, [insert(tx, 5), insert(tx, 1), insert(tx, 6)]);
    });
    await expect(failed).rejects.toMatchObject({ cause: { cause: { code: '23505' } } });
    expect(await kept()).toEqual([1, 2, 3]);
    await database.db.transaction((tx) => insert(tx, 4));
    expect(await kept()).toEqual([1, 2, 3, 4]);
  });

  it('undo it when one has failed before it was sent, as nothing of the database would', async () => {
    const neverSent = async (): Promise<unknown> => {
      throw new Error('no such value');
    };
    const failed = database.db.transaction(async (tx) => {
      await insert(tx, 5);
      withCommit(tx, [insert(tx, 6), (async () => neverSent())()]);
    });
    await expect(failed).rejects.toMatchObject({ cause: { message: 'no such value' } });
    expect(await kept()).toEqual([1, 2, 3, 4]);
  });

  it('tell why also where another statement is asked for behind one that fails', async () => {
    const failed = database.db.transaction(async (tx) => {
      withCommit(tx, [insert(tx, 5), insert(tx, 1)]);
      await insert(tx, 6);
    });
    await expect(failed).rejects.toMatchObject({ cause: { code: '23505' } });
    expect(await kept()).toEqual([1, 2, 3, 4]);
  });

  it('are undone by what the transaction throws after they were sent', async () => {
    const failed = database.db.transaction(async (tx) => {
      withCommit(tx, [insert(tx, 7), insert(tx, 1)]);
      throw new Error('thought better of it');
    });
    await expect(failed).rejects.toThrow('thought better of it');
    expect(await kept()).toEqual([1, 2, 3, 4]);
  });

  it('are the last: what is asked for behind the commit fails', async () => {
    const failed = database.db.transaction(async (tx) => {
      withCommit(tx, [insert(tx, 8).then(() => insert(tx, 9))]);
    });
    await expect(failed).rejects.toMatchObject({
      cause: {
        cause: {
          message: expect.stringContaining('no statement is asked for after its transaction has ended'),
        },
      },
    });
    expect(await kept()).not.toContain(9);
  });

  it('do not hide that a commit was no commit', async () => {
    const failed = database.db.transaction(async (tx) => {
      await insert(tx, 10);
      await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(failed).rejects.toMatchObject({
      cause: { message: expect.stringContaining('a transaction ended with ROLLBACK') },
    });
    expect(await kept()).not.toContain(10);
  });
});
