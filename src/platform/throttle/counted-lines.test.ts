import { expect, it } from 'vitest';
import { countedLines } from './counted-lines.ts';

const NOON = new Date(Date.UTC(2027, 3, 10, 12));
const times = (count: number, one: (nr: number) => number | undefined) =>
  Array.from({ length: count }, (_, nr) => one(nr)).filter((line) => line !== undefined);

it('has a line for the first, the tenth and the hundredth of an hour', () => {
  const countOf = countedLines();
  expect(times(150, () => countOf('a', NOON))).toEqual([1, 10, 100]);
  expect(countOf('a', new Date(NOON.getTime() + 3_600_000))).toBe(1);
});

/** @shows MH6.2 */
it('has a bounded number of lines, however many things somebody makes up', () => {
  const countOf = countedLines();
  expect(times(50_000, (nr) => countOf(`thing ${nr}`, NOON)).length).toBeLessThan(120);
});
