import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64InLines } from './base64-in-lines.ts';

describe('bytes in lines of base64', () => {
  it.each(['\n', '\r\n'] as const)('are read back whole, and no line has more than 76 signs (%j)', (end) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const lines = base64InLines(bytes, end).toString().split(end);
        expect(Buffer.from(lines.join(''), 'base64')).toEqual(Buffer.from(bytes));
        expect(lines.slice(0, -1).every(({ length }) => length === 76)).toBe(true);
        expect(lines.at(-1)!.length).toBeLessThanOrEqual(76);
        expect(lines.at(-1) === '').toBe(bytes.length === 0);
      }),
    );
  });
});
