import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { writeTogether } from './write-together.ts';

/** A table of words, whose statements take some time and refuse one word. */
function aSlowTable() {
  const statements: string[][] = [];
  const words = new Set<string>();
  const write = async (rows: string[]) => {
    statements.push(rows);
    await sleep(5);
    if (rows.includes('bad')) throw new Error('cannot be written');
    const before = words.size;
    for (const row of rows) words.add(row);
    return words.size - before;
  };
  return { statements, words, write };
}

describe('events that are delivered while the database is busy', () => {
  /** @shows S19.16 */
  it('are written by one statement after the one under way, each answered when it is there', async () => {
    const { statements, words, write } = aSlowTable();
    const put = writeTogether(write);
    const written = ['a', 'b', 'c', 'd'].map(async (word) => {
      await put(word);
      expect(words.has(word)).toBe(true);
    });
    await Promise.all(written);
    expect(statements).toEqual([['a'], ['b', 'c', 'd']]);
    await put('e');
    expect(statements).toHaveLength(3);
  });

  /** @shows S19.16 */
  it('fail alone: the others of the same statement are there', async () => {
    const { words, write } = aSlowTable();
    const put = writeTogether(write);
    const ended = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(put));
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect([...words]).toEqual(['a', 'b', 'c']);
  });

  it('say whether there was anything new', async () => {
    const put = writeTogether(aSlowTable().write);
    expect([await put('a'), await put('a')]).toEqual([true, false]);
  });

  it('are never more than a hundred in one statement', async () => {
    const { statements, write } = aSlowTable();
    const put = writeTogether(write);
    await Promise.all(Array.from({ length: 250 }, (_, n) => put(`w${n}`)));
    expect(statements.map((rows) => rows.length)).toEqual([1, 100, 100, 49]);
  });
});
