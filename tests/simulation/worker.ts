import type { Mutant } from './mutants/mutants.ts';
import { joinMutations, mutateSource } from './mutants/mutation.ts';
import type { Played } from './play-season.ts';
import type { ProcessorName } from './processors/processor.ts';

/** What a worker process is asked to play. */
export type Task = {
  fixtures: readonly string[];
  seeds: readonly number[];
  /** the bug that is planted, and whether the guard that hides it is taken away too */
  bug?: { name: string; isUnmasked: boolean } | undefined;
  /** real transactions side by side; then no seed repeats */
  sideBySide?: boolean;
  processor?: ProcessorName | undefined;
  /** stop at the first seed that breaks something */
  stopsAtFirst?: boolean;
};

/** One line that a worker writes. */
export type SeedReport = Omit<Played, 'story'> & { ms: number; cpuMs: number; story: string[] | null };

/** Plays its seeds one after the other and tells each as a line of JSON. */
export async function work(task: Task): Promise<void> {
  const { MUTANTS } = await import('./mutants/mutants.ts');
  const bug = task.bug && MUTANTS.find(({ name }) => name === task.bug!.name);
  const mutation = bug && mutationOf(bug, task.bug!.isUnmasked);
  mutateSource(mutation?.source ?? []);
  // Loaded only now: what is planted must be there when the portal's code is read.
  const [{ openDatabasePool }, { playSeason }] = [
    await import('./database-pool.ts'),
    await import('./play-season.ts'),
  ];
  const pool = openDatabasePool(task.fixtures, mutation?.sql);
  try {
    for (const seed of task.seeds) {
      const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
      const played = await playSeason({
        seed,
        pool,
        mutation,
        sideBySide: task.sideBySide ?? false,
        processor: task.processor,
      });
      const { user, system } = process.cpuUsage(cpu);
      const isBroken = played.broken.length > 0 || played.errors.length > 0;
      const told: SeedReport = {
        ...played,
        story: isBroken || task.seeds.length === 1 ? played.story : null,
        ms: performance.now() - startedMs,
        cpuMs: (user + system) / 1000,
      };
      process.stdout.write(`${JSON.stringify(told)}\n`);
      if (task.stopsAtFirst && played.broken.length > 0) return;
    }
  } finally {
    await pool.close();
  }
}

const mutationOf = (bug: Mutant, isUnmasked: boolean) =>
  isUnmasked ? joinMutations(bug.mutation, bug.mask?.without) : bug.mutation;

if (import.meta.main) {
  await work(JSON.parse(process.argv[2]!) as Task);
  // The press of papers may have a thread that waits for more.
  process.exit(0);
}
