/**
 * What the portal takes for an order: orders a second, waiting times and CPU, at several numbers of customers
 * who buy side by side; each beside two bounds on the same server in the same run: the floor, Fastify and pg
 * with a session look-up and the rows of an order in one transaction, and bare SQL, the same rows in the same
 * transactions. docs/operations.md says how to read it.
 * Run: npm run bench:checkout -- [--customers 1,16,64] [--seconds 8] [--without-mails] [--statements]
 *   [--child] [--profile FOLDER]
 * With --child each family registers another child first, and the order is that child's; the bounds write an
 * order alone.
 * With --statements PostgreSQL says what each statement costs it, which costs something too. The folder gets
 * a CPU profile of the portal, its start and the warm-up included.
 */
import type pg from 'pg';
import { openDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import {
  checkoutByCard,
  findForSale,
  HM_LOWER_TWO_PAYMENTS,
  type ForSale,
} from '#tests/support/forms/checkout-body.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { httpClient, type HttpClient } from '#tests/support/portal/http-client.ts';
import { databaseUrlOf, serverPidOf, vaultOf } from '#tests/support/portal/data-folder-database.ts';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies, type PreparedFamily } from '#tests/support/portal/prepared-families.ts';
import { startBareProcess } from './bare-process.ts';
import { withPortal } from './with-portal.ts';
import { cpuMsOfProcess, cpuMsOfServer } from './checkout/cpu-time.ts';
import { readKeys } from './checkout/keys.ts';
import { inOneTransaction } from './checkout/plan-floor.ts';
import { recordWrites, type Write } from './checkout/record-writes.ts';
import { planReplay, replay, type Replay } from './checkout/replay-writes.ts';
import { runLoad, type Load } from './checkout/run-load.ts';
import {
  countStatementsFromNextStart,
  forgetStatements,
  printStatementCosts,
} from './checkout/statement-costs.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: {
    customers: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '8' },
    'without-mails': { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
    child: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const levels = flags.customers.split(',').map(Number);
const seconds = Number(flags.seconds);

// As many connections as the portal may use for checkouts: its own 8 and the sandbox's 5.
const BOUND_CONNECTIONS = 13;
// V8 compiles the path of an order for as long as some 2,000 of them take.
const WARM_UP = 2_000;
/** So many orders plan the statements of every connection. */
const PLANNING = 300;

/**
 * The goals of docs/performance.md, as parts of the floor. Those of CPU and p99 were set on a machine whose
 * floor had a p99 of 194 ms (64 customers) and took 0.38 and 0.79 ms of CPU for an order.
 */
const GOALS_OF_FLOOR = {
  perSecond: 0.5,
  p99Ms: 500 / 194,
  writerCpuMs: 2.5 / 0.38,
  serverCpuMs: 2.5 / 0.79,
};

/** Orders are the same, but nothing gets into the outbox. */
const NO_MAILS = `
  create function no_mail() returns trigger language plpgsql as 'begin return null; end';
  create trigger no_mails before insert on outbox for each row execute function no_mail()`;

type Measured = Load & { writerCpuMs: number; serverCpuMs: number };

const idsOf = ({ user_id, student_id }: PreparedFamily) => ({ users: user_id, students: student_id });
const ownCpuMs = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

const nodeArgs = flags.profile ? ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`] : [];

await withPortal(bench, {
  nodeArgs,
  ...(flags.statements && { prepare: countStatementsFromNextStart }),
});

async function bench(running: PortalProcess, dataDir: string): Promise<void> {
  const { db, pool, close } = openDatabase(databaseUrlOf(dataDir), {
    log: silentLog(),
    maxConnections: BOUND_CONNECTIONS,
  });
  const vault = await vaultOf(dataDir);
  if (flags['without-mails']) await pool.query(NO_MAILS);
  const serverPid = serverPidOf(dataDir);
  const http = httpClient(running.url);
  const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  const buy = (family: PreparedFamily) => buyByCard(http, forSale, family);
  await runLoad({ customers: 16, seconds: 60, families: await prepareFamilies({ db, vault }, WARM_UP) }, buy);
  const writes = await recordOneOrder(pool, await prepareFamilies({ db, vault }, 1), buy);
  const keys = await readKeys(pool);
  const plan = planReplay(writes.transactions, keys, writes.family);
  await checkSameRows(pool, writes.transactions, plan, await prepareFamilies({ db, vault }, 1));
  const written = inOneTransaction(writes.transactions, keys);
  const floorPlan = planReplay(written, keys, writes.family);
  const DATABASE_URL = databaseUrlOf(dataDir);
  const floor = await startBareProcess('checkout/floor-server.ts', floorPlan, { DATABASE_URL });
  const floorHttp = httpClient(floor.url);
  const buyAtFloor = (family: PreparedFamily) => buyByCard(floorHttp, forSale, family);
  const warming = await prepareFamilies({ db, vault }, WARM_UP);
  await withoutPortal(pool, running, () =>
    runLoad({ customers: 16, seconds: 60, families: warming }, buyAtFloor),
  );
  printHeader(writes.transactions, written);
  for (const customers of levels) {
    const load = async (most: number) => ({
      customers,
      seconds,
      families: await prepareFamilies({ db, vault }, seconds * most),
    });
    const ofPortal = () => cpuMsOfProcess(running.pid);
    const buyBare = (family: PreparedFamily) =>
      replay(pool, plan, idsOf(family), `${customers}-${family.user_id}`);
    const sold = await load(600);
    const loads = [await load(1200), await load(1200)] as const;
    // So many families are otherwise registered in weeks; PostgreSQL would tidy up after them meanwhile.
    await pool.query('vacuum analyze');
    await pool.query('checkpoint');
    const rest = await planAnew(sold, buyerOf(http, forSale));
    if (flags.statements) await forgetStatements(pool);
    const portalRun = await measure(serverPid, ofPortal, rest, buyerOf(http, forSale));
    if (flags.statements) await printStatementCosts(pool, portalRun.orders);
    const [floorRun, bareRun] = await withoutPortal(pool, running, async () => [
      await measure(
        serverPid,
        () => cpuMsOfProcess(floor.pid),
        await planAnew(loads[0], buyAtFloor),
        buyAtFloor,
      ),
      await measure(serverPid, ownCpuMs, await planAnew(loads[1], buyBare), buyBare),
    ]);
    printLevel(customers, portalRun, { floor: floorRun, 'bare SQL': bareRun });
  }
  floorHttp.close();
  floor.stop();
  http.close();
  await close();
}

async function buyByCard(
  http: HttpClient,
  forSale: ForSale,
  { student_id, token }: PreparedFamily,
): Promise<void> {
  const body = checkoutByCard(forSale, student_id, '4242424242424242');
  const { status, errors } = await http.call({
    method: 'POST',
    path: '/order',
    token,
    body,
    headers: { 'idempotency-key': `bench-order-${student_id}` },
  });
  if (status !== 200) throw new Error(`an order was answered with ${status}: ${errors.join(' ')}`);
}

/** An order, with --child for a child that is registered before. */
function buyerOf(http: HttpClient, forSale: ForSale): (family: PreparedFamily) => Promise<void> {
  return async (family) => buyByCard(http, forSale, flags.child ? await withNewChild(http, family) : family);
}

/** The family with the child that it registers now. */
async function withNewChild(http: HttpClient, family: PreparedFamily): Promise<PreparedFamily> {
  const { status, items, errors } = await http.call({
    method: 'POST',
    path: '/student',
    token: family.token,
    body: aStudentForm({ last_name: `Okafor ${family.user_id}` }),
  });
  if (status !== 200) throw new Error(`a child was answered with ${status}: ${errors.join(' ')}`);
  return { ...family, student_id: (items as [{ id: number }])[0].id };
}

type Recorded = { transactions: Write[][]; family: Record<string, unknown> };

async function recordOneOrder(
  pool: pg.Pool,
  [family]: PreparedFamily[],
  buy: (family: PreparedFamily) => Promise<void>,
): Promise<Recorded> {
  if (!family) throw new Error('there is no family to buy');
  return { transactions: await recordWrites(pool, () => buy(family)), family: idsOf(family) };
}

/** The bound is worth nothing unless it writes what an order writes. */
async function checkSameRows(
  pool: pg.Pool,
  recorded: Write[][],
  plan: Replay,
  [family]: PreparedFamily[],
): Promise<void> {
  const again = await recordWrites(pool, () => replay(pool, plan, idsOf(family as PreparedFamily), 'check'));
  const inOrder = (transactions: Write[][]) =>
    transactions.map((writes) => writes.map(({ table, op }) => `${op} ${table}`).join()).join('\n');
  if (inOrder(again) !== inOrder(recorded))
    throw new Error(
      `the bound writes other rows than an order:\n${inOrder(recorded)}\n--\n${inOrder(again)}`,
    );
}

/**
 * Lets the first families buy, as every connection plans its statements anew after tables were analyzed.
 * @returns the load without them
 */
async function planAnew(...[load, buy]: Parameters<typeof runLoad>): Promise<typeof load> {
  await runLoad({ ...load, families: load.families.slice(0, PLANNING) }, buy);
  return { ...load, families: load.families.slice(PLANNING) };
}

async function measure(
  serverPid: number,
  writerCpuMs: () => number,
  ...[load, buy]: Parameters<typeof runLoad>
): Promise<Measured> {
  const before = { writer: writerCpuMs(), server: cpuMsOfServer(serverPid) };
  const result = await runLoad(load, buy);
  return {
    ...result,
    writerCpuMs: (writerCpuMs() - before.writer) / result.orders,
    serverCpuMs: (cpuMsOfServer(serverPid) - before.server) / result.orders,
  };
}

/** The portal stands still meanwhile, and never mails about orders that the bound has written. */
async function withoutPortal<T>(pool: pg.Pool, { pid }: PortalProcess, act: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGSTOP');
  try {
    return await act();
  } finally {
    await pool.query('update outbox set sent_at = now() where sent_at is null');
    process.kill(pid, 'SIGCONT');
  }
}

function printHeader(transactions: Write[][], atFloor: Write[][]): void {
  const rows = transactions.flat();
  const tables = new Set(rows.map(({ table }) => table)).size;
  console.log(
    `One order by card writes ${rows.length} rows in ${tables} tables in ` +
      `${transactions.length} transactions, at the floor ${atFloor.flat().length} in one; fsync is on.\n`,
  );
  console.log(
    '| customers | who | orders/s | p50 ms | p99 ms | slowest/median | ' +
      'writer CPU ms/order | PostgreSQL CPU ms/order | portal/this |',
  );
  console.log('|--:|---|--:|--:|--:|--:|--:|--:|--:|');
}

type Bounds = Record<'floor' | 'bare SQL', Measured>;

function printLevel(customers: number, portalRun: Measured, bounds: Bounds): void {
  for (const [who, m] of Object.entries({ portal: portalRun, ...bounds })) {
    const times = [m.perSecond, m.p50Ms, m.p99Ms, m.slowestMs / m.p50Ms].map((value) => value.toFixed(1));
    const cpu = [m.writerCpuMs, m.serverCpuMs].map((value) => value.toFixed(2));
    const ratio = (portalRun.perSecond / m.perSecond).toFixed(2);
    console.log(`| ${[customers, who, ...times, ...cpu, ratio].join(' | ')} |`);
  }
  const goal = (name: keyof typeof GOALS_OF_FLOOR, digits: number) =>
    (bounds.floor[name] * GOALS_OF_FLOOR[name]).toFixed(digits);
  const p99 = customers === 64 ? goal('p99Ms', 1) : '';
  const figures = [goal('perSecond', 1), '', p99, 4, goal('writerCpuMs', 2), goal('serverCpuMs', 2), ''];
  console.log(`| ${[customers, 'goal beside this floor', ...figures].join(' | ')} |`);
}
