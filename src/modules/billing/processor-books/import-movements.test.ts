import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import type { Movement, Payout } from '#platform/payments/movement.ts';
import { allOf } from '#tests/support/billing/port-requests.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import { crashAt } from '#tests/support/fakes/crash-at.ts';
import { importMovements } from './import-movements.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

// A Friday.
beforeEach(async () => {
  t.clock.moveTo('2026-04-10T14:00:00Z');
  for (const table of ['processor_movements', 'processor_payouts', 'processor_cursors', 'processor_events'])
    await t.database.db.execute(sql.raw(`delete from ${table}`));
  for (const table of ['charges', 'movements', 'payouts', 'events', 'refunds'])
    await t.database.db.execute(sql.raw(`delete from sandbox.${table}`));
});

async function paid(instrument: TypedInstrument) {
  const opened = await openedCharge(t.billing, instrument);
  await collect(t.billing, opened.attempt_id);
  return opened;
}

const sumsOf = async () => {
  const { rows } = await t.database.db.execute<{ account: string; cents: number }>(sql`
    select account, sum(amount_cents)::int as cents from postings p join journal j on j.id = p.journal_id
    where (j.kind in ('fee', 'payout', 'payout_back') and j.ref in (select id from processor_movements))
    group by account order by account`);
  return Object.fromEntries(rows.map(({ account, cents: sum }) => [account, sum]));
};
const movementsOf = async () =>
  (
    await t.database.db.execute<Movement>(
      sql`select kind, amount_cents::int, is_arrived, payout_ref from processor_movements order by at, id`,
    )
  ).rows;

const reachDay = (day: string) => t.clock.moveToDay(plainDate(day), 4);

/** With another processor's books behind the same billing. */
const withBooks = (changes: Partial<PaymentGateway>) => ({
  ...t.billing,
  gateway: { ...t.gateway, ...changes },
});

// 2,884 dollars by card: 2.9 % and 30 cents are kept.
const [CHARGED, KEPT] = [288_400, 8_394];

