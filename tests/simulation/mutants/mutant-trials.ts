import { MUTANTS, type Mutant } from './mutants.ts';
import { runPool } from '#tests/simulation/worker-pool.ts';
import type { Task, SeedReport } from '#tests/simulation/worker.ts';

/** What became of one planted bug over some seeds. */
export type MutantTrial = {
  bug: string;
  isUnmasked: boolean;
  seeds: number;
  /** the seeds after which an invariant did not hold */
  caught: number[];
  /** by how many seeds each invariant told of it */
  by: Record<string, number>;
  /** seeds in which nothing but an error of the portal's was seen: a guard that refuses */
  errorsOnly: number;
  /** caught, or hidden where a second guard is named */
  isWell: boolean;
};

const ruleOf = (name: string) => name.split(' ')[0]!;

export function trialOf(bug: Mutant, isUnmasked: boolean, all: readonly SeedReport[]): MutantTrial {
  const broken = all.filter((told) => told.broken.length > 0);
  const by: Record<string, number> = {};
  for (const told of broken)
    for (const rule of new Set(told.broken.map(({ name }) => ruleOf(name)))) by[rule] = (by[rule] ?? 0) + 1;
  const isMasked = bug.mask !== undefined && !isUnmasked;
  return {
    bug: bug.name,
    isUnmasked,
    seeds: all.length,
    caught: broken.map(({ seed }) => seed),
    by,
    errorsOnly: all.filter((told) => told.broken.length === 0 && told.errors.length > 0).length,
    isWell: isMasked === (broken.length === 0),
  };
}

/** How long a masked bug is looked at, where the trials end at the first catch. */
const QUIET_SEEDS = 8;

type Plan = Pick<Task, 'fixtures' | 'seeds' | 'stopsAtFirst'>;

/** Plants each bug, and where a second guard hides it once more without that guard; so many at a time. */
export async function tryMutants(
  plan: Plan,
  atATime: number,
  onTrial: (trial: MutantTrial) => void,
): Promise<MutantTrial[]> {
  const [trials, left]: [MutantTrial[], Mutant[]] = [[], [...MUTANTS]];
  const play = async (bug: Mutant, isUnmasked: boolean, seeds: readonly number[]) => {
    const trial = trialOf(
      bug,
      isUnmasked,
      await runPool({ ...plan, seeds, bug: { name: bug.name, isUnmasked } }, 1),
    );
    trials.push(trial);
    onTrial(trial);
    return trial;
  };
  const tryOne = async (bug: Mutant) => {
    const { caught } = await play(bug, bug.mask !== undefined, plan.seeds);
    const quiet = plan.stopsAtFirst ? plan.seeds.slice(0, Math.max(QUIET_SEEDS, caught[0] ?? 0)) : plan.seeds;
    if (bug.mask) await play(bug, false, quiet);
  };
  const take = async () => {
    for (let bug = left.shift(); bug; bug = left.shift()) await tryOne(bug);
  };
  await Promise.all(Array.from({ length: atATime }, take));
  return trials;
}

/** The table of decision 35. */
export function tableOf(trials: readonly MutantTrial[]): string {
  const rows = MUTANTS.flatMap(({ name, what, mask }) =>
    trials
      .filter(({ bug }) => bug === name)
      .toSorted((a, b) => Number(a.isUnmasked) - Number(b.isUnmasked))
      .map(({ isUnmasked, caught, seeds, by, errorsOnly }) => {
        const seen =
          caught.length > 0
            ? `${caught.length} of ${seeds}, seed ${caught[0]} first: ${Object.entries(by)
                .map(([rule, count]) => `${rule} ${count}`)
                .join(', ')}`
            : `0 of ${seeds}`;
        const mutated = isUnmasked ? `the same without ${mask!.guard}` : what;
        const hidden = mask && !isUnmasked ? `hidden by ${mask.guard}` : '';
        const refused = errorsOnly > 0 ? `; refused with an error in ${errorsOnly}` : '';
        return `| ${isUnmasked ? '' : `\`${name}\``} | ${mutated} | ${seen}${refused} | ${hidden} |`;
      }),
  );
  return ['| bug | the portal … | caught in | second guard |', '|---|---|---|---|', ...rows].join('\n');
}
