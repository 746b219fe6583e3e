import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onDay, onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { nameTheSeason, setWindow } from '#tests/support/app/request-windows.ts';
import { send, sessionOf } from '#tests/support/app/people.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
let first: StaffMember;
let second: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  first = await aStaffMember(shop.app, shop.context.db);
  second = await aStaffMember(shop.app, shop.context.db, { first_name: 'Sam', last_name: 'Rivers' });
  await shop.context.db.execute(sql`update company set second_person_above_cents = 50000`);
});
beforeEach(() => shop.context.clock.moveTo('2026-04-10T14:00:00Z'));
afterAll(() => shop.close());

const call = async (who: StaffMember, ...what: Parameters<StaffMember['call']>) =>
  (await sessionOf(shop.app, who)).call(...what);

async function refundAll({ order_id }: PayingFamily, changes: object = {}) {
  const { tokens } = await sessionOf(shop.app, first);
  return send(shop.app, {
    method: 'POST',
    url: `/admin/order/${order_id}/refund`,
    payload: { amount_cents: null, way: 'processor', reason: 'moved away', ...changes },
    headers: { authorization: `Bearer ${tokens.access_token}`, 'idempotency-key': randomUUID() },
  });
}

async function waitingFor({ order_id }: PayingFamily) {
  const [{ rows }] = (await call(second, 'GET', '/admin/approvals')).items;
  return rows.filter((row: { order_id: number }) => row.order_id === order_id);
}

async function refundsOf({ order_id }: PayingFamily) {
  const [{ refunds, is_active }] = (await call(first, 'GET', `/admin/order/${order_id}/refunds`)).items;
  return { is_active, refunds: refunds.map((row: any) => row.amount_cents) };
}

const approve = (id: number) => call(second, 'POST', `/admin/approvals/${id}/approve`);
const decline = (id: number) =>
  call(second, 'POST', `/admin/approvals/${id}/decline`, { reason: 'Ask anew.' });

/** @shows MH3.1 */
describe('a request to give everything back', () => {
  it('is refused once more has been paid since, and asked for anew', async () => {
    const family = await onFourPayments(shop, aCard());
    await refundAll(family, { cancel_order: true });
    const [{ id, amount_cents }] = await waitingFor(family);
    expect(amount_cents).toBe(123_600);
    await onDay(shop, family.due[1]!);
    const { status, errors } = await approve(id);
    expect([status, errors.join()]).toEqual([
      409,
      expect.stringContaining('$1,236.00 was requested, and $2,369.00 would be refunded now'),
    ]);
    expect(await refundsOf(family)).toEqual({ is_active: true, refunds: [] });
    expect((await decline(id)).errors).toEqual([]);
    await refundAll(family, { cancel_order: true });
    const [anew] = await waitingFor(family);
    expect(anew.amount_cents).toBe(236_900);
    expect((await approve(anew.id)).errors).toEqual([]);
    expect(await refundsOf(family)).toEqual({ is_active: false, refunds: [236_900] });
  });

  it('of a family is refused as well, and waits for staff again', async () => {
    const family = await onFourPayments(shop, aCard());
    await nameTheSeason(shop.context.db, '2019');
    await setWindow({ ...first, ...(await sessionOf(shop.app, first)) }, '2019', {
      refund_open: true,
      refund_cutoff: null,
    });
    const parent = await sessionOf(shop.app, family);
    await parent.call('POST', '/order-refund', { order: { id: family.order_id }, refund: { type: 0 } });
    const [{ rows }] = (await call(first, 'GET', '/admin/requests?kind=refund')).items;
    const request = rows.find((row: { order_id: number }) => row.order_id === family.order_id);
    const body = { way: 'processor', amount_cents: null, check_number: null };
    await call(first, 'POST', `/admin/refund-requests/${request.id}/finish`, body);
    const [{ id }] = await waitingFor(family);
    await onDay(shop, family.due[1]!);
    expect((await approve(id)).errors.join()).toContain('This is no longer what was requested');
    expect((await refundsOf(family)).refunds).toEqual([]);
    await decline(id);
  });

  it('whose parts lie on other payments by now is refused, though the total is the same', async () => {
    const family = await onFourPayments(shop, aCard());
    await refundAll(family, { amount_cents: 60_000 });
    const [{ id }] = await waitingFor(family);
    await onDay(shop, family.due[1]!);
    expect((await approve(id)).errors.join()).toContain('This is no longer what was requested');
    expect((await refundsOf(family)).refunds).toEqual([]);
  });
});

/** @shows MH3.2 */
it('what an approver reads is how the money goes back, and whether the contract ends', async () => {
  const family = await onFourPayments(shop, aCard());
  await refundAll(family, { way: 'check', reference: '2207', cancel_order: true });
  expect(await waitingFor(family)).toMatchObject([
    { kind: 'refund', amount_cents: 123_600, way: 'check', check_number: '2207', ends_order: true },
  ]);
});
