/**
 * What lists, reports and a family's pages cost as orders grow: milliseconds of one call over HTTP (p50 of
 * several, one after the other) and of PostgreSQL's CPU, at each number of orders, beside the bound that it
 * should keep. Orders are copies of one that was bought over HTTP, written straight into the tables; each has
 * two payments, or so many as are asked for, one a month. The portal's collection is stopped: it would take
 * up what is owed while the lists of it are read. Beside each call stands what bare Fastify takes for the
 * same bytes. `npm run bench:board` reads the seasons and a board of 200 routes at 5,000 orders (SE1.3).
 * Run: npm run bench:growth -- [--orders 1000,100000] [--payments 2] [--times 9] [--routes 0] [--reads a,b]
 */
import type pg from 'pg';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { withPortal } from './with-portal.ts';
import { openGrowingPortal } from './growth/growing-portal.ts';
import { bodyOf, measureBare, measureCall } from './growth/measure-call.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: {
    orders: { type: 'string', default: '1000,100000' },
    payments: { type: 'string', default: '2' },
    times: { type: 'string', default: '9' },
    routes: { type: 'string', default: '0' },
    reads: { type: 'string', default: '' },
  },
});
const sizes = flags.orders.split(',').map(Number);
const times = Number(flags.times);

type Who = 'staff' | 'family';
type Read = { name: string; who: Who; path: string; boundMs: number };

const READS: readonly Read[] = [
  { name: 'today', who: 'staff', path: '/admin/today', boundMs: 50 },
  { name: 'parents by name', who: 'staff', path: '/admin/parents', boundMs: 50 },
  { name: 'parents by due', who: 'staff', path: '/admin/parents?sort=due', boundMs: 50 },
  { name: 'parents, newest', who: 'staff', path: '/admin/parents?sort=newest', boundMs: 50 },
  { name: 'parents, a name', who: 'staff', path: '/admin/parents?search=lindq', boundMs: 50 },
  { name: 'parents, two words', who: 'staff', path: '/admin/parents?search=clara%20marsh', boundMs: 50 },
  { name: 'parents, a contract number', who: 'staff', path: '/admin/parents?search=HM-1', boundMs: 50 },
  { name: 'parents, a phone', who: 'staff', path: '/admin/parents?search=917-200-0042', boundMs: 50 },
  { name: 'parents, seven digits', who: 'staff', path: '/admin/parents?search=200-0042', boundMs: 50 },
  { name: 'parents, last four digits', who: 'staff', path: '/admin/parents?search=0042', boundMs: 50 },
  { name: 'search of a name', who: 'staff', path: '/admin/search?q=lindq', boundMs: 100 },
  { name: 'search of two words', who: 'staff', path: '/admin/search?q=clara%20marsh', boundMs: 100 },
  { name: 'search of two letters', who: 'staff', path: '/admin/search?q=cl', boundMs: 100 },
  { name: 'search of a contract number', who: 'staff', path: '/admin/search?q=HM-1', boundMs: 100 },
  { name: 'search of an order number', who: 'staff', path: '/admin/search?q=217', boundMs: 100 },
  { name: 'search of a phone', who: 'staff', path: '/admin/search?q=917-200-0042', boundMs: 100 },
  { name: 'search of four digits', who: 'staff', path: '/admin/search?q=0042', boundMs: 100 },
  { name: 'search of a route', who: 'staff', path: '/admin/search?q=round%20trip', boundMs: 100 },
  { name: 'owed', who: 'staff', path: '/admin/owed', boundMs: 50 },
  {
    name: 'owed of a school by parent',
    who: 'staff',
    path: '/admin/owed?school=hm&sort=parent',
    boundMs: 50,
  },
  { name: 'owed, a page of the file', who: 'staff', path: '/admin/owed?limit=200', boundMs: 100 },
  { name: 'overview', who: 'staff', path: '/admin/reports/overview', boundMs: 300 },
  { name: 'season report', who: 'staff', path: '/admin/reports/season', boundMs: 1000 },
  { name: 'ledger month', who: 'staff', path: '/admin/reports/ledger', boundMs: 1000 },
  { name: 'money', who: 'staff', path: '/admin/money', boundMs: 50 },
  { name: 'audit', who: 'staff', path: '/admin/audit', boundMs: 50 },
  { name: 'audit by actor', who: 'staff', path: '/admin/audit?actor=okafor', boundMs: 50 },
  { name: 'audit by subject', who: 'staff', path: '/admin/audit?subject=order', boundMs: 50 },
  { name: 'audit by action', who: 'staff', path: '/admin/audit?action=student.read', boundMs: 50 },
  { name: 'one parent', who: 'staff', path: '/admin/parents/:family', boundMs: 50 },
  { name: 'clock', who: 'staff', path: '/admin/clock', boundMs: 50 },
  { name: 'seasons', who: 'staff', path: '/admin/seasons', boundMs: 100 },
  { name: 'board', who: 'staff', path: '/admin/seasons/:season/board', boundMs: 100 },
  { name: 'health', who: 'staff', path: '/admin/health', boundMs: 50 },
  { name: 'students', who: 'family', path: '/student', boundMs: 10 },
  { name: 'orders', who: 'family', path: '/order', boundMs: 10 },
];

const wanted = flags.reads.split(',').filter(Boolean);
const reads = READS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

await withPortal(bench);

async function bench(running: PortalProcess, dataDir: string): Promise<void> {
  const portal = await openGrowingPortal(running, dataDir, {
    routes: Number(flags.routes),
    payments: Number(flags.payments),
  });
  const { pool, http, serverPid } = portal;
  console.log('| orders | payments | owed | read | kB | p50 ms | bound ms | bare ms | PostgreSQL CPU ms |');
  console.log('|--:|--:|--:|---|--:|--:|--:|--:|--:|');
  for (const orders of sizes) {
    await portal.growTo(orders);
    const { payments, owed } = await countPayments(pool);
    for (const read of reads) {
      const path = read.path
        .replace(':family', String(portal.user_id))
        .replace(':season', String(portal.season_id));
      const measuring = { token: portal.tokens[read.who], times, serverPid };
      const { p50Ms, serverMs } = await measureCall(http, { method: 'GET', path }, measuring);
      const body = await bodyOf(running.url, { method: 'GET', path }, measuring.token);
      const figures = [
        orders,
        payments,
        owed,
        read.name,
        (Buffer.byteLength(body) / 1000).toFixed(1),
        p50Ms.toFixed(1),
        read.boundMs,
        (await measureBare(body, measuring)).toFixed(1),
        serverMs.toFixed(1),
      ];
      console.log(`| ${figures.join(' | ')} |`);
    }
    const left = (await countPayments(pool)).owed;
    if (owed === 0 || left !== owed) throw new Error(`of ${owed} owed payments ${left} were left at the end`);
  }
  await portal.close();
}

/** How many there are, and of how many the day has passed. */
async function countPayments(pool: pg.Pool): Promise<{ payments: number; owed: number }> {
  const { rows } = await pool.query<{ payments: number; owed: number }>(
    `select count(*)::int as payments,
        (count(*) filter (where status = 'scheduled' and pay_on < current_date))::int as owed
      from payments`,
  );
  return rows[0]!;
}
