import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { MUTANTS } from '#tests/simulation/mutants/mutants.ts';
import { runPool } from '#tests/simulation/worker-pool.ts';
import { sumCounts } from '#tests/simulation/event-counts.ts';
import { COVERAGE_MINIMUMS } from '#tests/simulation/coverage-minimums.ts';
import { createFixtures } from '#tests/simulation/fixtures.ts';
import { trialOf } from '#tests/simulation/mutants/mutant-trials.ts';

const SEEDS = Array.from({ length: 200 }, (_, at) => at + 1);
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

describe(
  'two hundred seasons of six families under crashes, lost answers and late news',
  { timeout: 900_000 },
  () => {
    it('leave every invariant of money whole, and go through everything that can go wrong', async () => {
      const all = await runPool({ fixtures: fixtures.urls, seeds: SEEDS }, WORKERS);
      expect(faults(all)).toEqual([]);
      expect(all).toHaveLength(SEEDS.length);
      const simEvents = sumCounts(all.map((played) => played.simEvents));
      expect(
        Object.entries(COVERAGE_MINIMUMS)
          .filter(([what, count]) => (simEvents[what] ?? 0) < count)
          .map(([what]) => [what, simEvents[what] ?? 0]),
      ).toEqual([]);
    });

    it('can be played again, step for step', async () => {
      const seeds = SEEDS.slice(0, 4);
      const [one, again] = [
        await runPool({ fixtures: fixtures.urls, seeds }, WORKERS),
        await runPool({ fixtures: fixtures.urls, seeds: seeds.toReversed() }, 1),
      ];
      expect(again.map(({ storyHash }) => storyHash)).toEqual(one.map(({ storyHash }) => storyHash));
    });

    it('hold also where PostgreSQL has the transactions of all side by side', async () => {
      const all = await runPool(
        { fixtures: fixtures.urls, seeds: SEEDS.slice(0, 12), sideBySide: true },
        WORKERS,
      );
      expect(faults(all)).toEqual([]);
    });
  },
);

describe('the same seasons tell within fifty seeds of a portal that', { timeout: 600_000 }, () => {
  it.each(MUTANTS)('$what', async (bug) => {
    const mutated = (isUnmasked: boolean, seeds: number[]) =>
      runPool({ fixtures: fixtures.urls, seeds, bug: { name: bug.name, isUnmasked }, stopsAtFirst: true }, 1);
    const untilCaught = [bug.seed, ...SEEDS.slice(0, 50)];
    const [caught, hidden] = await Promise.all([
      mutated(bug.mask !== undefined, untilCaught),
      bug.mask && mutated(false, [bug.seed]),
    ]);
    expect(trialOf(bug, bug.mask !== undefined, caught)).toMatchObject({ isWell: true });
    // What a second guard hides harms nobody while that guard stands.
    if (hidden) expect(trialOf(bug, false, hidden)).toMatchObject({ isWell: true });
  });
});
