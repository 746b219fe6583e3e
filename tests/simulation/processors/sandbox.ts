import { sql } from 'drizzle-orm';
import { DAY_MS } from '#kit/durations.ts';
import { sandboxMovements } from '#db/tables/sandbox.ts';
import { cents } from '#kit/money.ts';
import type { Database } from '#platform/db/database.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { ACCOUNTS, CARDS } from '#tests/simulation/typed-instruments.ts';
import type { EventCounter } from '#tests/simulation/event-counts.ts';
import type { Chance } from '#kit/seeded-chance.ts';
import type { TestClock } from '#tests/support/fakes/test-clock.ts';
import { reservesOf } from './reserves.ts';
import type { SimProcessor } from './processor.ts';

type Parts = {
  gateway: PaymentGateway;
  db: Database;
  clock: TestClock;
  chance: Chance;
  simEvents: EventCounter;
};

/** The sandbox, whose bank goes by the portal's own clock and does what its test numbers say. */
export const openSandbox = async ({
  gateway,
  db,
  clock,
  chance,
  simEvents,
}: Parts): Promise<SimProcessor> => ({
  gateway,
  cards: CARDS,
  accounts: ACCOUNTS,
  mostDaysAway: Infinity,
  letTimePass: async () => {
    const yesterday = new Date(clock.now().getTime() - DAY_MS);
    const { rowCount } = await db.execute(sql`delete from sandbox.requests where created_at <= ${yesterday}`);
    if (rowCount) simEvents('keys forgotten');
  },
  act: reservesOf({ chance, simEvents }, async (held) => {
    const [amount_cents, available_on] = [cents(-held), clock.today()];
    await db
      .insert(sandboxMovements)
      .values({ kind: 'reserve', amount_cents, at: clock.now(), available_on });
  }),
  decide: async () => undefined,
  show: async () => undefined,
});
