import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import {
  resetAttempts,
  networkOf,
  wideNetworkOf,
  sweepCounters,
  consumeAttempt,
  retryAfter,
  type ThrottleRule,
} from './throttle.ts';

let database: TestDatabase;
const clock = testClock();

beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

const codes: ThrottleRule = {
  scope: 'codes',
  attempts: 10,
  windowMs: 60 * MINUTE_MS,
  lock: { kind: 'rest_of_window' },
};

const payer: ThrottleRule = {
  scope: 'payer',
  attempts: 5,
  windowMs: 15 * MINUTE_MS,
  lock: { kind: 'fixed', ms: 15 * MINUTE_MS },
};

const login: ThrottleRule = {
  scope: 'login',
  attempts: 5,
  windowMs: 24 * 60 * MINUTE_MS,
  lock: { kind: 'doubling', firstMs: 1_000, maxMs: 15 * MINUTE_MS },
};

const take = (rule: ThrottleRule, subject: string) => consumeAttempt(database.db, rule, subject, clock.now());
const takeMany = async (rule: ThrottleRule, subject: string, count: number) => {
  const waits: number[] = [];
  for (let i = 0; i < count; i += 1) waits.push(await take(rule, subject));
  return waits;
};

describe('ten tries an hour', () => {
  it('are ten, and the eleventh waits for the rest of the hour', async () => {
    expect(await takeMany(codes, 'a', 10)).toEqual(Array(10).fill(0));
    clock.advanceMs(20 * MINUTE_MS);
    expect(await take(codes, 'a')).toBe(40 * 60);
    clock.advanceMs(40 * MINUTE_MS);
    expect(await take(codes, 'a')).toBe(0);
  });

  it('are ten even when sixty-four come at once', async () => {
    const waits = await Promise.all(Array.from({ length: 64 }, () => take(codes, 'crowd')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  });

  it('are counted for each subject and each thing apart', async () => {
    await takeMany(codes, 'b', 10);
    expect([await take(codes, 'c'), await take(payer, 'b')]).toEqual([0, 0]);
  });
});

describe('five failures and a quarter of an hour', () => {
  it('shut the door from the fifth on, and begin anew afterwards', async () => {
    await takeMany(payer, 'p', 5);
    expect(await retryAfter(database.db, payer, 'p', clock.now())).toBe(900);
    clock.advanceMs(15 * MINUTE_MS - 1);
    expect(await take(payer, 'p')).toBe(1);
    clock.advanceMs(1);
    expect(await takeMany(payer, 'p', 5)).toEqual([0, 0, 0, 0, 0]);
    expect(await take(payer, 'p')).toBe(900);
  });
});

describe('failures in a row', () => {
  it('make each pause twice as long, up to a quarter of an hour', async () => {
    await takeMany(login, 'l', 4);
    const pauses: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      await take(login, 'l');
      const wait = await retryAfter(database.db, login, 'l', clock.now());
      pauses.push(wait);
      clock.advanceMs(wait * 1000);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  it('are forgotten when the subject has shown who it is', async () => {
    await takeMany(login, 'm', 5);
    await resetAttempts(database.db, login, 'm');
    expect(await takeMany(login, 'm', 4)).toEqual([0, 0, 0, 0]);
  });
});

describe('counters', () => {
  it('are swept when no window reaches them any more', async () => {
    await takeMany(payer, 'old', 5);
    clock.advanceDays(3);
    await sweepCounters(database.db, clock.now());
    expect((await database.pool.query('select * from attempt_counters')).rows).toEqual([]);
  });
});

describe('a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  /** @shows MH5.1 */
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1::1', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
  ])('of a provider’s customer at %s is %s', (ip, network) => {
    expect(wideNetworkOf(ip)).toBe(network);
  });
});
