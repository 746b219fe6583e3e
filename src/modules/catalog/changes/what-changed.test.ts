import { describe, expect, it } from 'vitest';
import { whatChanged } from './what-changed.ts';

/** @shows SE3.8 */
describe('a change set in words', () => {
  it('names its only object', () => {
    expect(whatChanged([{ op: 'update', kind: 'route', n: 1 }], 'Round trip')).toBe(
      'Changed route Round trip',
    );
    expect(whatChanged([{ op: 'end', kind: 'addon', n: 1 }], 'Tea')).toBe('Ended add-on Tea');
  });

  it('counts several objects by what was done to them', () => {
    expect(
      whatChanged([
        { op: 'create', kind: 'route', n: 2 },
        { op: 'update', kind: 'payment_term', n: 40 },
        { op: 'create', kind: 'addon', n: 1 },
        { op: 'remove', kind: 'discount', n: 1 },
      ]),
    ).toBe('Added 2 routes, 1 add-on. Changed 40 payment terms. Removed 1 discount');
  });
});
