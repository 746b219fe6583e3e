import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { answerOnce, KeyReused } from './answer-once.ts';

let database: TestDatabase;
let books: ReturnType<typeof openDatabase>;
const clock = testClock('2026-04-10T14:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  books = openDatabase(database.url, { log: silentLog(), maxConnections: 3 });
});
afterAll(async () => {
  await books.close();
  await database.drop();
});

/** Asks with a key, and counts how often the thing was really done. */
function counted(key: string) {
  let made = 0;
  const ask = (what: unknown, answer: { n: number } | undefined = { n: made + 1 }) =>
    answerOnce({ db: books.db, clock }, { key, what }, async () => {
      made += 1;
      return answer;
    });
  return { ask, timesMade: () => made };
}

describe('a request with an idempotency key', () => {
  it('is done once; the same request again gets the kept answer', async () => {
    const { ask, timesMade } = counted('same');
    expect(await ask({ amount: 5 })).toEqual({ answer: { n: 1 }, isReplay: false });
    expect(await ask({ amount: 5 })).toEqual({ answer: { n: 1 }, isReplay: true });
    expect(timesMade()).toBe(1);
  });

  it('is done once also when both arrive at the same time', async () => {
    const { ask, timesMade } = counted('at once');
    const both = await Promise.all([ask({ amount: 5 }), ask({ amount: 5 })]);
    expect(both.map(({ answer }) => answer)).toEqual([{ n: 1 }, { n: 1 }]);
    expect(both.filter(({ isReplay }) => isReplay)).toHaveLength(1);
    expect(timesMade()).toBe(1);
  });

  it('is refused when the key was used for another request, and the first answer stays', async () => {
    const { ask, timesMade } = counted('other');
    await ask({ amount: 5 });
    await expect(ask({ amount: 6 })).rejects.toThrow(KeyReused);
    expect(await ask({ amount: 5 })).toEqual({ answer: { n: 1 }, isReplay: true });
    expect(timesMade()).toBe(1);
  });

  it('that came to nothing keeps nothing: the key is free for the next try', async () => {
    const { ask, timesMade } = counted('nothing');
    const nothing = await answerOnce(
      { db: books.db, clock },
      { key: 'nothing', what: 1 },
      async () => undefined,
    );
    expect(nothing).toEqual({ answer: undefined, isReplay: false });
    expect(await ask(1)).toEqual({ answer: { n: 1 }, isReplay: false });
    expect(timesMade()).toBe(1);
  });

  it('that breaks off keeps nothing', async () => {
    const broken = answerOnce({ db: books.db, clock }, { key: 'broken', what: 1 }, async () => {
      throw new Error('out of paper');
    });
    await expect(broken).rejects.toThrow('out of paper');
    expect(await counted('broken').ask(1)).toEqual({ answer: { n: 1 }, isReplay: false });
  });
});
