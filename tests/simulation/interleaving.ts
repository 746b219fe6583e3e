import type { CrashPoint } from '#platform/crash-points.ts';
import type { Chance } from '#kit/seeded-chance.ts';
import { Crashed } from '#tests/support/fakes/crash-at.ts';

/** One thing that goes on: a press of Checkout, a portal's round of jobs. It may end in the middle. */
export type Flow = {
  readonly name: string;
  /** between two steps, where another flow may have its turn */
  gate(place: string): Promise<void>;
  /** between two steps inside one turn */
  crashPoint: CrashPoint;
  readonly isDead: boolean;
};

export type Work = { name: string; diesAt: number; run(flow: Flow): Promise<unknown> };

type Runner = { flow: Flow; waiting: (() => void)[]; hasPaused: PromiseWithResolvers<void> };

export type Interleaving = {
  /** Runs several works to their end; what one throws is kept by it. */
  together(works: readonly Work[]): Promise<void>;
};

type WriteLine = (line: string) => void;

/**
 * Flows that take turns: one runs from a gate to its next while all others stand still, and chance alone says
 * whose turn it is. So a seed repeats the interleaving, not only the choices. What it can't show is two
 * transactions side by side: with `sideBySide` the gates stand open and PostgreSQL interleaves as it likes,
 * which no seed repeats.
 * Source: reliability 4.4
 */
export function createInterleaving(
  chance: Chance,
  writeLine: WriteLine,
  { sideBySide = false } = {},
): Interleaving {
  return {
    async together(works) {
      const runners = works.map((work) => start(work, writeLine, sideBySide));
      if (sideBySide) return void (await Promise.all(runners.map(({ done }) => done)));
      for (;;) {
        const ready = runners.filter(({ runner }) => runner.waiting.length > 0);
        if (ready.length === 0) return;
        const { runner } = chance.oneOf(ready);
        runner.hasPaused = Promise.withResolvers();
        const { promise } = runner.hasPaused;
        runner.waiting.shift()!();
        await promise;
      }
    },
  };
}

function start(
  { name, diesAt, run }: Work,
  writeLine: WriteLine,
  sideBySide: boolean,
): { runner: Runner; done: Promise<void> } {
  let [passed, isDead] = [0, false];
  const runner: Runner = { waiting: [], hasPaused: Promise.withResolvers(), flow: undefined as never };
  const turn = () =>
    new Promise<void>((resolve) => {
      runner.waiting.push(resolve);
      runner.hasPaused.resolve();
    });
  const pass = (place: string) => {
    // A process that has ended does nothing more, whoever catches what it throws.
    if (isDead) throw new Crashed(place);
    passed += 1;
    isDead = passed === diesAt;
    writeLine(`${name}: ${place}${isDead ? ' †' : ''}`);
    if (isDead) throw new Crashed(place);
  };
  const gate = async (place: string) => {
    pass(place);
    if (!sideBySide) await turn();
  };
  runner.flow = {
    name,
    gate,
    crashPoint: pass,
    get isDead() {
      return isDead;
    },
  };
  const work = async () => {
    if (!sideBySide) await turn();
    await run(runner.flow).catch(() => undefined);
    runner.hasPaused.resolve();
  };
  return { runner, done: work() };
}
