/**
 * What the collection of due payments costs: seconds, CPU of the portal and of PostgreSQL for a payment, and
 * the most memory of the portal, when its own job collects so many that fall due on one day, through the
 * sandbox or over HTTP from a simulated Stripe in a process of its own; beside a bare-SQL bound, the same
 * rows written by prepared statements to the same server in the same run, with the commits that one payment
 * alone has. Then what the job costs when nothing is due but payments wait, and the notices of expiring
 * cards. Mails are not made meanwhile. Payments are copies of one that was bought over HTTP.
 * Run: npm run bench:collect -- [--payments 1000,10000] [--waiting 2000] [--bound 2000]
 *   [--processor sandbox,stripe] [--limit 1000: as many questions a second, for the cost without the wait]
 */
import type pg from 'pg';
import { openDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { LIMITS_OF_MODE } from '#platform/payments/stripe/limiter.ts';
import { checkoutByCard, findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { databaseUrlOf, serverPidOf, vaultOf } from '#tests/support/portal/data-folder-database.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';
import { readKeys, type TableKeys } from './checkout/keys.ts';
import { recordWrites, type Write } from './checkout/record-writes.ts';
import { planReplay, replay } from './checkout/replay-writes.ts';
import { type Account, buyAtStripe, copyAtStripe, withPortalAtStripe } from './collect/at-stripe.ts';
import { HEAD, measure, print } from './collect/measure.ts';
import { jobsOf, runJob } from './collect/run-job.ts';
import { copiedId, multiplyOrder, readOrderRows, type OrderRows } from './growth/multiply-order.ts';
import { withPortal } from './with-portal.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: {
    payments: { type: 'string', default: '1000,10000' },
    waiting: { type: 'string', default: '2000' },
    bound: { type: 'string', default: '2000' },
    processor: { type: 'string', default: 'sandbox' },
    limit: { type: 'string', default: String(LIMITS_OF_MODE.test.overall) },
  },
});
const sizes = flags.payments.split(',').map(Number);
const waiting = Number(flags.waiting);
const boundPayments = Number(flags.bound);
const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

// As many as the portal collects side by side.
const BOUND_WRITERS = 8;
const DUE_TODAY = 'current_date - 1';
const WAITS = 'current_date + 50';
const DUE_LATER = 'current_date + 100';
// Collected before anything is recorded, as the first statements of a kind are slower.
const ALONE = 100;

const NO_MAILS = `
  create function bench_no_mails() returns trigger language plpgsql as
    $f$ begin new.sent_at = now(); return new; end $f$;
  create trigger bench_no_mails before insert on outbox for each row execute function bench_no_mails()`;

for (const processor of flags.processor.split(',')) {
  if (processor === 'stripe') await withPortalAtStripe(bench, flags.limit);
  else await withPortal(bench);
}

async function bench(running: PortalProcess, dataDir: string, account?: Account): Promise<void> {
  const url = databaseUrlOf(dataDir);
  const { db, pool, close } = openDatabase(url, { log: silentLog(), maxConnections: BOUND_WRITERS });
  const boss = await jobsOf(url);
  const run = (job: string) => runJob(pool, boss, job);
  const measured = (pid: number, act: () => Promise<unknown>) =>
    measure({ portal: pid, serverPid: serverPidOf(dataDir) }, act);
  // The mails of what is collected would take longer than the collection.
  await pool.query(NO_MAILS);
  const copies = await prepareCopies(running, { db, pool, vault: await vaultOf(dataDir) }, account);
  const { plan, familyOf } = await planBound(pool, copies, run);
  const by = account ? ', Stripe' : ', sandbox';
  console.log(HEAD);
  for (const size of sizes) {
    await run('billing.poll-events');
    await copies.add(size, DUE_TODAY);
    const portal = await measured(running.pid, () => run('billing.collect'));
    await checkAllPaid(pool);
    print(`collected by the portal${by}`, size, portal);
    if (boundPayments === 0) continue;
    const { first, last } = await copies.add(Math.min(size, boundPayments), DUE_LATER);
    const write = (k: number) => replay(pool, plan, familyOf(k), String(k));
    const bound = await withoutPortal(running, () =>
      measured(process.pid, () => sideBySide(first, last, write)),
    );
    print(`written by bare SQL${by}`, last - first + 1, bound);
  }
  if (waiting > 0) {
    await copies.add(waiting, WAITS);
    await makeWait(pool);
    print('looked at while they wait', waiting, await measured(running.pid, () => run('billing.collect')));
    await copies.add(Math.max(...sizes), 'current_date + 20');
    const notices = await measured(running.pid, () => run('billing.expiry-notices'));
    print('asked for expiring cards', Math.max(...sizes), notices);
  }
  await boss.stop({ graceful: false });
  await close();
}

type Copies = {
  rows: OrderRows;
  keys: Map<string, TableKeys>;
  /** lets the later payment of so many copies more fall due on a day, and gives their numbers */
  add: (count: number, payOn: string) => Promise<{ first: number; last: number }>;
};

