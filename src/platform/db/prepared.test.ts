import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { options } from '#db/tables/accounts/accounts.ts';
import { programGroups } from '#db/tables/catalog/catalog.ts';
import { outbox } from '#db/tables/platform.ts';
import { createSeasonDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { onOneConnection } from './at-once.ts';
import { prepared, type Slots } from './prepared.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await createSeasonDatabase()));
afterAll(() => database.drop());
beforeEach(() => database.db.delete(outbox));

type Mail = typeof outbox.$inferInsert;

const CREATED_AT = new Date('2026-03-08T07:00:00.123Z');
const MAIL = { kind: 'a', ref: '1', payload: { id: 1 }, created_at: CREATED_AT };

const insert = prepared((db, mail: Slots<Mail>) => db.insert(outbox).values(mail).returning());
const change = prepared((db, { ref, ...changes }: Slots<Partial<Mail> & { ref: string }>) =>
  db.update(outbox).set(changes).where(eq(outbox.ref, ref)),
);
const byRef = prepared((db, { ref }: Slots<{ ref: string }>) =>
  db.select().from(outbox).where(eq(outbox.ref, ref)),
);

describe('a statement that is built once', () => {
  it('answers each use with the rows of its own values', async () => {
    await insert(database.db, MAIL);
    await insert(database.db, { ...MAIL, ref: '2', payload: { id: 2 } });
    expect(await byRef(database.db, { ref: '2' })).toMatchObject([{ ref: '2', payload: { id: 2 } }]);
    expect(await byRef(database.db, { ref: '1' })).toMatchObject([{ ref: '1', payload: { id: 1 } }]);
    expect(await byRef(database.db, { ref: '3' })).toEqual([]);
  });

  it('is built at its first use, and again only for another set of given values', async () => {
    let built = 0;
    const counted = prepared((db, { kind, ref }: Slots<{ kind: string; ref?: string }>) => {
      built += 1;
      return db
        .select()
        .from(outbox)
        .where(and(eq(outbox.kind, kind), ref && eq(outbox.ref, ref)));
    });
    expect(built).toBe(0);
    await insert(database.db, MAIL);
    for (const kind of ['a', 'b', 'a']) await counted(database.db, { kind });
    expect(built).toBe(1);
    for (const ref of ['1', '2']) await counted(database.db, { kind: 'a', ref });
    expect(built).toBe(2);
    expect(await counted(database.db, { kind: 'a', ref: '2' })).toEqual([]);
    expect(await counted(database.db, { kind: 'a', ref: undefined })).toHaveLength(1);
    expect(built).toBe(2);
  });

  it('leaves the column of a value that is left out to its default, and writes a null', async () => {
    const [row] = await insert(database.db, { ...MAIL, next_try_at: CREATED_AT, last_error: undefined });
    expect(row).toMatchObject({ tries: 0, next_try_at: CREATED_AT, last_error: null });
    const { rowCount } = await change(database.db, { ref: '1', next_try_at: null, tries: 3 });
    expect(rowCount).toBe(1);
    expect(await byRef(database.db, { ref: '1' })).toEqual([{ ...row, next_try_at: null, tries: 3 }]);
  });

  it('has in its text what is the same at every use, quoted as the database reads it', async () => {
    const ofKinds = prepared((db, { ref }: Slots<{ ref: string }>) =>
      db
        .select({ ref: outbox.ref, tries: outbox.tries })
        .from(outbox)
        .where(and(eq(outbox.ref, ref), inArray(outbox.kind, ["it's $1", 'a']), eq(outbox.tries, 0))),
    );
    await insert(database.db, { ...MAIL, kind: "it's $1" });
    await database.db.transaction(async (tx) => {
      expect(await ofKinds(tx, { ref: '1' })).toEqual([{ ref: '1', tries: 0 }]);
      const { rows } = await tx.execute(sql`select statement, array_length(parameter_types, 1) as slots
        from pg_prepared_statements where statement like ${'%"outbox"."kind" in%'}`);
      const statement = expect.stringMatching(/"kind" in \('it''s \$1', 'a'\) and "outbox"."tries" = '0'/);
      expect(rows).toEqual([{ statement, slots: 1 }]);
    });
  });

  it('is planned once a connection, however often it comes', async () => {
    const often = prepared((db, { n }: Slots<{ n: number }>) => db.execute(sql`select ${n}::int as often`));
    await database.db.transaction(async (tx) => {
      for (const n of [1, 2, 3]) expect((await often(tx, { n })).rows).toEqual([{ often: n }]);
      const { rows } = await tx.execute(sql`select (generic_plans + custom_plans)::int as used
        from pg_prepared_statements where statement like ${'%as often'}`);
      expect(rows).toEqual([{ used: 3 }]);
    });
  });

  it('is refused where its table has changed, and reads no row wrongly', async () => {
    await database.asOwner(`create table shaped (n int); grant all on shaped to public;
      insert into shaped values (7)`);
    const above = prepared((db, { n }: Slots<{ n: number }>) =>
      db.execute(sql`select * from shaped where n > ${n}`),
    );
    await onOneConnection(database.db, async (one) => {
      expect((await above(one, { n: 0 })).rows).toEqual([{ n: 7 }]);
      await database.asOwner(`alter table shaped alter n type bigint`);
      await expect(above(one, { n: 0 })).rejects.toThrow();
    });
  });

  it('runs in the transaction that it is given', async () => {
    const undone = database.db.transaction(async (tx) => {
      await insert(tx, MAIL);
      expect(await byRef(tx, { ref: '1' })).toHaveLength(1);
      expect(await byRef(database.db, { ref: '1' })).toEqual([]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await byRef(database.db, { ref: '1' })).toEqual([]);
  });

  it('gives what the query builder gives, with joins that find nothing and computed values', async () => {
    const other = alias(programGroups, 'other');
    const selected = {
      id: programGroups.id,
      own: programGroups,
      other: { id: other.id, text: other.text },
      twice: sql<number>`${programGroups.id} * 2`.mapWith(Number),
      option: options,
    };
    const matches = (id: number | SQL) => and(eq(other.id, programGroups.id), eq(other.id, id));
    const joined = (db: Pick<typeof database.db, 'select'>, id: number | SQL) =>
      db
        .select(selected)
        .from(programGroups)
        .leftJoin(other, matches(id))
        .leftJoin(options, sql`false`)
        .orderBy(asc(programGroups.id));
    const once = prepared((db, { id }: Slots<{ id: number }>) => joined(db, id));
    const rows = await joined(database.db, 1);
    expect(rows.map(({ other }) => other === null)).toContain(true);
    expect(rows.map(({ other }) => other === null)).toContain(false);
    expect(await once(database.db, { id: 1 })).toEqual(rows);
  });

  it('can be SQL, whose instants come as text as without it', async () => {
    const at = prepared((db, { day }: Slots<{ day: string }>) =>
      db.execute<{ at: string }>(sql`select ${day}::timestamptz as at`),
    );
    const { rows } = await database.db.execute(sql`select ${'2026-03-08T07:00Z'}::timestamptz as at`);
    expect((await at(database.db, { day: '2026-03-08T07:00Z' })).rows).toEqual(rows);
  });

  it('fails like one of the query builder, with the reason of the database as its cause', async () => {
    await insert(database.db, MAIL);
    await expect(insert(database.db, MAIL)).rejects.toMatchObject({
      query: expect.stringContaining('insert into "outbox"'),
      cause: expect.objectContaining({ code: '23505' }),
    });
  });
});
