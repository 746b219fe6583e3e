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
import { readKeys } from '../checkout/keys.ts';
import { recordWrites } from '../checkout/record-writes.ts';
import { givePhones } from './give-phones.ts';
import { multiplyOrder, readOrderRows } from './multiply-order.ts';
import { sealCopies } from './seal-copies.ts';

/** A portal with one order that was bought over HTTP, and as many copies as are asked for. */
export type GrowingPortal = {
  pool: pg.Pool;
  http: HttpClient;
  serverPid: number;
  tokens: Record<'staff' | 'family', string>;
  user_id: number;
  student_id: number;
  season_id: number;
  growTo(orders: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * The collection of the portal is stopped.
 * @param options.routes    more routes in the program of the order
 * @param options.payments  of each order, one a month
 */
export async function openGrowingPortal(
  { url }: PortalProcess,
  dataDir: string,
  options: { routes: number; payments: number },
): Promise<GrowingPortal> {
  const { db, pool, close } = openDatabase(databaseUrlOf(dataDir), { log: silentLog(), maxConnections: 2 });
  const vault = await vaultOf(dataDir);
  const http = httpClient(url);
  const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  let family = { token: '', user_id: 0, student_id: 0 };
  const recorded = await recordWrites(pool, async () => {
    [family = family] = await prepareFamilies({ db, vault }, 1);
    const { token, student_id } = family;
    const body = checkoutByCard(forSale, student_id, '4242424242424242');
    const { status, errors } = await http.call({ method: 'POST', path: '/order', token, body });
    if (status !== 200) throw new Error(`an order was answered with ${status}: ${errors.join(' ')}`);
  });
  const { token, user_id, student_id } = family;
  const keys = await readKeys(pool);
  await pool.query('update outbox set sent_at = now() where sent_at is null');
  const rows = await readOrderRows(pool, { writes: recorded.flat(), keys });
  await stopCollection(pool);
  const season_id = await addRoutes(pool, forSale.route_id, options.routes);
  let had = 0;
  return {
    pool,
    http,
    serverPid: serverPidOf(dataDir),
    tokens: { staff: await signInStaff(db), family: token },
    user_id,
    student_id,
    season_id,
    async growTo(orders) {
      await multiplyOrder(pool, { rows, keys, from: had + 1, to: orders });
      await sealCopies(pool, vault, student_id);
      await givePhones(pool, vault);
      await addPayments(pool, options.payments);
      had = orders;
    },
    async close() {
      http.close();
      await close();
    },
  };
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

/** Gives every order the payments that it lacks, each a month after the one before. */
async function addPayments(pool: pg.Pool, payments: number): Promise<void> {
  await pool.query(
    `insert into payments (order_id, payment_number, amount_cents, pay_on, status)
      select order_id, 2 + month, amount_cents, pay_on + 30 * month, status
      from payments, generate_series(1, $1::int - 2) month
      where payment_number = 2 and status = 'scheduled' on conflict (order_id, payment_number) do nothing`,
    [payments],
  );
  await pool.query('vacuum analyze payments');
}

/** The stop that three refused requests make, which stands until staff release it. */
async function stopCollection(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into collection_stops (stopped_at, charge_attempt_id) select now(), max(id) from charge_attempts`,
  );
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
