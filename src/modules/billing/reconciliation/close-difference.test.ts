import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { plainDate } from '#kit/plain-date.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS, typedAccount } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { explain, takeIn } from './close-difference.service.ts';
import { readReconciliationOf } from './read-reconciliation.service.ts';
import { reconcile } from './reconcile.service.ts';

let t: TestBilling;
let staff: Viewer;
beforeEach(async () => {
  t = await createTestBilling();
  staff = { user_id: (await aColleague(t.database.db)).user_id } as Viewer;
});
afterEach(() => t.close());

const read = () => readReconciliationOf(t.database.db, t.clock);

async function night(day: string) {
  t.clock.moveToDay(plainDate(day), 4);
  await reconcile(t.billing);
}

/** A debit that has settled, of which no event has told the portal. */
async function anUntoldDebit() {
  t.clock.moveToDay(plainDate('2026-04-10'), 10);
  const opened = await openedCharge(t.billing, typedAccount(TEST_ACCOUNTS.settles));
  await collect(t.billing, opened.attempt_id);
  const { rows } = await t.database.db.execute<{ ref: string }>(
    sql`select gateway_ref as ref from charge_attempts where id = ${opened.attempt_id}`,
  );
  t.clock.moveToDay(plainDate('2026-04-16'), 10);
  await t.gateway.readCharge(rows[0]!.ref);
  await night('2026-04-18');
  const { open } = await read();
  return { ...opened, ref: rows[0]!.ref, difference: open.find(({ ref }) => ref === rows[0]!.ref)! };
}

const settlementsOf = async (ref: string) =>
  (
    await t.database.db.execute(
      sql`select p.account, p.amount_cents::int as cents from journal j join postings p on p.journal_id = j.id
        where j.kind = 'settlement' and j.ref = ${ref} order by account`,
    )
  ).rows;

const auditOf = async (id: number) =>
  (
    await t.database.db.execute<{ action: string; detail: { result?: string } }>(
      sql`select action, detail from audit_log where subject = ${`difference:${id}`} order by id`,
    )
  ).rows;

describe('taking a difference in (check 33)', () => {
  /** @shows S18.10 */
  it('reads the charge at the processor and books what it is, once however often it is pressed', async () => {
    const { ref, difference, order_id } = await anUntoldDebit();
    expect(difference).toMatchObject({ kind: 'theirs_only', can_take_in: true, order_id });
    expect(await settlementsOf(ref)).toEqual([]);
    const results = [];
    for (let press = 0; press < 2; press++) results.push(await takeIn(t.billing, staff, difference.id));
    expect(results).toEqual(['gone', 'gone']);
    expect(await settlementsOf(ref)).toEqual([
      { account: 'bank_on_the_way', cents: -280_000 },
      { account: 'gateway', cents: 280_000 },
    ]);
    expect(await auditOf(difference.id)).toMatchObject([
      { action: 'difference.take_in', detail: { ref, after: { result: 'gone' } } },
    ]);
    expect(await brokenInvariants(t.database.db, 'always')).toEqual([]);
    const { open, closed } = await read();
    expect(open).toEqual([]);
    expect(closed).toMatchObject([{ id: difference.id, gone_on: '2026-04-18' }]);
  });

  /** @shows S18.10 */
  it('books once when two press at the same moment', async () => {
    const { ref, difference } = await anUntoldDebit();
    await Promise.all([1, 2].map(() => takeIn(t.billing, staff, difference.id)));
    expect(await settlementsOf(ref)).toHaveLength(2);
  });

  it('says when the processor knows no such charge, or does not answer, and books nothing', async () => {
    const { difference, ref } = await anUntoldDebit();
    const ask = (readCharge: () => Promise<never>) =>
      takeIn({ ...t.billing, gateway: { ...t.gateway, readCharge } }, staff, difference.id);
    expect(await ask(async () => 'absent' as never)).toBe('absent');
    expect(await ask(() => Promise.reject(new Error('no line')))).toBe('unread');
    expect(await settlementsOf(ref)).toEqual([]);
    expect((await read()).open.map(({ id }) => id)).toContain(difference.id);
    const { rows } = await t.database.db.execute(
      sql`select 1 from processor_events where source = 'staff' and processed_at is null`,
    );
    expect(rows).toEqual([]);
  });

  it('is for charges and refunds: a fee or the balance is nothing to ask for', async () => {
    t.clock.moveToDay(plainDate('2026-04-10'), 10);
    await t.database.db.execute(sql`insert into sandbox.movements (kind, amount_cents, at)
      values ('other', 500, ${t.clock.now()})`);
    await night('2026-04-13');
    const [other] = (await read()).open;
    expect(other).toMatchObject({ kind: 'unknown_kind', can_take_in: false });
    await expect(takeIn(t.billing, staff, other!.id)).rejects.toMatchObject({
      kind: { code: 'difference_not_taken_in' },
    });
    await expect(takeIn(t.billing, staff, 987_654)).rejects.toMatchObject({
      kind: { code: 'difference_not_found' },
    });
  });
});

describe('explaining a difference', () => {
  const plant = async (amount: number) => {
    t.clock.moveToDay(plainDate('2026-04-10'), 10);
    await t.database.db.execute(sql`insert into sandbox.movements (kind, amount_cents, at)
      values ('other', ${amount}, ${t.clock.now()})`);
    await night('2026-04-13');
    return (await read()).open[0]!;
  };

  /** @shows S18.11 */
  it('notes who says why, counts it as open no more, and opens it again when it is another', async () => {
    const { id } = await plant(-1500);
    await explain(t.billing, staff, { id, explanation: 'Tax of a year ago.' });
    const { open, open_cents, closed } = await read();
    expect([open, open_cents]).toEqual([[], 0]);
    expect(closed).toMatchObject([
      { id, explanation: 'Tax of a year ago.', explained_on: '2026-04-13', explained_by: expect.any(String) },
    ]);
    expect(await auditOf(id)).toMatchObject([{ action: 'difference.explain' }]);
    await expect(explain(t.billing, staff, { id, explanation: 'Again.' })).rejects.toMatchObject({
      kind: { code: 'difference_closed' },
    });
    await night('2026-04-14');
    expect((await read()).open).toEqual([]);
    await t.database.db.execute(sql`update sandbox.movements set amount_cents = -1600 where kind = 'other'`);
    await night('2026-04-15');
    expect((await read()).open).toMatchObject([{ theirs_cents: -1600, explained_on: null }]);
  });
});
