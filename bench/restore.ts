/**
 * Backs up a portal while families buy, loses its machine and restores into an empty folder; then, on an
 * outside PostgreSQL of a package, recovers to a moment between two orders. Each part is timed, and all
 * invariants of money are asked.
 * Run: npm run drill:restore -- [--customers 16] [--before 150] [--after 150] [--again 50]
 *   [--families 4000] [--only embedded]
 */
import { playPointInTime } from '#tests/support/drill/point-in-time.ts';
import { playRestore } from '#tests/support/drill/restore.ts';
import { missingPrograms } from '#tests/support/servers/find-programs.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: {
    customers: { type: 'string', default: '16' },
    before: { type: 'string', default: '150' },
    after: { type: 'string', default: '150' },
    again: { type: 'string', default: '50' },
    families: { type: 'string', default: '4000' },
    only: { type: 'string' },
  },
});
const options = {
  customers: Number(flags.customers),
  before: Number(flags.before),
  after: Number(flags.after),
  again: Number(flags.again),
  families: Number(flags.families),
};

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Says what does not hold; true where all does. */
function report(faults: readonly string[]): boolean {
  for (const fault of faults) console.error(`FAULT: ${fault}`);
  console.log(faults.length === 0 ? 'All invariants hold.' : 'FAILED');
  return faults.length === 0;
}

async function embedded(): Promise<boolean> {
  const figures = await playRestore(options);
  console.log('The embedded database, its folder and files');
  console.log(figures.said.trimEnd());
  console.log(
    `orders before the backup: ${figures.ordersBefore}, while it ran: ${figures.ordersDuring}, ` +
      `after it: ${figures.ordersAfter}; in the restored database: ${figures.ordersRestored}`,
  );
  console.log(
    `backup: ${seconds(figures.backupMs)}; ` +
      `the slowest order meanwhile ${seconds(figures.slowestMs.during)}, ` +
      `before it ${seconds(figures.slowestMs.before)}`,
  );
  console.log(`restore into an empty folder: ${seconds(figures.restoreMs)}`);
  console.log(`start of the portal on it: ${seconds(figures.startMs)}`);
  console.log(`charges that the backup cut off were settled after ${seconds(figures.healedAfterMs)}`);
  console.log(`photos and signed copies that rows name, all there: ${figures.papers}`);
  console.log(`orders that the restored portal sold: ${figures.ordersAgain}`);
  return report(figures.faults);
}

async function outside(): Promise<boolean> {
  const missing = missingPrograms({ pgBouncer: false });
  if (missing.length > 0) {
    for (const each of missing) console.error(`This part needs ${each}, which was not found.`);
    return false;
  }
  const { version, orders, ...figures } = await playPointInTime(options);
  console.log(`\nPostgreSQL ${version} outside, recovered to a moment between two orders`);
  console.log(
    `orders before the base backup: ${orders.before}, from then to the target: ${orders.untilTarget}, ` +
      `after the target, and so forgotten: ${orders.afterTarget}`,
  );
  console.log(`base backup: ${seconds(figures.baseBackupMs)}; pieces of archived log: ${figures.archived}`);
  console.log(`recovery until the server took orders: ${seconds(figures.recoveryMs)}`);
  console.log(`orders that it then took: ${figures.ordersAgain}`);
  return report(figures.faults);
}

const isWell = [];
if (flags.only !== 'outside') isWell.push(await embedded());
if (flags.only !== 'embedded') isWell.push(await outside());
process.exitCode = isWell.every(Boolean) ? 0 : 1;
