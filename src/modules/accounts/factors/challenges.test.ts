import { expect, it } from 'vitest';
import { createVault } from '#platform/vault/vault.ts';
import { CHALLENGE_LIFE_MS, isOwnChallenge, newChallenge } from './challenges.service.ts';

const vault = createVault([Buffer.alloc(32, 1)]);
const now = new Date('2027-05-03T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const toAdd = { purpose: 'add', session_id: 'a' } as const;

it('a question is ours for five minutes, in its session and for what it was asked', () => {
  const challenge = newChallenge(vault, toAdd, now);
  const isOwn = (asked: Parameters<typeof isOwnChallenge>[2], at = now) =>
    isOwnChallenge(vault, challenge, asked, at);
  expect([isOwn(toAdd), isOwn(toAdd, later(CHALLENGE_LIFE_MS - 1))]).toEqual([true, true]);
  expect([
    isOwn(toAdd, later(CHALLENGE_LIFE_MS)),
    isOwn(toAdd, later(-1)),
    isOwn({ purpose: 'prove', session_id: 'a' }),
    isOwn({ purpose: 'add', session_id: 'b' }),
    isOwn({ purpose: 'login' }),
  ]).toEqual([false, false, false, false, false]);
});

it('two questions are never alike, and a changed one is not ours', () => {
  const [one, two] = [newChallenge(vault, toAdd, now), newChallenge(vault, toAdd, now)];
  expect(one).not.toBe(two);
  const [, random] = /\.([^.]+)\.[^.]+$/.exec(one)!;
  expect(isOwnChallenge(vault, one.replace(random!, 'another'), toAdd, now)).toBe(false);
  expect(isOwnChallenge(createVault([Buffer.alloc(32, 2)]), one, toAdd, now)).toBe(false);
});
