/**
 * What lists, reports and a family's pages cost as orders grow: milliseconds of one call over HTTP (p50 of
 * several, one after the other) and of PostgreSQL's CPU, at each number of orders, beside the bound that it
 * should keep. Orders are copies of one that was bought over HTTP, written straight into the tables; each has
 * two payments, or so many as are asked for, one a month. The portal's collection is stopped: it would take
 * up what is owed while the lists of it are read. Beside each call stands what bare Fastify takes for the
 * same bytes. `npm run bench:board` reads the seasons and a board of 200 routes at 5,000 orders (SE1.3).
 * Run: npm run bench:growth -- [--orders 1000,100000] [--payments 2] [--times 9] [--routes 0] [--reads a,b]
 */
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { users } from '#db/tables/accounts/accounts.ts';
import { staff } from '#db/demo/people.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { checkoutByCard, findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { databaseUrlOf, serverPidOf, vaultOf } from '#tests/support/portal/data-folder-database.ts';
import { httpClient, type HttpClient } from '#tests/support/portal/http-client.ts';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies, signIn } from '#tests/support/portal/prepared-families.ts';
import { withPortal } from './with-portal.ts';
import { cpuMsOfServer } from './checkout/cpu-time.ts';
import { readKeys } from './checkout/keys.ts';
import { recordWrites, type Write } from './checkout/record-writes.ts';
import { startBareProcess } from './bare-process.ts';
import type { BareAnswer } from './reads.ts';
import { givePhones } from './growth/give-phones.ts';
import { multiplyOrder, readOrderRows } from './growth/multiply-order.ts';
import { sealCopies } from './growth/seal-copies.ts';
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
const paymentsOfOrder = Number(flags.payments);

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
  const { db, pool, close } = openDatabase(databaseUrlOf(dataDir), { log: silentLog(), maxConnections: 2 });
  const vault = await vaultOf(dataDir);
  const serverPid = serverPidOf(dataDir);
  const http = httpClient(running.url);
  const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  const writes: Write[] = [];
  let token = '';
  let user_id = 0;
  let student_id = 0;
  const recorded = await recordWrites(pool, async () => {
    const [family] = await prepareFamilies({ db, vault }, 1);
    if (!family) throw new Error('there is no family to buy');
    ({ token, user_id, student_id } = family);
    const body = checkoutByCard(forSale, family.student_id, '4242424242424242');
    const { status, errors } = await http.call({ method: 'POST', path: '/order', token, body });
    if (status !== 200) throw new Error(`an order was answered with ${status}: ${errors.join(' ')}`);
  });
  writes.push(...recorded.flat());
  const keys = await readKeys(pool);
  await pool.query('update outbox set sent_at = now() where sent_at is null');
  const rows = await readOrderRows(pool, { writes, keys });
  await stopCollection(pool);
  const tokens: Record<Who, string> = { staff: await signInStaff(db), family: token };
  const season = await addRoutes(pool, forSale.route_id, Number(flags.routes));

  console.log('| orders | payments | owed | read | kB | p50 ms | bound ms | bare ms | PostgreSQL CPU ms |');
  console.log('|--:|--:|--:|---|--:|--:|--:|--:|--:|');
  let had = 0;
  for (const orders of sizes) {
    await multiplyOrder(pool, { rows, keys, from: had + 1, to: orders });
    await sealCopies(pool, vault, student_id);
    await givePhones(pool, vault);
    await addPayments(pool);
    had = orders;
    const { payments, owed } = await countPayments(pool);
    for (const read of reads) {
      const path = read.path.replace(':family', String(user_id)).replace(':season', String(season));
      const { p50Ms, serverMs } = await measure(http, path, tokens[read.who], serverPid);
      const body = await bodyOf(running.url, path, tokens[read.who]);
      const figures = [
        orders,
        payments,
        owed,
        read.name,
        (Buffer.byteLength(body) / 1000).toFixed(1),
        p50Ms.toFixed(1),
        read.boundMs,
        (await measureBare(body, serverPid)).toFixed(1),
        serverMs.toFixed(1),
      ];
      console.log(`| ${figures.join(' | ')} |`);
    }
    const left = (await countPayments(pool)).owed;
    if (owed === 0 || left !== owed) throw new Error(`of ${owed} owed payments ${left} were left at the end`);
  }
  http.close();
  await close();
}

