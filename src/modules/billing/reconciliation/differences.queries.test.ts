import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents, ZERO } from '#kit/money.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { readReconciliationOf } from './read-reconciliation.service.ts';
import { insertDifferences, lockDifferences, sumOpen, updateDifferences } from './differences.queries.ts';

/** Row by row they would need more values than a statement may have. */
const MANY = 9_000;
const NIGHTS = ['2026-04-20T08:00:00Z', '2026-04-21T08:00:00Z'].map((at) => new Date(at));

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

const difference = (nth: number, at: Date) => ({
  kind: 'theirs_only' as const,
  class: 'charge' as const,
  ref: `ch_${nth}`,
  ours_cents: ZERO,
  theirs_cents: cents(50),
  happened_at: at,
  first_seen_at: at,
  last_seen_at: at,
});

/** @shows S24.14 */
describe('differences of the books', () => {
  it('are written down and seen again however many there are, once each', async () => {
    const [first, second] = NIGHTS as [Date, Date];
    const found = Array.from({ length: MANY }, (_, nth) => difference(nth, first));
    await database.db.transaction(async (tx) => {
      await insertDifferences(tx, found);
      await insertDifferences(tx, found.slice(0, 3));
      const rows = await lockDifferences(tx);
      expect(rows.find(({ ref }) => ref === 'ch_7')).toMatchObject({
        ...difference(7, first),
        gone_on: null,
      });
      await updateDifferences(
        tx,
        rows.map(({ id }) => id),
        { last_seen_at: second },
      );
    });
    expect(await sumOpen(database.db)).toEqual({ open_count: MANY, open_cents: MANY * 50 });
    const { rows } = await database.pool.query(
      'select distinct last_seen_at from reconciliation_differences',
    );
    expect(rows).toEqual([{ last_seen_at: second }]);
  });

  /** @shows S25.13 */
  it('are shown as far as a person reads, the oldest first; all are counted and summed up', async () => {
    const clock = testClock();
    const { open, open_count, open_cents, closed } = await readReconciliationOf(database.db, clock);
    expect([open.length, open_count, open_cents]).toEqual([200, MANY, MANY * 50]);
    expect(open.map(({ ref }) => ref)).toEqual(Array.from({ length: 200 }, (_, nth) => `ch_${nth}`));
    expect(closed).toEqual([]);
    // Two hundred are done with, and one more: the next ones come up.
    const done = open.map(({ id }) => id);
    await database.db.transaction((tx) => updateDifferences(tx, done, { gone_on: clock.today() }));
    const next = await readReconciliationOf(database.db, clock);
    expect([next.open.at(0)?.ref, next.open_count]).toEqual(['ch_200', MANY - 200]);
    expect(next.closed).toHaveLength(200);
  });
});
