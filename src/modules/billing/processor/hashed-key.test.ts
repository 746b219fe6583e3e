import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashedKey } from './hashed-key.service.ts';

const LIKE_A_CARD = /\d{13}/;

const THINGS = Array.from({ length: 500 }, (_, n) => [7, 'ada@example.com', n]);
const hashOf = (thing: unknown) => createHash('sha256').update(JSON.stringify(thing)).digest('hex');

/** @shows S15.11 */
describe('a key to the processor', () => {
  it('is one for the same thing, another for any other, and short enough for every processor', () => {
    const keys = THINGS.map((thing) => hashedKey('customer-7', thing));
    expect(THINGS.map((thing) => hashedKey('customer-7', thing))).toEqual(keys);
    expect(new Set(keys).size).toBe(THINGS.length);
    expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(100);
  });

  it('has nothing that looks like the number of a card, where its hash has', () => {
    const alike = THINGS.filter((thing) => LIKE_A_CARD.test(hashOf(thing)));
    expect(alike.length).toBeGreaterThan(0);
    expect(alike.filter((thing) => LIKE_A_CARD.test(hashedKey('pay-now', thing)))).toEqual([]);
  });
});
