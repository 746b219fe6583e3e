/**
 * How long a start takes, and how much memory the portal holds: seconds from the spawn of what `npm start`
 * runs to the first answer of /api/health (built, on an embedded database that was stopped in order), MiB at
 * rest and after orders; beside a bare server of Fastify and pg on the same database in the same run.
 * Run: npm run bench:start -- [--times 5] [--orders 1000]
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { checkoutByCard, findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { databaseUrlOf, serverPidOf, vaultOf } from '#tests/support/portal/data-folder-database.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';
import { cpuMsOfProcess } from './checkout/cpu-time.ts';
import { runLoad } from './checkout/run-load.ts';
import { memoryOfProcess, memoryOfServer } from './start/memory-of.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: { times: { type: 'string', default: '5' }, orders: { type: 'string', default: '1000' } },
});
const times = Number(flags.times);
const orders = Number(flags.orders);

const CUSTOMERS = 16;
const REST_MS = 10_000;

type Start = { seconds: number; cpuMs: number };

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-bench-'));
// The database server runs as another user where the bench runs as root.
chmodSync(dataDir, 0o755);
try {
  await bench();
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function bench(): Promise<void> {
  // The first start may build the pages; it makes the database and fills the demo.
  await (await startPortalProcess(dataDir, { script: 'scripts/start.js' })).stop();
  const starts: Start[] = [];
  for (let n = 1; n < times; n++) {
    const { portal, start } = await startTimed();
    starts.push(start);
    await portal.stop();
  }
  const { portal, start } = await startTimed();
  starts.push(start);
  const bare = [] as Start[];
  for (let n = 0; n < times; n++) bare.push(await bareStart());
  const seconds = (list: Start[]) => median(list.map((each) => each.seconds)).toFixed(2);
  const cpu = (list: Start[]) => median(list.map((each) => each.cpuMs)).toFixed(0);
  console.log('| start to healthy | s | CPU ms |\n|---|--:|--:|');
  console.log(`| portal with its embedded database | ${seconds(starts)} | ${cpu(starts)} |`);
  console.log(`| bare Fastify and pg, database running | ${seconds(bare)} | ${cpu(bare)} |\n`);

  await sleep(REST_MS);
  const memory = () => [memoryOfProcess(portal.pid), memoryOfServer(serverPidOf(dataDir))];
  console.log('| memory MiB | portal | PostgreSQL |\n|---|--:|--:|');
  printMemory('at rest', memory());
  await buy(portal);
  await sleep(REST_MS);
  printMemory(`after ${orders} orders`, memory());
  await portal.stop();
}

function printMemory(when: string, mib: number[]): void {
  console.log(`| ${[when, ...mib.map((value) => value.toFixed(0))].join(' | ')} |`);
}

async function startTimed(): Promise<{ portal: PortalProcess; start: Start }> {
  const before = performance.now();
  const portal = await startPortalProcess(dataDir, { script: 'scripts/start.js' });
  await answered(`${portal.url}/api/health`);
  const seconds = (performance.now() - before) / 1000;
  return { portal, start: { seconds, cpuMs: cpuMsOfProcess(portal.pid) } };
}

async function bareStart(): Promise<Start> {
  const before = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start/bare-server.ts')], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrlOf(dataDir) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  await answered(`${/http:\S+/.exec(String(line))?.[0]}/health`);
  const seconds = (performance.now() - before) / 1000;
  const start = { seconds, cpuMs: cpuMsOfProcess(child.pid as number) };
  child.kill();
  await once(child, 'exit');
  return start;
}

async function answered(url: string): Promise<void> {
  while ((await fetch(url).catch(() => undefined))?.status !== 200) await sleep(5);
}

async function buy({ url }: PortalProcess): Promise<void> {
  const { db, close } = openDatabase(databaseUrlOf(dataDir), { log: silentLog(), maxConnections: 2 });
  const http = httpClient(url);
  const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  const families = await prepareFamilies({ db, vault: await vaultOf(dataDir) }, orders);
  await runLoad({ customers: CUSTOMERS, seconds: Infinity, families }, async ({ student_id, token }) => {
    const body = checkoutByCard(forSale, student_id, '4242424242424242');
    const { status, errors } = await http.call({ method: 'POST', path: '/order', token, body });
    if (status !== 200) throw new Error(`an order was answered with ${status}: ${errors.join(' ')}`);
  });
  http.close();
  await close();
}
