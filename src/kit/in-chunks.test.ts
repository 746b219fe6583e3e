import { describe, expect, it } from 'vitest';
import { inChunks } from './in-chunks.ts';

describe('a list in parts', () => {
  it('has a shorter last part', () => {
    expect(inChunks([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
    expect(inChunks([], 2)).toEqual([]);
  });
});
