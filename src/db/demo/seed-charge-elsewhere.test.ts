import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { firstPage } from '#kit/list/list-endpoint.ts';
import { listPayoutRows } from '#modules/billing/processor-books/list-payouts.service.ts';
import { explain } from '#modules/billing/reconciliation/close-difference.service.ts';
import { readReconciliationOf } from '#modules/billing/reconciliation/read-reconciliation.service.ts';
import { reconcile } from '#modules/billing/reconciliation/reconcile.service.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { seedChargeElsewhere } from './seed-charge-elsewhere.service.ts';
import { seedDemo } from './seed-demo.service.ts';
import { seedDemoOrders } from './seed-orders.service.ts';

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
  await seedDemo(context);
  for (let starts = 0; starts < 2; starts++) {
    await seedDemoOrders(context.billing);
    await seedChargeElsewhere(context.billing);
  }
});
afterAll(() => context.close());

async function nights(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) {
    context.clock.moveToDay(addDays(context.clock.today(), 1), 4);
    await takeEvents(context.billing);
    await reconcile(context.billing);
  }
}

const read = () => readReconciliationOf(context.db, context.clock);

/** @shows S23.10 */
describe('the demo', () => {
  it('has one difference after its first night, which the comparison itself has found', async () => {
    const day = context.clock.today();
    expect(await read()).toMatchObject({ run: null, open: [] });
    await nights(1);
    const { open, open_cents, run } = await read();
    expect(open).toMatchObject([
      {
        kind: 'foreign',
        ours_cents: 0,
        theirs_cents: 4_200,
        happened_on: addDays(day, -3),
        days_open: 4,
        can_take_in: false,
      },
    ]);
    expect(open_cents).toBe(4_200);
    expect(run).toMatchObject({ is_whole: true });
  });

  it('has the same charge on the list of money matters, as any charge that was made elsewhere', async () => {
    const matters = await listMatters(context.db, context.clock);
    expect(matters.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
      ['difference', 4_200],
      ['foreign_charge', null],
    ]);
  });

  it('is the only portal that has it: one without its orders has none', async () => {
    const other = await createTestContext();
    await seedChargeElsewhere(other.billing);
    const { rows } = await other.database.pool.query('select ref from sandbox.charges');
    await other.close();
    expect(rows).toEqual([]);
  });

  it('loses it when staff explain it, and its payouts add up', async () => {
    const [difference] = (await read()).open;
    const { rows } = await context.database.pool.query(
      `select id from users where email = 'admin@harborline.example'`,
    );
    const staff = { user_id: rows[0].id } as Viewer;
    await explain(context.billing, staff, { id: difference!.id, explanation: 'A guest on a field trip.' });
    await nights(10);
    expect((await read()).open).toEqual([]);
    const { rows: payouts } = await listPayoutRows(context.db, context.clock, firstPage('newest'));
    expect(payouts.length).toBeGreaterThan(0);
    expect(payouts.filter(({ adds_up }) => adds_up === false)).toEqual([]);
    expect(payouts.some(({ adds_up }) => adds_up)).toBe(true);
    expect(await brokenInvariants(context.db, 'healed')).toEqual([]);
  });
});
