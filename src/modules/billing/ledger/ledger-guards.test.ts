import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

/** Writes an event past the code of the ledger, straight into the tables. */
const write = (ref: string, ...sides: number[]) =>
  database.db.execute(sql`
    with event as (
      insert into journal (kind, ref, at) values ('fee', ${ref}, now()) returning id
    )
    insert into postings (journal_id, account, amount_cents)
    select event.id, 'gateway', side from event, unnest(${sql.param(sides)}::bigint[]) as side`);

const countSides = async (ref: string) => {
  const { rows } = await database.db.execute(sql`
    select from postings join journal on journal.id = journal_id where ref = ${ref}`);
  return rows.length;
};

const REFUSED = { cause: { code: '23514' } };

describe('the database itself', () => {
  it('takes an event whose sides sum to zero', async () => {
    await write('even', 500, -300, -200);
    expect(await countSides('even')).toBe(3);
  });

  it.each([
    ['is off by a cent', [500, -499]],
    ['has one side alone', [500]],
  ])('refuses an event that %s, whoever writes it', async (_, sides) => {
    await expect(write('odd', ...sides)).rejects.toMatchObject(REFUSED);
    expect(await countSides('odd')).toBe(0);
  });

  it('refuses a side that is added to an event of before', async () => {
    await write('of before', 100, -100);
    const later = database.db.execute(sql`insert into postings (journal_id, account, amount_cents)
      select id, 'gateway', 1 from journal where ref = 'of before'`);
    await expect(later).rejects.toMatchObject(REFUSED);
  });

  it('refuses two events of one statement that make up for each other', async () => {
    const both = database.db.execute(sql`
      with events as (
        insert into journal (kind, ref, at) values ('fee', 'first', now()), ('fee', 'second', now())
        returning id, ref
      )
      insert into postings (journal_id, account, amount_cents)
      select id, 'gateway', case ref when 'first' then 700 else -700 end from events`);
    await expect(both).rejects.toMatchObject(REFUSED);
  });

  it('refuses to change or remove a side', async () => {
    await write('kept', 100, -100);
    for (const rewrite of ['update postings set amount_cents = 0', 'delete from postings'])
      await expect(database.asOwner(rewrite)).rejects.toThrow('postings rows are append-only');
  });
});
