import { expect, it } from 'vitest';
import { mergedOrder } from './merged-order.ts';

/** @shows MB19.1 */
it.each([
  ['a first file', [], ['A', 'B'], ['A', 'B']],
  ['the same file again', ['A', 'B', 'C'], ['A', 'B', 'C'], ['A', 'B', 'C']],
  ['one of three', ['A', 'B', 'C'], ['C'], ['A', 'B', 'C']],
  ['a new one alone', ['A', 'B'], ['N'], ['A', 'B', 'N']],
  ['a new one after a known one', ['A', 'B', 'C'], ['A', 'N'], ['A', 'N', 'B', 'C']],
  ['all of them in another order', ['A', 'B', 'C'], ['C', 'A', 'B'], ['C', 'A', 'B']],
  ['two of three in another order', ['A', 'B', 'C'], ['C', 'A'], ['C', 'B', 'A']],
] as const)('%s: %j and then %j is %j', (_, known, named, order) =>
  expect(mergedOrder(known, named)).toEqual(order),
);
