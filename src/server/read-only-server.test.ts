import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';

let shop: SeasonApp;
let name: string;

beforeAll(async () => {
  shop = await openSeasonApp();
  name = new URL(shop.context.database.url).pathname.slice(1);
});
afterAll(() => shop.close());

/** New connections are read-only, as on a replica; existing connections stay unchanged. */
const connectToReplica = () =>
  shop.context.database.onServer(`alter database ${name} set default_transaction_read_only = on`);
const connectToPrimary = () =>
  shop.context.database.onServer(`alter database ${name} reset default_transaction_read_only`);
const loseConnections = () =>
  shop.context.database.onServer(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
const readsOnly = async () => {
  const { rows } = await shop.context.db.execute<{ is: string }>(
    sql`select current_setting('transaction_read_only') as is`,
  );
  return rows[0]!.is;
};

/** @shows H20.6 */
it('an order sent to a replica is answered with try again, which then reaches the new server', async () => {
  const buyer = await aBuyer(shop.app);
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const order = { contract: aContract(buyer, offer, 'HML-RT-S2'), payment: aCard() };
  const key = randomUUID();
  await connectToReplica();
  await loseConnections();
  // The pool notices the loss without help.
  await expect.poll(readsOnly).toBe('on');
  await connectToPrimary();
  const headers = { authorization: `Bearer ${buyer.tokens.access_token}`, 'idempotency-key': key };
  const refused = await shop.app.inject({ method: 'POST', url: '/api/order', payload: order, headers });
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
    503,
    '2',
    'no-store',
  ]);
  // The read-only connection is closed: the same press reaches a writing server.
  expect(await readsOnly()).toBe('off');
  const again = await checkOut(shop.app, buyer, order, key);
  expect([again.status, again.errors]).toEqual([200, []]);
  const same = await checkOut(shop.app, buyer, order, key);
  expect(same.items[0].id).toBe(again.items[0].id);
  const { rows } = await shop.context.db.execute(sql`select count(*)::int as n from charge_attempts`);
  expect(rows).toEqual([{ n: 1 }]);
  expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
});

/** @shows H20.6 */
it('a statement outside of a transaction leaves its connection to a replica too', async () => {
  await connectToReplica();
  await loseConnections();
  await expect.poll(readsOnly).toBe('on');
  await connectToPrimary();
  const { db } = shop.context;
  await expect(db.execute(sql`update routes set name = name`)).rejects.toThrow();
  expect(await readsOnly()).toBe('off');
  // A transaction declared read only keeps the connection.
  const [{ pid } = { pid: 0 }] = (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))
    .rows;
  await db.transaction((tx) => tx.execute(sql`select 1`), { accessMode: 'read only' });
  expect((await db.execute(sql`select pg_backend_pid() as pid`)).rows).toEqual([{ pid }]);
});
