import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { PAYMENT_STATES, STUCK } from '#modules/billing/payment.states.ts';
import { aPendingOrder } from '#tests/support/billing/pending-order.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { listPerhapsDue, perhapsDue } from './collection.queries.ts';

const TODAY = plainDate('2026-06-19');
const PAID = 20_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { order_id } = await aPendingOrder(database.db);
  await database.db.execute(sql`update orders set status = 'active' where id = ${order_id}`);
  await database.db.execute(sql`insert into payments (order_id, payment_number, amount_cents, pay_on, status)
    select ${order_id}, n, 100, '2026-04-10'::date + n % 60, 'paid' from generate_series(1, ${PAID}::int) n`);
  for (const [at, state] of PAYMENT_STATES.entries())
    await database.db
      .execute(sql`insert into payments (order_id, payment_number, amount_cents, pay_on, status)
      select ${order_id}, ${PAID}::int + ${at}::int * 20 + n, 100, ${TODAY}::date + n - 10, ${state}
      from generate_series(1, 20) n`);
  await database.db.execute(sql`analyze payments`);
});
afterAll(() => database.drop());

describe('the collection, among thousands of payments that are paid', () => {
  it('finds those whose day has come, and every one that is stuck', async () => {
    const ids = (await listPerhapsDue(database.db, TODAY)).map(({ id }) => id);
    const { rows } = await database.db.execute(sql`select status, count(*)::int from payments
      where ${sql`id in (${sql.join(ids, sql`, `)})`} group by status order by status`);
    const stuck = STUCK.map((status) => ({ status, count: 20 }));
    expect(rows).toEqual(
      [...stuck, { status: 'scheduled', count: 10 }].toSorted((a, b) => (a.status < b.status ? -1 : 1)),
    );
  });

  it('reads them by one index for the days and one for the stuck, never the whole table', async () => {
    const { rows } = await database.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain (costs off) ${perhapsDue(database.db, TODAY)}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('payments_due');
    expect(plan).toContain('payments_stuck');
    expect(plan).not.toContain('Seq Scan on payments');
  });
});
