import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#db/tables/accounts/accounts.ts';
import { hashOfToken } from '#platform/tokens/tokens.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { signIn } from '#tests/support/portal/prepared-families.ts';
import { accessOf } from './sessions.queries.ts';

const NOW = new Date('2026-08-01T12:00:00Z');
const FAMILIES = 300;

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

const family = (at: number) => ({
  first_name: 'Adaeze',
  last_name: 'Okafor',
  email: `family-${at}@okafor.example`,
  password_hash: 'none',
  created_at: NOW,
});

it('a call reads the one session of its token while three hundred families have just signed in', async () => {
  // In one transaction, so PostgreSQL has as few statistics as in the first minute of a sale.
  const plan = await database.db.transaction(async (tx) => {
    const families = Array.from({ length: FAMILIES }, (_, at) => family(at));
    const made = await tx.insert(users).values(families).returning({ id: users.id });
    const ids = made.map(({ id }) => id);
    const [signedIn] = await signIn(tx, ids, NOW);
    const hash = sql<Buffer>`${hashOfToken(signedIn!.token)}`;
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
      sql`explain (analyze, timing off, summary off) ${accessOf(tx, { hash })}`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('access_tokens_pkey');
  expect(plan).not.toMatch(/Seq Scan on (users|sessions|access_tokens)/);
  expect(plan).not.toMatch(/actual rows=\d{3}/);
});
