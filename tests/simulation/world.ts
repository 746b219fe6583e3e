import pino from 'pino';
import type { ProcessorName, SimProcessor } from './processors/processor.ts';
import { openSandbox } from './processors/sandbox.ts';
import { openWithoutKeys } from './processors/without-keys.ts';
import { openSimulatedStripe } from './processors/simulated-stripe.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { Database } from '#platform/db/database.ts';
import { chanceOf, type Chance } from '#kit/seeded-chance.ts';
import { Crashed } from '#tests/support/fakes/crash-at.ts';
import { testClock, type TestClock } from '#tests/support/fakes/test-clock.ts';
import { contextOn, type TestContext } from '#tests/support/app/context-on-database.ts';
import { createFaultyGateway, type FaultyGateway } from './faulty-gateway.ts';
import type { DatabasePool } from './database-pool.ts';
import { countEvents, type EventCounter } from './event-counts.ts';
import type { Mutation } from './mutants/mutation.ts';
import { FIRST_DAYS, readFixtures, type Fixtures } from './fixtures.ts';
import { createInterleaving, type Flow, type Interleaving } from './interleaving.ts';

/** A portal, its processor, its families and the bad luck of one seed. */
export type World = {
  context: TestContext;
  db: Database;
  clock: TestClock;
  chance: Chance;
  line: FaultyGateway;
  processor: SimProcessor;
  turns: Interleaving;
  cast: Fixtures;
  simEvents: EventCounter;
  /** what was done, in order; the same seed tells the same */
  story: string[];
  /** what neither a refusal nor a crash explains */
  errors: string[];
  /** orders that a family has been told of as bought */
  toldBought: Set<number>;
  /** every line of the portal's log */
  logLines: string[];
  billingOf(flow: Flow): BillingContext;
  /**
   * Does a thing in a flow: a refusal is told, a crash ends the flow, anything else is an error of the
   * portal's.
   */
  attempt(flow: Flow, what: string, act: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
};

export type WorldOptions = {
  seed: number;
  pool: DatabasePool;
  mutation?: Mutation | undefined;
  sideBySide?: boolean;
  /** left out, the sandbox */
  processor?: ProcessorName | undefined;
};

const open = { sandbox: openSandbox, stripe: openSimulatedStripe, 'without-keys': openWithoutKeys };

export async function createWorld({
  seed,
  pool,
  mutation = {},
  sideBySide = false,
  processor: at = 'sandbox',
}: WorldOptions): Promise<World> {
  const chance = chanceOf(seed);
  const fixture = seed % FIRST_DAYS.length;
  const database = await pool.clear(fixture);
  const clock = (mutation.clock ?? ((plain) => plain))(testClock(`${FIRST_DAYS[fixture]}T14:00:00Z`));
  const [story, errors, logLines, simEvents]: [string[], string[], string[], EventCounter] = [
    [],
    [],
    [],
    countEvents(),
  ];
  // The log as it is written, before card numbers are hidden in it: the hiding is a second guard.
  const log = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) });
  const opened = await contextOn(database, { clock, log });
  const processor = await open[at]({
    gateway: opened.billing.gateway,
    db: database.db,
    clock,
    log,
    chance,
    simEvents,
  });
  const { gateway } = processor;
  const context = { ...opened, billing: { ...opened.billing, gateway } };
  const line = createFaultyGateway({
    processor,
    clock,
    chance,
    simEvents,
  });
  const world: World = {
    context,
    db: database.db,
    clock,
    chance,
    line,
    processor,
    simEvents,
    story,
    errors,
    logLines,
    turns: createInterleaving(chance, (told) => void story.push(told), { sideBySide }),
    cast: await readFixtures(database.db),
    toldBought: new Set(),
    billingOf(flow) {
      const gateway = line.gatewayOf(flow);
      const parts = {
        db: withGates(database.db, flow),
        crashPoint: flow.crashPoint,
        wait: () => flow.gate('waited'),
        // Flows take turns; workers inside of one would not, and no seed could repeat them.
        collectors: sideBySide ? context.billing.collectors : 1,
      };
      return { ...context.billing, ...parts, gateway: mutation.gateway?.(gateway, { log }) ?? gateway };
    },
    async attempt(flow, what, act) {
      try {
        await act();
        story.push(`${flow.name}: ${what} done`);
      } catch (error) {
        noteEnd(world, flow, { what, error });
      }
    },
    close: () => context.close(),
  };
  return world;
}

function noteEnd(
  { story, errors, simEvents }: World,
  flow: Flow,
  { what, error }: { what: string; error: unknown },
): void {
  const refusal = (error as { kind?: { code?: string } }).kind?.code;
  if (refusal) {
    simEvents(`refused ${refusal}`);
    story.push(`${flow.name}: ${what} refused, ${refusal}`);
  } else if (error instanceof Crashed || flow.isDead) {
    simEvents('crash');
    story.push(`${flow.name}: ${what} crashed`);
  } else {
    const cause = (error as { cause?: unknown }).cause ?? error;
    errors.push(`${flow.name}: ${what}: ${cause instanceof Error ? cause.message : String(cause)}`);
    story.push(`${flow.name}: ${what} failed`);
  }
}

/**
 * The database, with a turn for others before each transaction: where another portal's may come in between.
 */
function withGates(db: Database, flow: Flow): Database {
  const transaction: Database['transaction'] = async (work, config) => {
    await flow.gate('transaction');
    return db.transaction(work, config);
  };
  return new Proxy(db, {
    get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key, target)),
  });
}
