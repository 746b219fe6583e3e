import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#kit/durations.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { readReconciliationOf } from './read-reconciliation.service.ts';
import { reconcile } from './reconcile.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const run = (changes: Partial<PaymentGateway> = {}) =>
  reconcile({ ...t.billing, gateway: { ...t.gateway, ...changes } });
const read = () => readReconciliationOf(t.database.db, t.clock);
const CHARGED = 288_400;

async function charged(day: string, instrument: TypedInstrument = typedCard(TEST_CARDS.good)) {
  t.clock.moveToDay(plainDate(day), 12);
  const opened = await openedCharge(t.billing, instrument);
  await collect(t.billing, opened.attempt_id);
  const { rows } = await t.database.db.execute<{ ref: string }>(
    sql`select gateway_ref as ref from charge_attempts where id = ${opened.attempt_id}`,
  );
  return { ...opened, ref: rows[0]!.ref };
}

async function refunded(day: string, amount: number): Promise<string> {
  const { order_id } = await charged(day);
  const { user_id } = await aColleague(t.database.db);
  await createRefund(t.billing, {
    order_id,
    amount_cents: cents(amount),
    way: 'processor',
    reference: null,
    reason: 'a gift',
    request_key: `refund-${order_id}`,
    by: user_id,
  });
  const { rows } = await t.database.db.execute<{ ref: string }>(sql`
    select r.gateway_ref as ref from refunds r join order_refunds o on o.id = r.order_refund_id
    where o.order_id = ${order_id}`);
  return rows[0]!.ref;
}

type Planted = { kind: string; ref: string; by: number; since: string };

/** Writes a line into the processor's books that the portal knows nothing of. */
async function line(
  since: string,
  changes: { kind?: string; charge_ref?: string; refund_ref?: string; is_foreign?: boolean; amount: number },
): Promise<string> {
  const { kind = 'charge', charge_ref = null, refund_ref = null, is_foreign = false, amount } = changes;
  const { rows } = await t.database.db.execute<{ id: number }>(sql`
    insert into sandbox.movements (kind, charge_ref, refund_ref, amount_cents, at, is_foreign)
    values (${kind}, ${charge_ref}, ${refund_ref}, ${amount}, ${`${since}T16:00:00Z`}, ${is_foreign})
    returning id`);
  return `txn_sandbox_${rows[0]!.id}`;
}

async function alter(ref: string, by: number): Promise<void> {
  await t.database.db.execute(sql`update sandbox.movements set amount_cents = amount_cents + ${by}
    where (charge_ref = ${ref} and kind = 'charge') or refund_ref = ${ref}`);
}

async function lose(ref: string): Promise<number> {
  const { rows } = await t.database.db.execute<{ amount_cents: number }>(sql`delete from sandbox.movements
    where (charge_ref = ${ref} and kind = 'charge') or refund_ref = ${ref} returning amount_cents::int`);
  return rows[0]!.amount_cents;
}

/** Twenty things of which both books do not say the same, of every kind; the last one is the balance. */
async function plantTwenty(): Promise<Planted[]> {
  const planted: Planted[] = [];
  const plant = (kind: string, ref: string, by: number, since: string) =>
    planted.push({ kind, ref, by, since });
  for (const [i, since] of ['2026-04-01', '2026-04-03', '2026-04-07'].entries()) {
    const charge_ref = `ch_sandbox_only_theirs_${i}`;
    await line(since, { charge_ref, amount: 1000 + i });
    plant('theirs_only', charge_ref, 1000 + i, since);
  }
  await line('2026-04-08', { kind: 'refund', charge_ref: 'ch_x', refund_ref: 're_x', amount: -333 });
  plant('theirs_only', 're_x', -333, '2026-04-08');
  for (const since of ['2026-04-01', '2026-04-02', '2026-04-06']) {
    const { ref } = await charged(since);
    plant('ours_only', ref, -(await lose(ref)), since);
  }
  const lost = await refunded('2026-04-09', 5000);
  plant('ours_only', lost, -(await lose(lost)), '2026-04-09');
  for (const [since, by] of [
    ['2026-04-02', 100],
    ['2026-04-03', -250],
    ['2026-04-09', 1],
  ] as const) {
    const { ref } = await charged(since);
    await alter(ref, by);
    plant('amount', ref, by, since);
  }
  const other = await refunded('2026-04-08', 7000);
  await alter(other, -40);
  plant('amount', other, -40, '2026-04-08');
  for (const since of ['2026-04-06', '2026-04-10']) {
    const { ref } = await charged(since, typedCard(TEST_CARDS.declinesCharges));
    await line(since, { charge_ref: ref, amount: CHARGED });
    plant('state', ref, CHARGED, since);
  }
  for (const [since, amount] of [
    ['2026-04-04', 4200],
    ['2026-04-10', 99],
  ] as const) {
    const ref = await line(since, { charge_ref: `ch_of_others_${amount}`, is_foreign: true, amount });
    plant('foreign', ref, amount, since);
  }
  for (const [since, amount] of [
    ['2026-04-05', -1700],
    ['2026-04-06', 20],
    ['2026-04-11', 5],
  ] as const)
    plant('unknown_kind', await line(since, { kind: 'other', amount }), amount, since);
  plant('balance', 'balance', 777, '2026-04-13');
  return planted;
}

