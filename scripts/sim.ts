/**
 * The randomized simulation: `npm run sim` plays 200 seasons of a few families under crashes, lost answers
 * and late news, and holds every invariant of money after each. Decision 35 says what it shows and
 * what it can't.
 */
import { availableParallelism } from 'node:os';
import { PROCESSORS } from '#tests/simulation/processors/processor.ts';
import { MUTANTS } from '#tests/simulation/mutants/mutants.ts';
import { runPool } from '#tests/simulation/worker-pool.ts';
import { sumCounts } from '#tests/simulation/event-counts.ts';
import { tableOf, tryMutants } from '#tests/simulation/mutants/mutant-trials.ts';
import { createFixtures } from '#tests/simulation/fixtures.ts';
import type { SeedReport } from '#tests/simulation/worker.ts';
import { startThrowawayServer } from '#tests/support/database/throwaway-server.ts';
import { parseOptions } from './command/swallowed-options.ts';

const USAGE = `npm run sim                      200 seeds, or --seeds N, beginning with --from N (1)
npm run sim -- --seed N          one seed again, with its story
npm run sim -- --side-by-side    with real transactions side by side; then no seed repeats
npm run sim -- --processor stripe  through the adapter of Stripe, on a simulated account;
                                 without-keys: a processor that does twice what is sent twice
npm run sim -- --bug NAME        plants a bug; without its second guard: --unmasked
npm run sim -- --bugs            plants each, 50 seeds each or --seeds N, and prints the table
                                 --first: each only until it is caught
npm run sim -- --list-bugs
                                 --workers N: processes that play (as many as there are cores)`;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

function readArguments() {
  const { values } = parseOptions({
    options: {
      seed: text,
      seeds: text,
      from: text,
      bug: text,
      processor: text,
      workers: text,
      unmasked: flag,
      bugs: flag,
      first: flag,
      'list-bugs': flag,
      'side-by-side': flag,
      help: flag,
    },
  });
  return values;
}

type SimArguments = ReturnType<typeof readArguments>;

function seedsOf({ seed, seeds, from }: SimArguments, otherwise: number): number[] {
  if (seed !== undefined) return [Number(seed)];
  return Array.from({ length: Number(seeds ?? otherwise) }, (_, at) => Number(from ?? 1) + at);
}

function report({ seed, broken, errors, story }: SeedReport, withStory: boolean): void {
  if (withStory && story) say(story.join('\n'));
  for (const { name, rows } of broken) say(`seed ${seed}: ${name}: ${JSON.stringify(rows).slice(0, 300)}`);
  for (const error of errors) say(`seed ${seed}: an error of the portal's: ${error}`);
  if (broken.length > 0 || errors.length > 0) say(`play it again: npm run sim -- --seed ${seed}`);
}

async function playSeeds(asked: SimArguments, fixtures: readonly string[]): Promise<number> {
  const seeds = seedsOf(asked, 200);
  const bug = asked.bug === undefined ? undefined : { name: asked.bug, isUnmasked: asked.unmasked };
  const started = performance.now();
  const all = await runPool(
    { fixtures, seeds, bug, sideBySide: asked['side-by-side'], processor: processorIn(asked) },
    workersOf(asked),
    { onReport: (told) => report(told, seeds.length === 1) },
  );
  const failed = all.filter(({ broken, errors }) => broken.length > 0 || errors.length > 0);
  for (const [what, count] of Object.entries(sumCounts(all.map(({ simEvents }) => simEvents))))
    say(`${String(count).padStart(7)}  ${what}`);
  const cpuMs = all.reduce((sum, told) => sum + told.cpuMs, 0) / all.length;
  say(
    `${all.length} seeds, ${failed.length} failed` +
      `${failed.length > 0 ? `: ${failed.map(({ seed }) => seed).join(', ')}` : ''}; ` +
      `${Math.round((performance.now() - started) / 1000)} s, ` +
      `${Math.round(cpuMs)} ms of CPU a seed beside the database server`,
  );
  return failed.length > 0 ? 1 : 0;
}

const processorIn = ({ processor = 'sandbox' }: SimArguments) =>
  PROCESSORS.find((name) => name === processor);

const workersOf = ({ workers }: SimArguments) => Number(workers ?? availableParallelism());

async function main(asked: SimArguments): Promise<number> {
  if (asked.help) say(USAGE);
  if (asked['list-bugs'])
    for (const { name, what, mask } of MUTANTS)
      say(`${name.padEnd(28)} ${what}${mask ? `; hidden by ${mask.guard}` : ''}`);
  if (asked.help || asked['list-bugs']) return 0;
  if (asked.bug !== undefined && !MUTANTS.some(({ name }) => name === asked.bug)) {
    say(`no bug is called ${asked.bug}: npm run sim -- --list-bugs`);
    return 1;
  }
  if (!processorIn(asked)) {
    say(`no processor is called ${asked.processor}: ${PROCESSORS.join(', ')}`);
    return 1;
  }
  const server = await startThrowawayServer();
  try {
    const fixtures = await createFixtures(server.templateUrl);
    if (!asked.bugs) return await playSeeds(asked, fixtures.urls);
    const plan = { fixtures: fixtures.urls, seeds: seedsOf(asked, 50), stopsAtFirst: asked.first };
    const trials = await tryMutants(plan, workersOf(asked), (trial) => say(JSON.stringify(trial)));
    say(tableOf(trials));
    return trials.every(({ isWell }) => isWell) ? 0 : 1;
  } finally {
    await server.stop();
  }
}

process.exit(await main(readArguments()));
