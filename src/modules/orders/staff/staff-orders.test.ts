import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { atDesk } from '#tests/support/app/staff-payments.ts';
import { chooseMethod, onDay, onFourPayments, triesOf, untilDay } from '#tests/support/app/payment-days.ts';
import { aBuyer, aCard, openShop, type Shop } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { TEST_ACCOUNTS } from '#tests/support/billing/test-instruments.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: Shop;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openShop();
  staff = await aStaffMember(shop.app, shop.house.db);
});
afterAll(() => shop.close());

const start = new Date('2026-04-10T14:00:00Z');
const aFamilyAtDesk = async () => {
  shop.house.clock.moveTo(start);
  shop.house.mail.sent.length = 0;
  const family = await onFourPayments(shop, aCard());
  return { family, desk: await atDesk(shop, staff, family.order_id) };
};
const REASON = 'The family moves to Boston.';
const routeOf = async (order_id: number) =>
  (
    await shop.house.db.execute<{ id: number; seats_taken: number }>(
      sql`select r.id::int, r.seats_taken::int from routes r join orders o on o.route_id = r.id where o.id = ${order_id}`,
    )
  ).rows[0]!;

describe('an order that staff make inactive', () => {
  /** @shows B-103 B-221 */
  it('owes nothing more, gives its seat to whoever waits, keeps its documents, and both guardians hear of it', async () => {
    const { family, desk } = await aFamilyAtDesk();
    const { id: route_id, seats_taken } = await routeOf(family.order_id);
    await shop.house.db.execute(sql`update routes set capacity = seats_taken where id = ${route_id}`);
    const waiting = await aBuyer(shop.app);
    expect(
      (await waiting.call('POST', `/route/${route_id}/waiting-list`, { student_id: waiting.student_id }))
        .status,
    ).toBe(200);
    const {
      status,
      items: [order],
    } = await desk.staff.call('POST', `/order/${family.order_id}/cancel`, { reason: REASON });
    expect([status, order]).toMatchObject([
      200,
      {
        is_active: false,
        _order_due: 0,
        _order_total: 1236,
        next_payment_on: null,
        payments: [{ payment_number: 1 }],
      },
    ]);
    expect((await routeOf(family.order_id)).seats_taken).toBe(seats_taken - 1);
    const [place] = (await waiting.call('GET', '/waiting-list')).items;
    expect(place).toMatchObject({ route_id, offered_until: expect.any(String) });
    const [documents] = (await family.call('GET', `/order/${family.order_id}/documents`)).items;
    expect([documents.signed_copy.path, documents.receipts.length]).toEqual([
      expect.stringContaining('contract.pdf'),
      1,
    ]);
    const { rows: audit } = await shop.house.db.execute(
      sql`select actor_id::int, detail from audit_log where action = 'order.cancel' and subject = ${`order:${family.order_id}`}`,
    );
    expect(audit).toEqual([{ actor_id: staff.user_id, detail: { reason: REASON } }]);
    await shop.house.db.execute(sql`update routes set capacity = null where id = ${route_id}`);
    await untilDay(shop, addDays(family.due[1]!, 1));
    expect(await triesOf(shop, family.order_id)).toHaveLength(1);
    const [told] = shop.house.mail.sent.filter((mail) => mail.ref.startsWith('mail.order_ended.'));
    expect(told!.to).toEqual([family.email, 'second@okafor.example']);
    expect(told!.text).not.toContain('Boston');
  });

  it('awaits a charge that is on its way', async () => {
    const { family } = await aFamilyAtDesk();
    await chooseMethod(shop, family, 'bank', TEST_ACCOUNTS.returnedR01);
    await onDay(shop, family.due[1]!);
    const again = await atDesk(shop, staff, family.order_id);
    expect(
      (await again.staff.call('POST', `/order/${family.order_id}/cancel`, { reason: REASON })).items[0],
    ).toMatchObject({ _order_due: 0, payments: [{}, { is_processing: true }] });
    await untilDay(shop, addDays(family.due[1]!, 30));
    // What the bank sent back is owed, and nobody debits it again by itself.
    expect((await triesOf(shop, family.order_id)).map((one) => one.state)).toEqual(['succeeded', 'returned']);
    const back = await (await atDesk(shop, staff, family.order_id)).order();
    expect(back).toMatchObject({ is_active: false, _order_due: 1100 });
    expect((await (await atDesk(shop, staff, family.order_id)).charge(2)).errors).toEqual([
      'This order is not active.',
    ]);
  });

  it('is ended once, with a reason, by staff alone', async () => {
    const { family, desk } = await aFamilyAtDesk();
    const end = (who: typeof desk.staff, reason?: string) =>
      who.call('POST', `/order/${family.order_id}/cancel`, { reason });
    expect((await end(family)).status).toBe(403);
    for (const reason of [undefined, '   ', 'no', 'x'.repeat(501)])
      expect((await end(desk.staff, reason)).fields).toHaveProperty('reason');
    expect(
      (await Promise.all([end(desk.staff, REASON), end(desk.staff, REASON)]))
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([200, 409]);
    expect((await desk.staff.call('POST', '/order/99999999/cancel', { reason: REASON })).status).toBe(404);
  });

  it('is either charged or cancelled where both happen at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { family } = await aFamilyAtDesk();
      shop.house.clock.moveToDay(family.due[1]!, 10);
      const desk = await atDesk(shop, staff, family.order_id);
      await Promise.all([
        desk.staff.call('POST', `/order/${family.order_id}/cancel`, { reason: REASON }),
        onDay(shop, family.due[1]!),
      ]);
      const order = await desk.order();
      expect([order.is_active, order.payments.every((payment: any) => payment.is_success)]).toEqual([
        false,
        true,
      ]);
    }
  });
});

describe('the notes of a contract', () => {
  /** @shows B-159 */
  it('are written by staff, read by staff alone, and not overwritten unseen', async () => {
    const { family, desk } = await aFamilyAtDesk();
    const write = (body: object) => desk.staff.call('PUT', `/order/${family.order_id}/notes`, body);
    const none = { notes: null, notes_additional: null };
    const first = await write({ notes: 'Calls often', notes_additional: 'Has a twin', seen: none });
    expect(first.items[0].order_detail.contract).toMatchObject({
      notes: 'Calls often',
      notes_additional: 'Has a twin',
    });
    const late = await write({ notes: 'Mine', notes_additional: null, seen: none });
    expect([late.status, late.items[0].order_detail.contract.notes]).toEqual([409, 'Calls often']);
    expect(
      (
        await write({
          notes: ' ',
          notes_additional: 'Has a twin',
          seen: { notes: 'Calls often', notes_additional: 'Has a twin' },
        })
      ).items[0].order_detail.contract.notes,
    ).toBeNull();
    expect(
      (await family.call('GET', `/order/${family.order_id}`)).items[0].order_detail.contract,
    ).toMatchObject(none);
    expect(
      (await family.call('PUT', `/order/${family.order_id}/notes`, { ...none, seen: none })).status,
    ).toBe(403);
    expect((await write({ notes: 'x'.repeat(8193), seen: none })).status).toBe(422);
  });
});

describe('after all of this', () => {
  it('the books are whole', async () => expect(await brokenInvariants(shop.house.db, 'healed')).toEqual([]));
});
