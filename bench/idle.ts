/**
 * What a portal at rest uses: milliseconds of CPU a second of the portal, all its threads, and of PostgreSQL,
 * transactions a second, and how much memory the portal holds. It runs as `npm start` runs it and has been
 * started before, so that the demo and its mails are made; nobody asks for anything meanwhile.
 * Run: npm run bench:idle -- [--seconds 60] [--settle 30]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrlOf, serverPidOf } from '#tests/support/portal/data-folder-database.ts';
import { startPortalProcess } from '#tests/support/portal/portal-process.ts';
import { cpuMsOfProcess, cpuMsOfServer } from './checkout/cpu-time.ts';
import { memoryOfProcess } from './start/memory-of.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: { seconds: { type: 'string', default: '60' }, settle: { type: 'string', default: '30' } },
});
const seconds = Number(flags.seconds);

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-bench-'));
// The database server runs as another user where the bench runs as root.
chmodSync(dataDir, 0o755);
const start = () => startPortalProcess(dataDir, { script: 'scripts/start.js' });
try {
  const first = await start();
  const mailsWait = 'select 1 from outbox where sent_at is null limit 1';
  while ((await query(mailsWait)).length > 0) await sleep(1_000);
  await first.stop();
  const portal = await start();
  try {
    // What the start has left to do is done before.
    await sleep(Number(flags.settle) * 1000);
    await rest(portal.pid, serverPidOf(dataDir));
  } finally {
    await portal.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function rest(pid: number, serverPid: number): Promise<void> {
  const transactionsSoFar = async () => {
    const [row] = await query(
      'select xact_commit as so_far from pg_stat_database where datname = current_database()',
    );
    return Number(row?.so_far);
  };
  const used = async () => ({
    portal: cpuMsOfProcess(pid),
    server: cpuMsOfServer(serverPid),
    transactions: await transactionsSoFar(),
  });
  const before = await used();
  await sleep(seconds * 1000);
  const after = await used();
  const perSecond = (of: keyof typeof after) => ((after[of] - before[of]) / seconds).toFixed(1);
  console.log('| at rest | |\n|---|--:|');
  console.log(`| CPU of the portal, ms a second | ${perSecond('portal')} |`);
  console.log(`| CPU of PostgreSQL, ms a second | ${perSecond('server')} |`);
  console.log(`| transactions a second | ${perSecond('transactions')} |`);
  console.log(`| resident memory of the portal, MiB | ${memoryOfProcess(pid).toFixed(0)} |`);
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrlOf(dataDir) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