const TABLES = ['payments', 'charge_attempts', 'refunds', 'transactions', 'orders', 'invoices'];

async function hashes(): Promise<unknown> {
  const each = TABLES.map((table) =>
    sql.raw(`(select md5(string_agg(r::text, '' order by id)) from ${table} r) as ${table}`),
  );
  const { rows } = await t.database.db.execute(sql`select ${sql.join(each, sql`, `)},
    (select md5(string_agg(j::text || p::text, '' order by p.id)) from journal j
      join postings p on p.journal_id = j.id where j.kind not in ('fee', 'payout')) as journal`);
  return rows[0];
}

const daysSince = (since: string) =>
  (Date.parse('2026-04-13T00:00:00Z') - Date.parse(`${since}T00:00:00Z`)) / (24 * HOUR_MS);

describe('the comparison of the books (check 32)', () => {
  let planted: Planted[];
  let before: unknown;

  /** @shows S18.7 S18.8 */
  it('finds each of twenty planted differences with its kind, sum and age, the oldest first', async () => {
    // A good one of each, of which nothing is to be found.
    await charged('2026-04-01');
    await refunded('2026-04-02', 1234);
    planted = await plantTwenty();
    before = await hashes();
    t.clock.moveToDay(plainDate('2026-04-13'), 4);
    await run({ balance: async () => cents((await t.gateway.balance()) + 777) });
    const { open, open_cents, run: newest } = await read();
    const found = open.map(({ kind, ref, ours_cents, theirs_cents, days_open }) => ({
      kind,
      ref,
      days: days_open,
      by: theirs_cents - ours_cents,
    }));
    const byRef = <T extends { ref: string }>(rows: readonly T[]) =>
      rows.toSorted((a, b) => a.ref.localeCompare(b.ref));
    expect(planted).toHaveLength(20);
    expect(byRef(found)).toEqual(
      byRef(planted.map(({ since, ...one }) => ({ ...one, days: daysSince(since) }))),
    );
    const ages = open.map(({ days_open }) => days_open);
    expect(ages).toEqual(ages.toSorted((a, b) => b - a));
    expect(open_cents).toBe(planted.reduce((sum, { by }) => sum + by, 0));
    expect(newest).toMatchObject({ is_whole: true });
    expect(new Set(open.map(({ kind }) => kind)).size).toBe(7);
  });

  /** @shows S18.8 */
  it('has changed no payment, attempt, refund, order or line, and nothing that the ledger had', async () => {
    expect(await hashes()).toEqual(before);
  });

  /** @shows S18.9 */
  it('finds the same ones as before the next night, and marks one that is gone with the day', async () => {
    const { open } = await read();
    const lost = planted.findLast(({ kind }) => kind === 'ours_only')!;
    await line(lost.since, { kind: 'refund', refund_ref: lost.ref, amount: -lost.by });
    t.clock.moveToDay(plainDate('2026-04-14'), 4);
    await run({ balance: async () => cents((await t.gateway.balance()) + 777) });
    const after = await read();
    expect(after.open.map(({ id }) => id)).toEqual(
      open.filter(({ ref }) => ref !== lost.ref).map(({ id }) => id),
    );
    expect(after.closed).toMatchObject([{ ref: lost.ref, gone_on: '2026-04-14' }]);
    expect(after.open_cents).toBe(planted.reduce((sum, { by }) => sum + by, 0) - lost.by);
  });

  /** @shows S18.9 */
  it('keeps what it has found when the processor cannot be read, and says so', async () => {
    const { open } = await read();
    const broken: Partial<PaymentGateway>[] = [
      { balance: () => Promise.reject(new Error('no line')) },
      {
        // oxlint-disable-next-line require-yield
        async *movements() {
          throw new Error('no line');
        },
      },
    ];
    for (const changes of broken) {
      t.clock.advanceMs(HOUR_MS);
      await run(changes);
      const after = await read();
      expect(after.run).toMatchObject({ is_whole: false, balance_cents: null });
      expect(after.open).toEqual(open);
    }
  });

  it('says nothing of a balance that changes while it is read', async () => {
    const { open } = await read();
    let reading = 0;
    t.clock.advanceMs(HOUR_MS);
    await run({ balance: async () => cents((reading += 1)) });
    const after = await read();
    expect(after.run).toMatchObject({ is_whole: true, balance_cents: null });
    expect(after.open.map(({ id }) => id)).toEqual(open.map(({ id }) => id));
  });

  /** @shows S18.7 */
  it('waits two hours for what we have booked, and 26 for what the processor has done', async () => {
    const { open } = await read();
    const [, hours] = [await charged('2026-04-20'), (n: number) => t.clock.advanceMs(n * HOUR_MS)];
    const ours = await charged('2026-04-20');
    await lose(ours.ref);
    const theirs = `ch_sandbox_young`;
    await line('2026-04-20', { charge_ref: theirs, amount: 50 });
    const young = async () => {
      await run({ balance: async () => cents((await t.gateway.balance()) + 777) });
      const known = new Set(open.map(({ ref }) => ref));
      return (await read()).open.filter(({ ref }) => !known.has(ref)).map(({ ref }) => ref);
    };
    expect(await young()).toEqual([]);
    hours(3);
    expect(await young()).toEqual([ours.ref]);
    hours(24);
    expect(new Set(await young())).toEqual(new Set([ours.ref, theirs]));
  });
});
