import pino from 'pino';
import type { Billing } from '#modules/billing/billing-context.ts';
import type { Database } from '#platform/db/database.ts';
import { chanceOf, type Chance } from '#tests/support/fakes/seeded-chance.ts';
import { Crashed } from '#tests/support/fakes/crash-at.ts';
import { testClock, type TestClock } from '#tests/support/fakes/test-clock.ts';
import { houseOn, type TestHouse } from '#tests/support/app/context-on-database.ts';
import { createBadLine, type BadLine } from './faulty-gateway.ts';
import type { Grounds } from './database-pool.ts';
import { countHappenings, type Happened } from './event-counts.ts';
import type { Plant } from './mutants/mutation.ts';
import { FIRST_DAYS, readCast, type Cast } from './fixtures.ts';
import { createTurns, type Flow, type Turns } from './interleaving.ts';

/** A portal, its processor, its families and the bad luck of one seed. */
export type World = {
  house: TestHouse;
  db: Database;
  clock: TestClock;
  chance: Chance;
  line: BadLine;
  turns: Turns;
  cast: Cast;
  happened: Happened;
  /** what was done, in order; the same seed tells the same */
  story: string[];
  /** what neither a refusal nor a crash explains */
  errors: string[];
  /** orders that a family has been told of as bought */
  toldBought: Set<number>;
  /** every line of the portal's log */
  logLines: string[];
  billingOf(flow: Flow): Billing;
  /**
   * Does a thing in a flow: a refusal is told, a crash ends the flow, anything else is an error of the
   * portal's.
   */
  attempt(flow: Flow, what: string, act: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
};

export type WorldOptions = {
  seed: number;
  grounds: Grounds;
  plant?: Plant | undefined;
  sideBySide?: boolean;
};

export async function createWorld({
  seed,
  grounds,
  plant = {},
  sideBySide = false,
}: WorldOptions): Promise<World> {
  const chance = chanceOf(seed);
  const stage = seed % FIRST_DAYS.length;
  const database = await grounds.clear(stage);
  const clock = (plant.clock ?? ((plain) => plain))(testClock(`${FIRST_DAYS[stage]}T14:00:00Z`));
  const [story, errors, logLines, happened]: [string[], string[], string[], Happened] = [
    [],
    [],
    [],
    countHappenings(),
  ];
  // The log as it is written, before card numbers are hidden in it: the hiding is a second guard.
  const log = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) });
  const house = await houseOn(database, { clock, log });
  const line = createBadLine({ gateway: house.billing.gateway, db: database.db, clock, chance, happened });
  const world: World = {
    house,
    db: database.db,
    clock,
    chance,
    line,
    happened,
    story,
    errors,
    logLines,
    turns: createTurns(chance, (told) => void story.push(told), { sideBySide }),
    cast: await readCast(database.db),
    toldBought: new Set(),
    billingOf(flow) {
      const gateway = line.gatewayOf(flow);
      const parts = {
        db: withGates(database.db, flow),
        crashPoint: flow.crashPoint,
        wait: () => flow.gate('waited'),
      };
      return { ...house.billing, ...parts, gateway: plant.gateway?.(gateway, { log }) ?? gateway };
    },
    async attempt(flow, what, act) {
      try {
        await act();
        story.push(`${flow.name}: ${what} done`);
      } catch (error) {
        noteEnd(world, flow, { what, error });
      }
    },
    close: () => house.close(),
  };
  return world;
}

function noteEnd(
  { story, errors, happened }: World,
  flow: Flow,
  { what, error }: { what: string; error: unknown },
): void {
  const refusal = (error as { kind?: { code?: string } }).kind?.code;
  if (refusal) {
    happened(`refused ${refusal}`);
    story.push(`${flow.name}: ${what} refused, ${refusal}`);
  } else if (error instanceof Crashed || flow.isDead) {
    happened('crash');
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