/** An order that is bought over HTTP and can be copied; the demo's payments are out of the way. */
async function prepareCopies(
  running: PortalProcess,
  { db, pool, vault }: Opened,
  account?: Account,
): Promise<Copies> {
  const buy = await buyer(running, account);
  const recorded = await recordWrites(pool, async () => {
    const [family] = await prepareFamilies({ db, vault }, 1);
    await buy(family!.student_id, family!.token);
  });
  const keys = await readKeys(pool);
  const rows = await readOrderRows(pool, { writes: recorded.flat(), keys });
  await pool.query("update payments set pay_on = current_date + 300 where status = 'scheduled'");
  // All at once: what the portal writes afterwards has ids behind those of every copy.
  const all = ALONE + 1 + sum(sizes.map((size) => size + Math.min(size, boundPayments))) + waiting;
  const to = all + Math.max(...sizes);
  await multiplyOrder(pool, { rows, keys, from: 1, to, payOn: DUE_LATER });
  if (account) await copyAtStripe(pool, account, to);
  let made = 0;
  const add = async (count: number, payOn: string) => {
    const first = made + 1;
    made += count;
    await pool.query(
      `update payments set pay_on = ${payOn} where status = 'scheduled' and id between $1 and $2`,
      [copiedId(rows, 'payments', 0, first), copiedId(rows, 'payments', 1, made)],
    );
    await pool.query('vacuum analyze payments');
    return { first, last: made };
  };
  return { rows, keys, add };
}

/** Records what the portal writes of one payment when it is the only one, for others to be written alike. */
async function planBound(pool: pg.Pool, { rows, keys, add }: Copies, run: (job: string) => Promise<void>) {
  await add(ALONE, DUE_TODAY);
  await run('billing.collect');
  // What the processor has to tell of them is written down by now.
  await run('billing.poll-events');
  const { last } = await add(1, DUE_TODAY);
  const recorded = withoutCopy(await recordWrites(pool, () => run('billing.collect')), last);
  const familyOf = (k: number) =>
    Object.fromEntries([
      ['payments', copiedId(rows, 'payments', 1, k)],
      ...['orders', 'payment_methods', 'users'].map((table) => [table, copiedId(rows, table, 0, k)]),
    ]);
  const written = recorded.flat().length;
  console.log(
    `One payment by card writes ${written} rows in ${recorded.length} transactions; fsync is on.\n`,
  );
  return { plan: planReplay(recorded, keys, familyOf(last)), familyOf };
}

/** Payments that were declined and wait for their next day, as in every run of the job until then. */
async function makeWait(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with waiting as (
      update payments set status = 'failed', next_try_on = current_date + 3, attempts = 1
        where status = 'scheduled' and pay_on = ${WAITS} returning id, order_id)
    insert into charge_attempts (payment_id, attempt_no, idem_key, payment_method_id, processor,
      principal_cents, surcharge_cents, surcharges, params, state, code, created_at, finished_at)
    select waiting.id, 1, 'bench-waiting-' || waiting.id, tried.payment_method_id, tried.processor,
      1, 0, '[]', tried.params, 'declined', 'insufficient_funds', now(), now()
    from waiting join payments paid on paid.order_id = waiting.order_id and paid.payment_number = 1
      join charge_attempts tried on tried.payment_id = paid.id`,
  );
}

/** The copied order's own number is taken off what is unique, so that each replay can put its own there. */
function withoutCopy(transactions: Write[][], k: number): Write[][] {
  const plain = JSON.stringify(transactions).replaceAll(`-${k}"`, '"');
  return JSON.parse(plain) as Write[][];
}

type Buy = (student_id: number, token: string) => Promise<void>;

async function buyer({ url }: PortalProcess, account?: Account): Promise<Buy> {
  const http = httpClient(url);
  const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  if (account) return (student_id, token) => buyAtStripe(url, { account, forSale }, { student_id, token });
  return async (student_id, token) => {
    const body = checkoutByCard(forSale, student_id, '4242424242424242');
    const { status, errors } = await http.call({ method: 'POST', path: '/order', token, body });
    if (status !== 200) throw new Error(`an order was answered with ${status}: ${errors.join(' ')}`);
    http.close();
  };
}

async function checkAllPaid(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ left: number }>(
    `select count(*)::int as left from payments where pay_on = ${DUE_TODAY} and paid_at is null`,
  );
  if (rows[0]?.left) throw new Error(`${rows[0].left} due payments were not collected`);
}

type Opened = Pick<ReturnType<typeof openDatabase>, 'db' | 'pool'> & { vault: Vault };

/** The portal stands still meanwhile. */
async function withoutPortal<T>({ pid }: PortalProcess, act: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGSTOP');
  try {
    return await act();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

async function sideBySide(first: number, last: number, write: (k: number) => Promise<void>): Promise<void> {
  let next = first;
  const writeOn = async () => {
    while (next <= last) await write(next++);
  };
  await Promise.all(Array.from({ length: BOUND_WRITERS }, writeOn));
}
