import { describe, expect, it } from 'vitest';
import { isHeightToPost, originsToTell } from './frame-mode.ts';

describe('the height told to the parent window', () => {
  /** @shows A-199 A-200 A-356 */
  it('is posted when it changed and lies between 0 and 10000', () => {
    expect(isHeightToPost(1, undefined)).toBe(true);
    expect(isHeightToPost(9999, 600)).toBe(true);
  });

  it.each([
    [0, undefined],
    [-5, undefined],
    [10_000, undefined],
    [600, 600],
  ])('is not posted at %s after %s', (height, last) => {
    expect(isHeightToPost(height, last)).toBe(false);
  });
});

describe('the parent window that is told', () => {
  const allowed = ['https://portal.example', 'https://school.example'];

  /** @shows A-198 */
  it('is the one that the browser names, when it is on the allow-list', () => {
    expect(originsToTell(allowed, 'https://school.example')).toEqual(['https://school.example']);
    expect(originsToTell(allowed, 'https://foreign.example')).toEqual([]);
  });

  it('is found by its address when the browser names none', () => {
    expect(originsToTell(allowed, undefined)).toEqual(allowed);
  });
});
