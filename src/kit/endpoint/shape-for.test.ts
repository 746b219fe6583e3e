import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { onlyWith, type Right } from './right.ts';
import { shapeFor } from './shape-for.ts';
import { centsShape, dollarsShape } from './wire.ts';

const order = z.object({
  id: z.number(),
  total_cents: centsShape,
  due: dollarsShape.nullable(),
  notes: z.string().optional(),
  child: z.object({ name: z.string(), medical: onlyWith('care', z.string().nullable()) }).nullable(),
  payments: onlyWith('money', z.array(z.object({ day: z.string() }))),
  lines: z.array(z.object({ name: z.string(), amount: dollarsShape })),
});

const answer = {
  id: 7,
  total_cents: 435_000,
  due: 2150,
  child: { name: 'Ada', medical: 'asthma' },
  payments: [{ day: '2026-10-01' }],
  lines: [{ name: 'Late bus', amount: 350 }],
};

const seenWith = (...rights: Right[]) => shapeFor(order, { rights: new Set(rights) }).parse(answer);

describe('an answer to staff', () => {
  /** @shows OF8.3 */
  it('has no amount without the right to money, however deep the amount stands', () => {
    expect(seenWith('care')).toEqual({
      id: 7,
      child: { name: 'Ada', medical: 'asthma' },
      lines: [{ name: 'Late bus' }],
    });
  });

  /** @shows OF8.3 */
  it('has no medical text without the right to care', () => {
    expect(seenWith('money')).toEqual({ ...answer, child: { name: 'Ada' } });
  });

  it('is whole with both rights', () => {
    expect(seenWith('care', 'money')).toEqual(answer);
  });

  it('may leave out what is null or missing', () => {
    const cut = shapeFor(order, { rights: new Set<Right>(['care', 'money']) });
    expect(cut.parse({ ...answer, due: null, child: null })).toMatchObject({ due: null, child: null });
    expect(() => cut.parse({ ...answer, total_cents: undefined })).toThrow();
  });
});
