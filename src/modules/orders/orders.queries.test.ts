import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { aFamily, aPendingOrder, type PendingOrder } from '#tests/support/billing/pending-order.ts';
import { contractProductOf } from '#modules/catalog/catalog.queries.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { PriceSnapshot } from '#modules/pricing/price-snapshot.ts';
import {
  activateOrder,
  endOrder,
  findLiveOrder,
  findOrderByKey,
  insertOrder,
  lockOrder,
  type NewOrder,
} from './orders.queries.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

const AT = new Date('2026-04-10T14:00:00Z');
const inTx = <T>(act: Parameters<typeof database.db.transaction<T>>[0]) => database.db.transaction(act);

async function anotherLike({ order_id: _, ...family }: PendingOrder, changes: Partial<NewOrder> = {}) {
  const { program_id: _program, ...columns } = family;
  const row: NewOrder = {
    ...columns,
    product_id: contractProductOf(await currentCatalog(database.db)).id,
    status: 'pending_payment',
    client_key: `key-${Math.random()}`,
    request_hash: 'hash',
    created_at: AT,
    ...changes,
  };
  return inTx((tx) => insertOrder(tx, row, {} as PriceSnapshot));
}

describe('an order that is written (O2)', () => {
  it('is not written while its student has a live one on the route', async () => {
    const order = await aPendingOrder(database.db);
    expect(await anotherLike(order)).toBeUndefined();
    await inTx((tx) => activateOrder(tx, order.order_id, AT));
    expect(await anotherLike(order)).toBeUndefined();
  });

  it('is written once the earlier one has failed or ended', async () => {
    for (const status of ['payment_failed', 'cancelled'] as const) {
      const order = await aPendingOrder(database.db);
      await inTx((tx) => endOrder(tx, order.order_id, { status, at: AT }));
      expect(await anotherLike(order)).toBeGreaterThan(order.order_id);
    }
  });

  it('is written once of five that come at the same moment', async () => {
    const order = await aPendingOrder(database.db);
    await inTx((tx) => endOrder(tx, order.order_id, { status: 'cancelled', at: AT }));
    const written = await Promise.all([1, 2, 3, 4, 5].map(() => anotherLike(order)));
    expect(written.filter((id) => id !== undefined)).toHaveLength(1);
  });

  it('is not written under a key that its family has used, and is under that of another family', async () => {
    const client_key = 'one-press';
    const [one, other] = [await aPendingOrder(database.db), await aPendingOrder(database.db)];
    const { route_id } = await aFamily(database.db);
    expect(await anotherLike(one, { route_id, client_key })).toBeDefined();
    const { route_id: third } = await aFamily(database.db);
    expect(await anotherLike(one, { route_id: third, client_key })).toBeUndefined();
    expect(await anotherLike(other, { route_id, client_key })).toBeDefined();
  });
});

describe('an order that is looked up', () => {
  it('by its key is found for its own family alone', async () => {
    const [one, other] = [await aPendingOrder(database.db), await aPendingOrder(database.db)];
    const { client_key } = (await findLiveOrder(database.db, one.student_id, one.route_id))!;
    expect(await findOrderByKey(database.db, one.user_id, client_key)).toMatchObject({ id: one.order_id });
    expect(await findOrderByKey(database.db, other.user_id, client_key)).toBeUndefined();
    expect(await findOrderByKey(database.db, one.user_id, 'no such key')).toBeUndefined();
  });

  it('by student and route is the live one, and none once it has ended (I7)', async () => {
    const order = await aPendingOrder(database.db);
    const live = () => findLiveOrder(database.db, order.student_id, order.route_id);
    expect(await live()).toMatchObject({ id: order.order_id, status: 'pending_payment', activated_at: null });
    await inTx((tx) => activateOrder(tx, order.order_id, AT));
    expect(await live()).toMatchObject({ status: 'active', activated_at: AT });
    await inTx((tx) => endOrder(tx, order.order_id, { status: 'cancelled', at: AT }));
    expect(await live()).toBeUndefined();
  });

  it('that is not there is a mistake of ours where it is to be locked', async () => {
    await expect(inTx((tx) => lockOrder(tx, 999_999))).rejects.toThrow('order 999999 exists');
  });
});

describe('an order that is locked', () => {
  it('keeps the next one waiting until it is done, which then reads what was written', async () => {
    const { order_id } = await aPendingOrder(database.db);
    const steps: string[] = [];
    let second: Promise<unknown> = Promise.resolve();
    await inTx(async (tx) => {
      await lockOrder(tx, order_id);
      second = inTx(async (later) => {
        const { status } = await lockOrder(later, order_id);
        steps.push(`second reads ${status}`);
      });
      await activateOrder(tx, order_id, AT);
      steps.push('first is done');
    });
    await second;
    expect(steps).toEqual(['first is done', 'second reads active']);
  });
});
