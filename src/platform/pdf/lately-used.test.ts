import { describe, expect, it } from 'vitest';
import { latelyUsed } from './lately-used.ts';

describe('entries that are kept while they are used', () => {
  it('are the last ones: at least half of as many as there may be, and never more', () => {
    const kept = latelyUsed<{ at: number }>(100);
    for (let at = 0; at < 1_025; at += 1) kept.set(`${at}`, { at });
    const newestFirst = Array.from({ length: 1_025 }, (_, back) => 1_024 - back);
    const found = newestFirst.filter((at) => kept.get(`${at}`)?.at === at);
    expect(found.length).toBeGreaterThanOrEqual(50);
    expect(found.length).toBeLessThanOrEqual(100);
    expect(found).toEqual(newestFirst.slice(0, found.length));
  });

  it('stay as long as somebody asks for them', () => {
    const kept = latelyUsed<{ at: number }>(100);
    const always = { at: -1 };
    kept.set('always', always);
    for (let at = 0; at < 1_000; at += 1) {
      kept.set(`${at}`, { at });
      if (at % 40 === 0) expect(kept.get('always')).toBe(always);
    }
    expect(kept.get('0')).toBeUndefined();
  });
});
