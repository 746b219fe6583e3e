import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changeAidCode,
  checkOutWithAid,
  confirmAid,
  declineAid,
  usesOfAidCode,
} from '#tests/support/app/aid-to-confirm.ts';
import { send } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

let usesBefore: number;
beforeEach(async () => {
  usesBefore = await usesOfAidCode(shop);
});

/** How many uses more than before the test. */
const newUses = async () => (await usesOfAidCode(shop)) - usesBefore;

const end = (order_id: number, more: object = {}) =>
  staff.call('POST', `/order/${order_id}/cancel`, { reason: 'The family moves to Boston.', ...more });

const refundAndEnd = (order_id: number, more: object = {}) =>
  send(shop.app, {
    method: 'POST',
    url: `/admin/order/${order_id}/refund`,
    payload: { amount_cents: null, way: 'processor', reason: 'moved away', cancel_order: true, ...more },
    headers: {
      authorization: `Bearer ${staff.tokens.access_token}`,
      'idempotency-key': randomUUID(),
    },
  });

async function auditedUse(order_id: number): Promise<unknown> {
  const { rows } = await shop.context.db.execute(
    sql`select detail -> 'after' ->> 'aid_use' as aid_use from audit_log
      where action = 'order.cancel' and subject = ${`order:${order_id}`}`,
  );
  return rows;
}

const ENDINGS = { alone: end, 'with a refund': refundAndEnd };

describe('the use of an aid code', () => {
  /** @shows MC11.1 */
  it.each(Object.entries(ENDINGS))('comes back when staff end the order %s', async (_how, endIt) => {
    await changeAidCode(shop, { max_uses: usesBefore + 1 });
    const { order_id, ...family } = await checkOutWithAid(shop, { amount: 150 });
    const another = () => checkOutWithAid(shop, { amount: 150 });
    expect([await newUses(), (await another()).answer.fields]).toMatchObject([
      1,
      { 'financial_aid.code': expect.anything() },
    ]);
    expect((await endIt(order_id)).status).toBe(200);
    expect([await newUses(), await auditedUse(order_id)]).toEqual([0, [{ aid_use: 'given_back' }]]);
    const again = await checkOutWithAid(shop, { amount: 150, buyer: family });
    expect([again.answer.status, await newUses()]).toEqual([200, 1]);
    await changeAidCode(shop, { max_uses: null });
  });

  /** @shows MC11.1 */
  it('comes back for aid that the office has confirmed', async () => {
    const { order_id } = await checkOutWithAid(shop, { amount: 150 });
    expect((await confirmAid(staff, order_id)).status).toBe(200);
    await end(order_id);
    expect(await newUses()).toBe(0);
  });

  /** @shows MC11.2 */
  it.each(Object.entries(ENDINGS))('stays spent if staff say so, %s', async (_how, endIt) => {
    const { order_id } = await checkOutWithAid(shop, { amount: 150 });
    expect((await endIt(order_id, { is_aid_spent: true })).status).toBe(200);
    expect([await newUses(), await auditedUse(order_id)]).toEqual([1, [{ aid_use: 'spent' }]]);
  });

  /** @shows MC11.3 */
  it('comes back once where aid was declined before the order ends', async () => {
    const { order_id } = await checkOutWithAid(shop, { amount: 150 });
    const other = await checkOutWithAid(shop, { amount: 150 });
    await declineAid(staff, order_id, {
      consequence: 'difference',
      reason: 'The school has not awarded this.',
    });
    expect(await newUses()).toBe(1);
    await end(order_id);
    expect([await newUses(), await auditedUse(order_id)]).toEqual([1, [{ aid_use: null }]]);
    await end(other.order_id);
  });

  /** @shows MC11.3 */
  it('comes back once where two staff end the order at once', async () => {
    const { order_id } = await checkOutWithAid(shop, { amount: 150 });
    await checkOutWithAid(shop, { amount: 150 });
    const ended = await Promise.all([end(order_id), end(order_id), refundAndEnd(order_id)]);
    expect(ended.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await newUses()).toBe(1);
  });
});
