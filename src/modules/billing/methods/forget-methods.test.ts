import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { forgetMethods } from '#modules/billing/methods/entries/end-entries.service.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { anActiveOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { anAttemptRow } from '#tests/support/billing/payment-rows.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { forgetAtProcessor, insertMethodsToForget } from './forget-methods.queries.ts';
import { takeAway } from './take-away.service.ts';

let t: TestBilling;
let order: ActiveOrder;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(async () => {
  await t.database.db.execute(sql`delete from methods_to_forget`);
  order = await anActiveOrder(t);
});

const take = () => t.billing.db.transaction((tx) => takeAway(tx, order.method.id, t.clock.now()));

/** The references that the processor is asked to forget, the first one first. */
async function asked(changes: Partial<PaymentGateway> = {}): Promise<string[]> {
  const refs: string[] = [];
  const gateway: PaymentGateway = {
    ...t.gateway,
    forgetMethod: async (ref, key) => {
      refs.push(ref);
      return t.gateway.forgetMethod(ref, key);
    },
    ...changes,
  };
  await forgetMethods({ ...t.billing, gateway });
  return refs;
}
const left = async () =>
  (
    await t.database.db.execute<{ gateway_ref: string; tries: number; next_try_at: Date }>(
      sql`select gateway_ref, tries, next_try_at from methods_to_forget order by gateway_ref`,
    )
  ).rows;

describe('a card or account that its family has taken away', () => {
  it('is taken away at the processor too, once', async () => {
    await take();
    expect(await asked()).toEqual([order.method.gateway_ref]);
    expect(await left()).toEqual([]);
    expect(await asked()).toEqual([]);
  });

  it('stays there while a charge of it awaits its answer, and goes afterwards', async () => {
    const { later_id, order_id, method } = order;
    const payment = { id: later_id, order_id };
    const attempt = await anAttemptRow(t.database.db, payment, { method, state: 'unknown' });
    await take();
    expect(await asked()).toEqual([]);
    await t.database.db.execute(
      sql`update charge_attempts set state = 'declined', code = 'declined' where id = ${attempt.id}`,
    );
    expect(await asked()).toEqual([method.gateway_ref]);
  });

  it('stays there where the family has saved it again meanwhile', async () => {
    await take();
    await t.database.db.execute(sql`update payment_methods set is_active = true
      where id = ${order.method.id}`);
    expect(await asked()).toEqual([]);
  });

  it('is asked about again after a minute, then later and later, until there is an answer', async () => {
    await take();
    const silent = { forgetMethod: () => Promise.reject(new Error('no line')) };
    const waits: number[] = [];
    for (let tries = 1; tries <= 6; tries += 1) {
      await asked(silent);
      const [row] = await left();
      expect(row!.tries).toBe(tries);
      waits.push((new Date(row!.next_try_at).getTime() - t.clock.now().getTime()) / MINUTE_MS);
      t.clock.moveTo(new Date(row!.next_try_at));
    }
    expect(waits).toEqual([1, 5, 20, 60, 60, 60]);
    expect(await asked()).toEqual([order.method.gateway_ref]);
    expect(await left()).toEqual([]);
  });

  it('is not asked about before its time', async () => {
    await take();
    await asked({ forgetMethod: () => Promise.reject(new Error('no line')) });
    t.clock.advanceMs(MINUTE_MS - 1);
    expect(await asked()).toEqual([]);
    t.clock.advanceMs(1);
    expect(await asked()).toEqual([order.method.gateway_ref]);
  });

  it('is no matter of another processor than the one that saved it', async () => {
    await take();
    await t.database.db.execute(sql`update methods_to_forget set processor = 'stripe_test'`);
    expect(await asked()).toEqual([]);
    expect(await left()).toHaveLength(1);
  });
});

describe('the list of what the processor is to forget', () => {
  const add = (refs: string[]) =>
    t.billing.db.transaction((tx) =>
      insertMethodsToForget(tx, refs, { processor: 'sandbox', now: t.clock.now() }),
    );

  it('has each reference once, however often it is put there', async () => {
    await add(['pm_one', 'pm_two']);
    await add(['pm_one']);
    await add([]);
    expect((await left()).map(({ gateway_ref }) => gateway_ref)).toEqual(['pm_one', 'pm_two']);
  });

  it('has nothing of a method whose reference was erased already', async () => {
    await t.database.db.execute(sql`update payment_methods set gateway_ref = 'erased-' || id
      where id = ${order.method.id}`);
    await t.billing.db.transaction((tx) => forgetAtProcessor(tx, [order.method.id], t.clock.now()));
    expect(await left()).toEqual([]);
  });
});
