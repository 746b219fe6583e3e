import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runPool } from '#tests/simulation/worker-pool.ts';
import { sumCounts } from '#tests/simulation/event-counts.ts';
import { inLane } from '#tests/support/lane.ts';
import { minimumsFor, OF_FORTY_AT_STRIPE } from '#tests/simulation/coverage-minimums.ts';
import { createFixtures } from '#tests/simulation/fixtures.ts';

const FOUR_HUNDRED = Array.from({ length: 400 }, (_, at) => at + 1);
// Eight seasons that go through every event as often as their number asks.
const SEEDS = inLane({ short: [1, 2, 3, 4, 6, 7, 9, 10], long: FOUR_HUNDRED });
const WORKERS = availableParallelism();

let fixtures: Awaited<ReturnType<typeof createFixtures>>;
beforeAll(async () => void (fixtures = await createFixtures(inject('templateUrl'))));
afterAll(() => fixtures.strike());

/** What a seed is told by when it fails: `npm run sim -- --seed N` plays it again. */
const faults = (all: Awaited<ReturnType<typeof runPool>>) =>
  all.flatMap(({ seed, broken, errors }) => [
    ...broken.map(({ name, rows }) => ({ seed, name, rows })),
    ...errors.map((error) => ({ seed, error })),
  ]);

/** What they went through less often than they should. */
function missing(all: Awaited<ReturnType<typeof runPool>>, minimums: Readonly<Record<string, number>>) {
  const simEvents = sumCounts(all.map((played) => played.simEvents));
  return Object.entries(minimums)
    .filter(([what, count]) => (simEvents[what] ?? 0) < count)
    .map(([what]) => [what, simEvents[what] ?? 0]);
}

describe(
  'many seasons of six families under crashes, lost answers and late news',
  // Four hundred seasons on two cores, beside other tests.
  { timeout: inLane({ short: 900_000, long: 7_200_000 }) },
  () => {
    /** @shows AC25 S17.10 S18.5 RP2.2 RP2.3 RP3.5 RP3.6 RP4.3 */
    it('leave every invariant of money whole, and go through everything that can go wrong', async ({
      signal,
    }) => {
      const all = await runPool({ fixtures: fixtures.urls, seeds: SEEDS }, WORKERS, { signal });
      expect(faults(all)).toEqual([]);
      expect(all).toHaveLength(SEEDS.length);
      expect(missing(all, minimumsFor(SEEDS.length))).toEqual([]);
    });

    it('can be played again, step for step', async ({ signal }) => {
      const seeds = SEEDS.slice(0, inLane({ short: 1, long: 4 }));
      const [one, again] = [
        await runPool({ fixtures: fixtures.urls, seeds }, WORKERS, { signal }),
        await runPool({ fixtures: fixtures.urls, seeds: seeds.toReversed() }, 1, { signal }),
      ];
      expect(again.map(({ storyHash }) => storyHash)).toEqual(one.map(({ storyHash }) => storyHash));
    });

    /** @shows S21.6 */
    it('leave them whole through Stripe’s adapter as well, and can be played again (check 31)', async ({
      signal,
    }) => {
      const seeds = SEEDS.slice(0, inLane({ short: 1, long: 40 }));
      const at = { fixtures: fixtures.urls, processor: 'stripe' as const };
      const all = await runPool({ ...at, seeds }, WORKERS, { signal });
      expect(faults(all)).toEqual([]);
      expect(missing(all, inLane({ short: {}, long: OF_FORTY_AT_STRIPE }))).toEqual([]);
      const again = await runPool({ ...at, seeds: [1] }, 1, { signal });
      expect(again[0]!.storyHash).toBe(all[0]!.storyHash);
    });

    /** @shows S21.10 */
    it('leave them whole at a processor that knows no keys, and does twice what is sent twice', async ({
      signal,
    }) => {
      const seeds = inLane({ short: [2], long: FOUR_HUNDRED.slice(0, 40) });
      const all = await runPool({ fixtures: fixtures.urls, seeds, processor: 'without-keys' }, WORKERS, {
        signal,
      });
      expect(faults(all)).toEqual([]);
      expect(missing(all, { 'charge answer lost': 1 })).toEqual([]);
    });

    it('hold also where PostgreSQL has the transactions of all side by side', async ({ signal }) => {
      const all = await runPool(
        { fixtures: fixtures.urls, seeds: SEEDS.slice(0, inLane({ short: 1, long: 12 })), sideBySide: true },
        WORKERS,
        { signal },
      );
      expect(faults(all)).toEqual([]);
    });
  },
);
