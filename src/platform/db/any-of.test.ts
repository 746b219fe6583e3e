import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outbox } from '#db/tables/platform.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { isAnyOf } from './any-of.ts';
import { prepared, type Slots } from './prepared.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

const refsOf = prepared((db, { ids }: Slots<{ ids: number[] }>) =>
  db.select({ ref: outbox.ref }).from(outbox).where(isAnyOf(outbox.id, ids)),
);

const upTo = (length: number) => Array.from({ length }, (_, at) => at + 1);

it('rows of some ids are looked for by one plan, whether it is one id or a thousand', async () => {
  await database.db.execute(sql`
    insert into outbox (kind, ref, payload, created_at)
    select 'a', nr::text, '{}', now() from generate_series(1, 5000) as nr`);
  await database.db.execute(sql`analyze outbox`);
  await database.db.transaction(async (tx) => {
    const plans = async () => {
      const { rows } = await tx.execute<{ custom: number; generic: number }>(sql`
        select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
        where statement like '%"ref" from "outbox"%'`);
      return rows[0];
    };
    // PostgreSQL decides after five uses of a name; the statement has a name from the third use on.
    for (let use = 0; use < 7; use++) expect(await refsOf(tx, { ids: [7] })).toEqual([{ ref: '7' }]);
    const before = await plans();
    for (const length of [1, 2, 30, 1_000])
      expect(await refsOf(tx, { ids: upTo(length) })).toHaveLength(length);
    expect(await refsOf(tx, { ids: [] })).toEqual([]);
    expect(await plans()).toEqual({ custom: before!.custom, generic: before!.generic + 5 });
  });
});
