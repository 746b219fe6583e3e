import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

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