describe('the nightly reading of the processor’s books', () => {
  /** @shows S18.1 */
  it('books what the processor keeps and what it pays out, once however often it is read', async () => {
    await paid(typedCard(TEST_CARDS.good));
    await importMovements(t.billing);
    expect(await sumsOf()).toEqual({ gateway: -KEPT, processor_fees: KEPT });
    reachDay('2026-04-20');
    for (let night = 0; night < 3; night++) await importMovements(t.billing);
    expect(await sumsOf()).toEqual({ bank: CHARGED - KEPT, gateway: -CHARGED, processor_fees: KEPT });
    const [payout] = await allOf(t.gateway.payouts(new Date(0)));
    expect(await movementsOf()).toMatchObject([
      { kind: 'charge', payout_ref: payout!.ref },
      { kind: 'payout', payout_ref: payout!.ref },
    ]);
  });

  /** @shows S18.1 */
  it('leaves payments, attempts, orders and the lines of families alone', async () => {
    await paid(typedCard(TEST_CARDS.good));
    await paid(typedAccount(TEST_ACCOUNTS.returnedR01));
    reachDay('2026-04-16');
    const hashes = async () =>
      (
        await t.database.db.execute(sql`select
          (select md5(string_agg(p::text, '' order by id)) from payments p) as payments,
          (select md5(string_agg(a::text, '' order by id)) from charge_attempts a) as attempts,
          (select md5(string_agg(o::text, '' order by id)) from orders o) as orders,
          (select md5(string_agg(l::text, '' order by id)) from transactions l) as lines`)
      ).rows[0];
    const before = await hashes();
    await importMovements(t.billing);
    expect(await hashes()).toEqual(before);
  });

  /** @shows S18.2 */
  it('takes a debit for money when it has settled, and never one that was returned before', async () => {
    await paid(typedAccount(TEST_ACCOUNTS.settles));
    await paid(typedAccount(TEST_ACCOUNTS.returnedR01));
    const arrived = async () =>
      (await movementsOf()).filter(({ is_arrived }) => is_arrived).map(({ kind }) => kind);
    await importMovements(t.billing);
    expect(await arrived()).toEqual([]);
    for (const day of ['2026-04-15', '2026-04-16']) {
      reachDay(day);
      await takeEvents(t.billing);
    }
    await importMovements(t.billing);
    expect(await arrived()).toEqual(['charge']);
  });

  /** @shows S18.2 */
  it('reads a debit again until it has arrived, however old it is and however new the list', async () => {
    await paid(typedAccount(TEST_ACCOUNTS.settles));
    await importMovements(t.billing);
    t.clock.advanceMs(20 * DAY_MS);
    await paid(typedCard(TEST_CARDS.good));
    await importMovements(t.billing);
    expect((await movementsOf()).map(({ is_arrived }) => is_arrived)).toEqual([false, true]);
    await takeEvents(t.billing);
    await importMovements(t.billing);
    expect((await movementsOf()).map(({ is_arrived }) => is_arrived)).toEqual([true, true]);
  });

  /** @shows S18.3 */
  it('that breaks off keeps what it has, and begins at the same place the next time', async () => {
    await paid(typedCard(TEST_CARDS.good));
    const breaking: Partial<PaymentGateway> = {
      async *movements() {
        yield* await allOf(t.gateway.movements());
        throw new Error('connection reset');
      },
    };
    expect(await importMovements(withBooks(breaking))).toBe(false);
    expect(await movementsOf()).toHaveLength(1);
    const { rows } = await t.database.db.execute(
      sql`select 1 from processor_cursors where list = 'movements'`,
    );
    expect(rows).toEqual([]);
    expect(await importMovements(t.billing)).toBe(true);
    expect(await sumsOf()).toEqual({ gateway: -KEPT, processor_fees: KEPT });
  });

  /** @shows S18.3 */
  it('ends in the same books after a crash, and when two portals read at once', async () => {
    await paid(typedCard(TEST_CARDS.good));
    await expect(importMovements({ ...t.billing, crashPoint: crashAt(1).crashPoint })).rejects.toThrow(
      'crashed at',
    );
    await Promise.all([1, 2, 3].map(() => importMovements(t.billing)));
    expect(await sumsOf()).toEqual({ gateway: -KEPT, processor_fees: KEPT });
  });

  /** @shows MS10.4 */
  it('goes on behind a payout of an unknown state, and reads the payout again a night later', async () => {
    const at = t.clock.now();
    const payoutOf = (ref: string, state: Payout['state']): Payout => ({
      ref,
      amount_cents: cents(5000),
      made_at: at,
      arrives_on: plainDate('2026-04-13'),
      state,
      trace: null,
      movement_ids: null,
    });
    const books = (state: Payout['state']) =>
      withBooks({
        async *payouts() {
          yield payoutOf('po_odd', state);
          yield payoutOf('po_next', 'arrived');
        },
      });
    const statesOf = async () =>
      (
        await t.database.db.execute<{ ref: string; state: string }>(
          sql`select ref, state from processor_payouts order by ref desc`,
        )
      ).rows;
    expect(await importMovements(books('unknown'))).toBe(true);
    expect(await statesOf()).toEqual([
      { ref: 'po_odd', state: 'unknown' },
      { ref: 'po_next', state: 'arrived' },
    ]);
    t.clock.advanceDays(1);
    expect(await importMovements(books('arrived'))).toBe(true);
    expect((await statesOf())[0]).toEqual({ ref: 'po_odd', state: 'arrived' });
  });

  /** @shows S18.4 */
  it('reads a payout that failed, and takes its money back from the bank', async () => {
    const at = t.clock.now();
    const line = {
      charge_ref: null,
      refund_ref: null,
      dispute_ref: null,
      is_arrived: true,
      is_foreign: false,
      at,
    };
    const out = { ...line, kind: 'payout', amount_cents: cents(-5000), fee_cents: cents(0) } as const;
    const lines: Movement[] = [{ ...out, id: 'txn_out', payout_ref: 'po_1' }];
    const payout = {
      ref: 'po_1',
      amount_cents: cents(5000),
      made_at: at,
      arrives_on: plainDate('2026-04-13'),
      state: 'on_its_way' as 'on_its_way' | 'failed',
      trace: null,
      movement_ids: null,
    };
    const books = withBooks({
      async *movements() {
        yield* lines;
      },
      async *payouts() {
        yield payout;
      },
      readPayout: async () => payout,
    });
    await importMovements(books);
    expect(await sumsOf()).toMatchObject({ bank: 5000 });
    lines.push({ ...out, id: 'txn_back', kind: 'payout_back', amount_cents: cents(5000), payout_ref: null });
    payout.state = 'failed';
    await t.database.db.execute(sql`insert into processor_events
      (id, object_kind, object_ref, happened_at, received_at, source, next_try_at)
      values ('evt_po', 'payout', 'po_1', ${at}, ${at}, 'poll', ${at})`);
    await takeEvents(books);
    const { rows } = await t.database.db.execute(sql`select state from processor_payouts`);
    expect(rows).toEqual([{ state: 'failed' }]);
    await importMovements(books);
    expect(await sumsOf()).toMatchObject({ bank: 0 });
  });
});
