import { describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { ApiError } from '#app/api/api-error.ts';
import { actOnRows, countOf, planOf } from './bulk-act.ts';

const refused = (status: number, sentence: string) =>
  new ApiError(status, '', { success: false, errors: [sentence] });

/** @shows OF1.5 OF1.11 */
describe('an act on many rows', () => {
  it('says before it begins which rows are left out, by reason', () => {
    const plan = planOf([1, 2, 3, 4], { leftOut: (n) => (n % 2 ? undefined : 'Even') });
    expect(plan).toEqual({ wanted: [1, 3], left: [{ reason: 'Even', rows: [2, 4] }] });
    expect(countOf(plan.left)).toBe(2);
  });

  it('goes on after a refused row, and says which rows are left out', async () => {
    const steps: number[] = [];
    const act = async (n: number) => {
      if (n === 2) throw refused(409, 'Emailed today.');
      if (n === 3) throw refused(409, 'Already paid.');
    };
    const result = await actOnRows([1, 2, 3, 4], act, (n) => steps.push(n));
    expect(result).toEqual({
      done: [1, 4],
      left: [
        { reason: 'Emailed today.', rows: [2] },
        { reason: 'Already paid.', rows: [3] },
      ],
    });
    expect(steps).toEqual([0, 1, 2, 3]);
  });

  it('ends where every other row would fail alike, and counts the rest as left out', async () => {
    for (const [status, sentence] of [
      [401, 'Please log in.'],
      [403, m.portal_proof_required()],
    ] as const) {
      const tried: number[] = [];
      const act = async (n: number) => {
        tried.push(n);
        if (n === 2) throw refused(status, sentence);
      };
      const result = await actOnRows([1, 2, 3], act, () => undefined);
      expect(result).toEqual({ done: [1], left: [{ reason: sentence, rows: [2, 3] }] });
      expect(tried).toEqual([1, 2]);
    }
  });
});
