import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#db/tables/accounts/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { wordsOf } from '#platform/vault/phone-marks.ts';
import { accountsNamed, usersWithWords } from './search-parents.queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // Of an empty table every index is as good; with rows these find all students that are not deleted.
  await database.asOwner(
    `drop index students_present, students_last_name_begins, students_first_name_begins`,
  );
});
afterAll(() => database.drop());

/** How PostgreSQL would read a question if reading whole tables cost very much, as it does with many rows. */
const planOf = (question: ReturnType<typeof sql>) =>
  database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local enable_indexscan = off`);
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${question}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

/** @shows MD16.1 */
describe('a name', () => {
  const found = async (search: string) => {
    const words = wordsOf(search).map((text) => ({ text, marks: [] }));
    const { rows } = await database.db.execute<{ last_name: string }>(
      usersWithWords(words, sql`${users.last_name} as last_name`, sql`true`),
    );
    return rows.map((row) => row.last_name).toSorted();
  };
  const NAMES = [
    'O’Brien',
    "D'Angelo",
    'Anne‑Marie',
    'Weiß',
    'Æbelø',
    'De La Cruz',
    'Łasky',
    'St. Clair',
    'Þór',
  ];

  beforeAll(async () => {
    for (const [n, name] of NAMES.entries())
      await database.pool.query(
        `insert into users (first_name, last_name, email, password_hash, created_at)
          values ('Mary Ann', $1, $2, '-', now())`,
        [name, `name-${n}@names.example`],
      );
  });

  it.each([
    ["O'Brien", 'O’Brien'],
    ['obrien', 'O’Brien'],
    ['O Brien', 'O’Brien'],
    ['D’Angelo', "D'Angelo"],
    ['Anne-Marie', 'Anne‑Marie'],
    ['annemarie', 'Anne‑Marie'],
    ['Anne Marie', 'Anne‑Marie'],
    ['weiss', 'Weiß'],
    ['WEISS', 'Weiß'],
    ['aebelo', 'Æbelø'],
    ['delacruz', 'De La Cruz'],
    ['de la cruz', 'De La Cruz'],
    ['lasky', 'Łasky'],
    ['st clair', 'St. Clair'],
    ['thor', 'Þór'],
    ['Weiß, Mary Ann', 'Weiß'],
    ['weiss,maryann', 'Weiß'],
    ['De La Cruz, Mary', 'De La Cruz'],
  ])('is found by %s: %s', async (search, name) => expect(await found(search)).toEqual([name]));

  it('is not found by another one, nor by a sign alone', async () => {
    expect(await found('Weiss Peter')).toEqual([]);
    for (const sign of [' - , ’ ', "'", '.']) expect([sign, await found(sign)]).toEqual([sign, []]);
  });

  it('of who acted is found with its first name before or behind it', async () => {
    const ids = async (text: string) => (await database.db.execute(accountsNamed(text))).rows.length;
    expect(await Promise.all(['Mary Ann Weiss', 'Weiß, Mary', 'Weiss Peter', '-'].map(ids))).toEqual([
      1, 1, 0, 0,
    ]);
  });
});

describe('the search of staff', () => {
  it('reads a trigram index for accounts, for students and for contract numbers', async () => {
    const plan = await planOf(usersWithWords([{ text: 'lindq', marks: [] }], sql`${users.id}`, sql`true`));
    for (const index of ['users_search', 'students_search', 'contracts_search'])
      expect(plan).toContain(index);
  });

  /** @shows H14.6 */
  it('reads the marks of phones beside the names, by an index too', async () => {
    const plan = await planOf(
      usersWithWords([{ text: '0142', marks: ['mark'] }], sql`${users.id}`, sql`true`),
    );
    for (const index of ['users_search', 'users_phone_marks']) expect(plan).toContain(index);
  });

  it('reads the one for accounts when the audit log is asked who acted', async () => {
    expect(await planOf(accountsNamed('Adaeze Okafor'))).toContain('users_search');
  });
});
