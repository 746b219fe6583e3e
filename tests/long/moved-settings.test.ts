import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSettingSweep, type Sweep } from '#tests/support/sweep/move-settings.ts';

/** Days of signed contracts are days of the zone in which they were signed. */
const FIXED_BY_CONTRACTS = ['company.time_zone'];

let sweep: Sweep;
beforeAll(async () => void (sweep = await openSettingSweep()));
afterAll(() => sweep.close());

/** @shows MC2.3 */
it('every setting moves between promise and purchase: no error, and no rule of money breaks', async () => {
  const wrong: Record<string, string[]> = {};
  const taken = new Set<string>();
  let bought = 0;
  for (const change of sweep.changes) {
    const played = await sweep.play(change);
    if (played.wrong.length > 0) wrong[change.name] = played.wrong;
    if (played.isTaken) taken.add(change.name.split(' ')[0]!);
    bought += played.bought;
  }
  expect(wrong).toEqual({});
  // A sweep whose changes are refused, or whose families buy nothing, would look at nothing.
  expect(bought).toBeGreaterThan(2 * sweep.changes.length);
  const moved = [...new Set(sweep.changes.map(({ name }) => name.split(' ')[0]!))];
  expect(moved.filter((field) => !taken.has(field))).toEqual(FIXED_BY_CONTRACTS);
}, 1_500_000);