/**
 * Gives the program of a route more routes with the same terms, add-ons and discounts.
 * @returns the season
 */
async function addRoutes(pool: pg.Pool, route_id: number, n: number): Promise<number> {
  await pool.query(
    `with added as (insert into routes (period_program_id, name, has_pickup_location, has_surge_pricing,
          capacity, position)
        select period_program_id, name || ' ' || n, has_pickup_location, has_surge_pricing, 60, n
        from routes, generate_series(1, $2::int) n where id = $1 returning id),
      terms as (insert into payment_terms (route_id, name, identifier, payment_term_type_id, from_dt,
          thru_dt, deposit_cents, amount_cents, number_payments, scheduled_dt, is_admin_only)
        select added.id, name, identifier, payment_term_type_id, from_dt, thru_dt, deposit_cents,
          amount_cents, number_payments, scheduled_dt, is_admin_only
        from payment_terms, added where route_id = $1),
      extras as (insert into addons (route_id, name, text, amount_cents, is_admin_only, position)
        select added.id, name, text, amount_cents, is_admin_only, position
        from addons, added where route_id = $1)
    insert into route_discounts (route_id, text, is_sibling_discount, amount_flat_cents,
        amount_percentage_milli_percent)
      select added.id, text, is_sibling_discount, amount_flat_cents, amount_percentage_milli_percent
      from route_discounts, added where route_id = $1`,
    [route_id, n],
  );
  const { rows } = await pool.query<{ period_id: number }>(
    `select period_id from period_programs sold join routes r on r.period_program_id = sold.id
      where r.id = $1`,
    [route_id],
  );
  return rows[0]!.period_id;
}

async function bodyOf(url: string, path: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return answer.text();
}

/** The same bytes from bare Fastify, in milliseconds of a call. */
async function measureBare(body: string, serverPid: number): Promise<number> {
  const answer: BareAnswer = { path: '/api/bare', type: 'application/json', body };
  const bare = await startBareProcess('reads/bare-pages.ts', [answer]);
  const http = httpClient(bare.url);
  try {
    return (await measure(http, '/bare', '', serverPid)).p50Ms;
  } finally {
    http.close();
    bare.stop();
  }
}

/** Gives every order the payments that it lacks, each a month after the one before. */
async function addPayments(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into payments (order_id, payment_number, amount_cents, pay_on, status)
      select order_id, 2 + month, amount_cents, pay_on + 30 * month, status
      from payments, generate_series(1, $1::int - 2) month
      where payment_number = 2 and status = 'scheduled' on conflict (order_id, payment_number) do nothing`,
    [paymentsOfOrder],
  );
  await pool.query('vacuum analyze payments');
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

/** The stop that three refused requests make, which stands until staff release it. */
async function stopCollection(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into collection_stops (stopped_at, charge_attempt_id) select now(), max(id) from charge_attempts`,
  );
}

async function measure(
  http: HttpClient,
  path: string,
  token: string,
  serverPid: number,
): Promise<{ p50Ms: number; serverMs: number }> {
  await http.call({ method: 'GET', path, token });
  const took: number[] = [];
  const before = cpuMsOfServer(serverPid);
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    const { status, errors } = await http.call({ method: 'GET', path, token });
    took.push(performance.now() - start);
    if (status !== 200) throw new Error(`GET ${path} was answered with ${status}: ${errors.join(' ')}`);
  }
  took.sort((a, b) => a - b);
  return { p50Ms: took[Math.floor(times / 2)] ?? 0, serverMs: (cpuMsOfServer(serverPid) - before) / times };
}

/** A session of the demo's super admin, written straight into the tables. */
async function signInStaff(db: Database): Promise<string> {
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, staff[0]?.email ?? ''));
  if (!person) throw new Error('the demo has no staff');
  const [signedIn] = await signIn(db, [person.id], new Date());
  return signedIn!.token;
}
