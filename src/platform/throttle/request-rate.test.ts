import { expect, it } from 'vitest';
import { requestRate } from './request-rate.ts';

const at = (seconds: number) => new Date(Date.UTC(2027, 3, 10, 14, 0, 0) + seconds * 1000);
const many = (count: number, one: () => number) => Array.from({ length: count }, one);

it('lets so many through in a minute and says how long the rest of it is', () => {
  const take = requestRate(3);
  expect(many(4, () => take('203.0.113.7', at(20)))).toEqual([0, 0, 0, 40]);
  expect(take('203.0.113.7', at(59.5))).toBe(1);
  expect(take('203.0.113.7', at(60))).toBe(0);
});

it('counts each subject by itself', () => {
  const take = requestRate(1);
  expect([take('a', at(0)), take('b', at(0)), take('a', at(1))]).toEqual([0, 0, 59]);
});

it('counts nothing when it is turned off', () => {
  const take = requestRate(0);
  expect(new Set(many(10_000, () => take('a', at(0))))).toEqual(new Set([0]));
});

it('counts on where a subject was refused, until the minute ends', () => {
  const take = requestRate(2);
  expect(many(5, () => take('a', at(0)))).toEqual([0, 0, 60, 60, 60]);
  expect(take('a', at(60))).toBe(0);
});

it('says without counting how long a subject waits', () => {
  const take = requestRate(1);
  expect(many(3, () => take.waitOf('a', at(0)))).toEqual([0, 0, 0]);
  expect([take('a', at(0)), take.waitOf('a', at(20)), take.waitOf('b', at(20))]).toEqual([0, 40, 0]);
  expect(requestRate(0).waitOf('a', at(0))).toBe(0);
});
