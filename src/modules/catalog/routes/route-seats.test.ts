import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { aFamily } from '#tests/support/billing/pending-order.ts';
import { waitForLocks } from '#tests/support/database/wait-for-locks.ts';
import { lockRouteSeats, releaseRouteSeat, takeRouteSeat } from './route-seats.service.ts';

let t: TestBilling;
let route_id: number;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(async () => void ({ route_id } = await aFamily(t.database.db, 2)));

const take = () => t.billing.db.transaction((tx) => takeRouteSeat(tx, route_id));
const release = () => t.billing.db.transaction((tx) => releaseRouteSeat(tx, route_id));
const seats = () => t.billing.db.transaction((tx) => lockRouteSeats(tx, route_id));

describe('the seats of a route', () => {
  it('are sold until it is full, and not beyond (I6)', async () => {
    expect([await take(), await take(), await take()]).toEqual([true, true, false]);
    expect(await seats()).toEqual({ id: route_id, is_active: true, capacity: 2, taken: 2 });
  });

  it('are sold once each to many who ask at the same moment', async () => {
    const sold = await Promise.all(Array.from({ length: 12 }, take));
    expect(sold.filter(Boolean)).toHaveLength(2);
    expect((await seats())!.taken).toBe(2);
  });

  it('have no end where the route has no capacity', async () => {
    await t.database.db.execute(sql`update routes set capacity = null where id = ${route_id}`);
    expect(await Promise.all([take(), take(), take()])).toEqual([true, true, true]);
  });

  it('are never sold of a route without a seat', async () => {
    await t.database.db.execute(sql`update routes set capacity = 0 where id = ${route_id}`);
    expect(await take()).toBe(false);
  });

  it('that are given back are sold again, and none is given back that was not sold', async () => {
    expect(await release()).toBe(false);
    await take();
    await take();
    expect([await release(), await take(), await take()]).toEqual([true, true, false]);
  });

  it('wait for whoever holds their lock', async () => {
    const taking = await t.billing.db.transaction(async (tx) => {
      const held = await lockRouteSeats(tx, route_id);
      const waiting = take();
      await waitForLocks(t.database.db, 1);
      expect(held!.taken).toBe(0);
      return { waiting };
    });
    expect(await taking.waiting).toBe(true);
    expect((await seats())!.taken).toBe(1);
  });

  it('of a route that is not there are none', async () => {
    route_id = 987_654;
    expect([await take(), await release(), await seats()]).toEqual([false, false, undefined]);
  });
});
