import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

describe('a fingerprint', () => {
  it("agrees with the published values of FNV-1a's authors", () => {
    expect(fingerprint('')).toBe('cbf29ce484222325');
    expect(fingerprint('a')).toBe('af63dc4c8601ec8c');
    expect(fingerprint('foobar')).toBe('85944171f73967e8');
  });

  it('has sixteen digits and tells two texts apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(fingerprint(a)).toMatch(/^[0-9a-f]{16}$/);
        expect(fingerprint(a) === fingerprint(b)).toBe(a === b);
      }),
    );
  });
});
