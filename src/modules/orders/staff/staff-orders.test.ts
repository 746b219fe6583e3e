import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import {
  chooseMethod,
  onDay,
  onFourPayments,
  attemptsOf,
  untilDay,
} from '#tests/support/app/payment-days.ts';
import { verifyEmailOf } from '#tests/support/app/people.ts';
import { aBuyer, aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { TEST_ACCOUNTS } from '#tests/support/billing/test-instruments.ts';
import { AUDIT_DETAIL } from '#tests/support/database/audit-texts.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

const start = new Date('2026-04-10T14:00:00Z');
const aFamilyAndStaff = async () => {
  shop.context.clock.moveTo(start);
  shop.context.mail.sent.length = 0;
  const family = await onFourPayments(shop, aCard());
  return { family, staffPayments: await staffPaymentsOf(shop, staff, family.order_id) };
};
const REASON = 'The family moves to Boston.';
const routeOf = async (order_id: number) =>
  (
    await shop.context.db.execute<{ id: number; seats_taken: number }>(
      sql`select r.id::int, r.seats_taken::int from routes r join orders o on o.route_id = r.id
        where o.id = ${order_id}`,
    )
  ).rows[0]!;

describe('an order that staff make inactive', () => {
  /** @shows B-103 B-221 */
  it('owes nothing, frees its seat for the waiting list, keeps documents, emails the guardians', async () => {
    const { family, staffPayments } = await aFamilyAndStaff();
    const { id: route_id, seats_taken } = await routeOf(family.order_id);
    await shop.context.db.execute(sql`update routes set capacity = seats_taken where id = ${route_id}`);
    const waiting = await aBuyer(shop.app);
    await verifyEmailOf(shop.app, waiting);
    expect(
      (await waiting.call('POST', `/route/${route_id}/waiting-list`, { student_id: waiting.student_id }))
        .status,
    ).toBe(200);
    const {
      status,
      items: [order],
    } = await staffPayments.staff.call('POST', `/order/${family.order_id}/cancel`, { reason: REASON });
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
    const { rows: audit } = await shop.context.db.execute(
      sql`select actor_id::int, ${AUDIT_DETAIL} from audit_log
        where action = 'order.cancel' and subject = ${`order:${family.order_id}`}`,
    );
    const fields = { before: { status: 'active' }, after: { status: 'cancelled' } };
    expect(audit).toEqual([{ actor_id: staff.user_id, detail: { ...fields, reason: REASON } }]);
    await shop.context.db.execute(sql`update routes set capacity = null where id = ${route_id}`);
    await untilDay(shop, addDays(family.due[1]!, 1));
    expect(await attemptsOf(shop, family.order_id)).toHaveLength(1);
    const [emailed] = shop.context.mail.sent.filter((mail) => mail.ref.startsWith('orders.order_ended.'));
    expect(shop.context.mail.readersOf(emailed!)).toEqual([family.email, 'second@okafor.example']);
    expect(emailed!.text).not.toContain('Boston');
  });

  it('awaits a charge that is on its way', async () => {
    const { family } = await aFamilyAndStaff();
    await chooseMethod(shop, family, 'bank', TEST_ACCOUNTS.returnedR01);
    await onDay(shop, family.due[1]!);
    const again = await staffPaymentsOf(shop, staff, family.order_id);
    expect(
      (await again.staff.call('POST', `/order/${family.order_id}/cancel`, { reason: REASON })).items[0],
    ).toMatchObject({ _order_due: 0, payments: [{}, { is_processing: true }] });
    await untilDay(shop, addDays(family.due[1]!, 30));
    // A returned debit of an ended order is not owed and not debited again.
    expect((await attemptsOf(shop, family.order_id)).map((one) => one.state)).toEqual([
      'succeeded',
      'returned',
    ]);
    const back = await (await staffPaymentsOf(shop, staff, family.order_id)).order();
    expect(back).toMatchObject({ is_active: false, _order_due: 0, next_payment_on: null });
    expect(back.payments.map((one: any) => one.payment_number)).toEqual([1]);
  });

  it('is ended once, with a reason, by staff alone', async () => {
    const { family, staffPayments } = await aFamilyAndStaff();
    const end = (who: typeof staffPayments.staff, reason?: string) =>
      who.call('POST', `/order/${family.order_id}/cancel`, { reason });
    expect((await end(family)).status).toBe(403);
    for (const reason of [undefined, '   ', 'no', 'x'.repeat(501)])
      expect((await end(staffPayments.staff, reason)).fields).toHaveProperty('reason');
    expect(
      (await Promise.all([end(staffPayments.staff, REASON), end(staffPayments.staff, REASON)]))
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([200, 409]);
    expect(
      (await staffPayments.staff.call('POST', '/order/99999999/cancel', { reason: REASON })).status,
    ).toBe(404);
  });

  it('is either charged or cancelled where both happen at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { family } = await aFamilyAndStaff();
      shop.context.clock.moveToDay(family.due[1]!, 10);
      const staffPayments = await staffPaymentsOf(shop, staff, family.order_id);
      await Promise.all([
        staffPayments.staff.call('POST', `/order/${family.order_id}/cancel`, { reason: REASON }),
        onDay(shop, family.due[1]!),
      ]);
      const order = await staffPayments.order();
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
    const { family, staffPayments } = await aFamilyAndStaff();
    const write = (body: object) => staffPayments.staff.call('PUT', `/order/${family.order_id}/notes`, body);
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
  it('the books are whole', async () =>
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]));
});
