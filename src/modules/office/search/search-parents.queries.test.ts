import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#db/tables/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { accountsNamed, usersWithWords } from './search-parents.queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // Of an empty table every index is as good; with rows this one finds all students that are not deleted.
  await database.asOwner(`drop index students_present`);
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
