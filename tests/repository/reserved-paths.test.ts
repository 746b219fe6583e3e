import { describe, expect, it } from 'vitest';
import { pages } from '#app/site-map.ts';
import { isReservedPath } from '#kit/pages/reserved-paths.ts';

describe('the address of a page of the portal', () => {
  it('can belong to no school (W6)', () => {
    const firstParts = pages
      .map(({ path }) => path.split('/')[1] ?? '')
      .filter((part) => part && !part.startsWith(':'));
    const free = [...new Set(firstParts)].filter((part) => !isReservedPath(part));
    expect(free, 'add these to src/kit/pages/reserved-paths.ts').toEqual([]);
    expect(['api', 'storage', 'assets', 'API'].every(isReservedPath)).toBe(true);
    expect(isReservedPath('hm')).toBe(false);
  });
});
