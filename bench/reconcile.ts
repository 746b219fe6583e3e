/**
 * What the nightly comparison of the processor's books with ours costs as they grow: seconds, CPU of the
 * portal and of PostgreSQL for a line, and the most memory of the portal, when its own job reads so many
 * movements over HTTP from a simulated Stripe in a process of its own and compares them with as many charges
 * of the ledger. On the first night every line is new, on the second none is, and before the third some
 * charges have gone from our books. Charges are copies of one that was bought over HTTP.
 * Run: npm run bench:reconcile -- [--movements 10000,100000] [--differences 10000] [--limit 1000]
 */
import type pg from 'pg';
import { openDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { databaseUrlOf, serverPidOf, vaultOf } from '#tests/support/portal/data-folder-database.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';
import { readKeys } from './checkout/keys.ts';
import { recordWrites } from './checkout/record-writes.ts';
import { type Account, buyAtStripe, withPortalAtStripe } from './collect/at-stripe.ts';
import { HEAD, measure, print } from './collect/measure.ts';
import { jobsOf, runJob } from './collect/run-job.ts';
import { multiplyOrder, readOrderRows } from './growth/multiply-order.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: {
    movements: { type: 'string', default: '10000,100000' },
    differences: { type: 'string', default: '10000' },
    limit: { type: 'string', default: '1000' },
  },
});
const sizes = flags.movements.split(',').map(Number);
const differences = Number(flags.differences);

/** Old enough to be compared, and young enough to be read every night. */
const DAYS_AGO = 3;

const LOST = '-lost';

await withPortalAtStripe(bench, flags.limit);

async function bench(running: PortalProcess, dataDir: string, account: Account): Promise<void> {
  const url = databaseUrlOf(dataDir);
  const { db, pool, close } = openDatabase(url, { log: silentLog(), maxConnections: 2 });
  const boss = await jobsOf(url);
  const http = httpClient(running.url);
  const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  http.close();
  const recorded = await recordWrites(pool, async () => {
    const [family] = await prepareFamilies({ db, vault: await vaultOf(dataDir) }, 1);
    await buyAtStripe(running.url, { account, forSale }, family!);
  });
  const keys = await readKeys(pool);
  const rows = await readOrderRows(pool, { writes: recorded.flat(), keys });
  await pool.query('update outbox set sent_at = now() where sent_at is null');
  const night = async (what: string, size: number, isEqual: boolean) => {
    const spent = await measure({ portal: running.pid, serverPid: serverPidOf(dataDir) }, () =>
      runJob(pool, boss, 'billing.reconcile'),
    );
    await checkCompared(pool, isEqual);
    print(what, size, spent);
  };
  console.log(HEAD);
  let had = 0;
  for (const size of sizes) {
    await forgetNights(pool);
    await multiplyOrder(pool, { rows, keys, from: had + 1, to: size, payOn: 'current_date + 100' });
    await account.ask('copyMovement', { from: had + 1, to: size, daysAgo: DAYS_AGO });
    had = size;
    await ageCopies(pool);
    await night('first night, all lines are new', size, true);
    await night('second night, none is', size, true);
    await loseCharges(pool, Math.min(size, differences));
    await night(`${Math.min(size, differences)} charges gone from our books`, size, false);
    await findCharges(pool);
  }
  await boss.stop({ graceful: false });
  await close();
}

/** Writes past the guards of the ledger. */
async function unguarded(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  await client.query('set session_replication_role = replica');
  for (const statement of statements) await client.query(statement);
  await client.query('set session_replication_role = default');
  client.release();
  await pool.query('vacuum analyze');
}

/** As if nothing of the processor's list had ever been read. */
async function forgetNights(pool: pg.Pool): Promise<void> {
  await unguarded(pool, [
    'truncate processor_movements, reconciliation_differences, reconciliation_runs',
    "delete from processor_cursors where list = 'movements'",
    "delete from postings p using journal j where j.id = p.journal_id and j.kind = 'fee'",
    "delete from journal where kind = 'fee'",
    "delete from outbox where kind = 'billing.differences'",
  ]);
}

/** The charges are as old as the processor's lines. */
async function ageCopies(pool: pg.Pool): Promise<void> {
  await unguarded(pool, [
    // The copies were given a kind of their own each.
    "update journal set kind = split_part(kind, '-', 1)",
    `update journal set at = now() - interval '${DAYS_AGO} days'`,
  ]);
}

async function loseCharges(pool: pg.Pool, count: number): Promise<void> {
  await unguarded(pool, [
    `update journal set ref = ref || '${LOST}' where id in
      (select id from journal where kind = 'charge' order by id desc limit ${count})`,
  ]);
}

async function findCharges(pool: pg.Pool): Promise<void> {
  await unguarded(pool, [`update journal set ref = replace(ref, '${LOST}', '') where ref like '%${LOST}'`]);
}

async function checkCompared(pool: pg.Pool, isEqual: boolean): Promise<void> {
  const { rows } = await pool.query<{ is_whole: boolean; open_count: number }>(
    'select is_whole, open_count from reconciliation_runs order by id desc limit 1',
  );
  const [run] = rows;
  if (!run?.is_whole) throw new Error('the books were not compared');
  if ((run.open_count === 0) !== isEqual) throw new Error(`there are ${run.open_count} differences`);
}
