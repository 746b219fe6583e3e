/**
 * Families buy over several portals, through PgBouncer, on one outside PostgreSQL; in the middle of the sale
 * the server loses its power, or hangs, and its replica takes over. No order may be lost or doubled.
 * Run: npm run drill:failover -- [--hang] [--portals 2] [--customers 16] [--before 150] [--after 150]
 *   [--noticed 3]
 */
import { playFailover } from '#tests/support/drill/failover.ts';
import { missingPrograms } from '#tests/support/servers/find-programs.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: {
    hang: { type: 'boolean', default: false },
    portals: { type: 'string', default: '2' },
    customers: { type: 'string', default: '16' },
    before: { type: 'string', default: '150' },
    after: { type: 'string', default: '150' },
    noticed: { type: 'string', default: '3' },
  },
});

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

async function main(): Promise<number> {
  const missing = missingPrograms({ pgBouncer: true });
  if (missing.length > 0) {
    for (const each of missing) console.error(`This drill needs ${each}, which was not found.`);
    return 1;
  }
  const figures = await playFailover({
    how: flags.hang ? 'hang' : 'power cut',
    portals: Number(flags.portals),
    customers: Number(flags.customers),
    before: Number(flags.before),
    after: Number(flags.after),
    noticedAfterMs: Number(flags.noticed) * 1_000,
  });
  const { versions, answers, shared, faults } = figures;
  console.log(
    `PostgreSQL ${versions.postgres}, PgBouncer ${versions.pgBouncer} by transaction, ` +
      `${flags.portals} portals, ${flags.customers} families at a time`,
  );
  console.log(
    `orders before the server ${flags.hang ? 'hung' : 'lost its power'}: ${figures.ordersBefore}, ` +
      `after: ${figures.ordersAfter}`,
  );
  for (const [when, counted] of Object.entries(answers))
    console.log(
      `answers ${when === 'away' ? 'until the first order of the replica' : when}: ` +
        Object.entries(counted)
          .map(([kind, count]) => `${count} x ${kind}`)
          .join(', '),
    );
  console.log(
    `everybody was sent to the replica after ${seconds(figures.switchedAfterMs)} ` +
      `(${flags.noticed} s to notice), ` +
      `first order after ${seconds(figures.firstOrderAfterMs)}; ` +
      `no order for ${seconds(figures.silenceMs)}`,
  );
  console.log(`every charge that was cut off was settled after ${seconds(figures.healedAfterMs)} more`);
  console.log(`families without an answer that pressed again at the end: ${figures.pressedAgain}`);
  console.log(`mails sent: ${figures.mails}`);
  console.log(
    `guesses at an aid code: ${shared.guesses.asked}, answered ${shared.guesses.answered}; ` +
      `families for the last ${shared.lastSeats.seats} seats: ${shared.lastSeats.wanted}, ` +
      `orders ${shared.lastSeats.orders}`,
  );
  for (const fault of faults) console.error(`FAULT: ${fault}`);
  console.log(faults.length === 0 ? 'No order was lost or doubled, and all invariants hold.' : 'FAILED');
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = await main();
