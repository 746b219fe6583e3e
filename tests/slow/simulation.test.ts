import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { playAll } from '../sim/crew.ts';
import { addUp } from '../sim/happened.ts';
import { LEAST } from '../sim/least.ts';
import { setStages } from '../sim/stage.ts';

const SEEDS = Array.from({ length: 200 }, (_, at) => at + 1);
const WORKERS = availableParallelism();

let stages: Awaited<ReturnType<typeof setStages>>;
beforeAll(async () => void (stages = await setStages(inject('templateUrl'))));
afterAll(() => stages.strike());

/** What a seed is told by when it fails: `npm run sim -- --seed N` plays it again. */
const faults = (all: Awaited<ReturnType<typeof playAll>>) =>
  all.flatMap(({ seed, broken, errors }) => [...broken.map(({ name, rows }) => ({ seed, name, rows })), ...errors.map((error) => ({ seed, error }))]);

describe('two hundred seasons of six families under crashes, lost answers and late news', { timeout: 900_000 }, () => {
  it('leave every invariant of money whole, and go through everything that can go wrong', async () => {
    const all = await playAll({ stages: stages.urls, seeds: SEEDS }, WORKERS);
    expect(faults(all)).toEqual([]);
    expect(all).toHaveLength(SEEDS.length);
    const happened = addUp(all.map((played) => played.happened));
    expect(Object.entries(LEAST).filter(([what, count]) => (happened[what] ?? 0) < count).map(([what]) => [what, happened[what] ?? 0])).toEqual([]);
  });

  it('can be played again, step for step', async () => {
    const seeds = SEEDS.slice(0, 4);
    const [one, again] = [await playAll({ stages: stages.urls, seeds }, WORKERS), await playAll({ stages: stages.urls, seeds: seeds.toReversed() }, 1)];
    expect(again.map(({ storyHash }) => storyHash)).toEqual(one.map(({ storyHash }) => storyHash));
  });

  it('hold also where PostgreSQL has the transactions of all side by side', async () => {
    const all = await playAll({ stages: stages.urls, seeds: SEEDS.slice(0, 12), sideBySide: true }, WORKERS);
    expect(faults(all)).toEqual([]);
  });
});
