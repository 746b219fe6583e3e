import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxEvents, sandboxMethods } from '#db/tables/sandbox.ts';
import type { Cents } from '#kit/money.ts';
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

const eventOf = (object_ref: string) => ({ object_kind: 'charge', object_ref, at: clock.now() }) as const;
const timesTold = (ref: string) => books.db.$count(sandboxEvents, eq(sandboxEvents.object_ref, ref));

/** Asks with a key, and counts the rows written. */
function counted(key: string) {
  const timesMade = () => timesTold(key);
  const ask = (what: unknown) =>
    answerOnce({ db: books.db, clock }, { key, what }, async () => {
      return { answer: { n: (await timesMade()) + 1 }, rows: { event: eventOf(key) } };
    });
  return { ask, timesMade };
}

describe('a request with an idempotency key', () => {
  it('is done once; the same request again gets the kept answer', async () => {
    const { ask, timesMade } = counted('same');
    expect(await ask({ amount: 5 })).toEqual({ answer: { n: 1 }, isReplay: false });
    expect(await ask({ amount: 5 })).toEqual({ answer: { n: 1 }, isReplay: true });
    expect(await timesMade()).toBe(1);
  });

  it('is done once also when both arrive at the same time', async () => {
    const { ask, timesMade } = counted('at once');
    const both = await Promise.all([ask({ amount: 5 }), ask({ amount: 5 })]);
    expect(both.map(({ answer }) => answer)).toEqual([{ n: 1 }, { n: 1 }]);
    expect(both.filter(({ isReplay }) => isReplay)).toHaveLength(1);
    expect(await timesMade()).toBe(1);
  });

  it('is refused when the key was used for another request, and the first answer stays', async () => {
    const { ask, timesMade } = counted('other');
    await ask({ amount: 5 });
    await expect(ask({ amount: 6 })).rejects.toThrow(KeyReused);
    expect(await ask({ amount: 5 })).toEqual({ answer: { n: 1 }, isReplay: true });
    expect(await timesMade()).toBe(1);
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
    expect(await timesMade()).toBe(1);
  });

  it('that breaks off keeps nothing', async () => {
    const broken = answerOnce({ db: books.db, clock }, { key: 'broken', what: 1 }, async () => {
      throw new Error('out of paper');
    });
    await expect(broken).rejects.toThrow('out of paper');
    expect(await counted('broken').ask(1)).toEqual({ answer: { n: 1 }, isReplay: false });
  });

  it('keeps nothing when the books refuse a row of it: neither the other rows nor the key', async () => {
    const { ask, timesMade } = counted('refused');
    const amount_cents = null as unknown as Cents;
    const charge = { ref: 'refused', amount_cents, state: 'captured', created_at: clock.now() } as const;
    const broken = answerOnce({ db: books.db, clock }, { key: 'refused', what: 1 }, async () => {
      return { answer: { n: 0 }, rows: { charge, event: eventOf('refused') } };
    });
    await expect(broken).rejects.toThrow();
    expect(await timesMade()).toBe(0);
    expect(await ask(1)).toEqual({ answer: { n: 1 }, isReplay: false });
  });

  it.each([
    ['charged', { charges_taken: 1 }],
    ['given up', { forgotten_at: clock.now() }],
  ])('is worked out again when its card was %s after it was looked at', async (token, meanwhile) => {
    const looks = [{ token, charges_taken: 0 }, undefined];
    const card = { kind: 'card', behaviour: 'succeeds', brand: 'Visa', last_4: '4242' } as const;
    const row = { token, customer: 'a family', ...card, created_at: clock.now(), ...meanwhile };
    await books.db.insert(sandboxMethods).values(row);
    const made = await answerOnce({ db: books.db, clock }, { key: `a card ${token}`, what: 1 }, async () => {
      return { answer: looks.length, asked: looks.shift(), rows: { event: eventOf(token) } };
    });
    expect(made).toEqual({ answer: 1, isReplay: false });
    expect(await timesTold(token)).toBe(1);
  });
});
