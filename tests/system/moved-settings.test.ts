import { afterAll, beforeAll, expect, it } from 'vitest';
import { chanceOf } from '#kit/seeded-chance.ts';
import { openSettingSweep, type Sweep } from '#tests/support/sweep/move-settings.ts';

// `npm run test:long` moves every setting to every value. SEED=… replays a run.
const SEED = Number(process.env.SEED ?? 20270908);
const CHANGES = 12;

let sweep: Sweep;
beforeAll(async () => void (sweep = await openSettingSweep()));
afterAll(() => sweep.close());

/** @shows MC2.3 */
it('settings that a seed has chosen move between promise and purchase, and nothing breaks', async () => {
  const chance = chanceOf(SEED);
  let bought = 0;
  for (let nr = 0; nr < CHANGES; nr += 1) {
    const change = chance.oneOf(sweep.changes);
    const played = await sweep.play(change);
    expect([change.name, played.wrong], `replay with SEED=${SEED}`).toEqual([change.name, []]);
    bought += played.bought;
  }
  expect(bought).toBeGreaterThan(CHANGES);
});
