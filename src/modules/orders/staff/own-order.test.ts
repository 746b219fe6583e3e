import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { send, type Answer } from '#tests/support/app/people.ts';
import { nameTheSeason, setWindow } from '#tests/support/app/request-windows.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';

let shop: SeasonApp;
let colleague: StaffMember;
/** A family whose parent got a staff role after the purchase. */
let own: PayingFamily;

beforeAll(async () => {
  shop = await openSeasonApp();
  colleague = await aStaffMember(shop.app, shop.context.db);
  own = await onFourPayments(shop, aCard());
  await shop.context.database.pool.query(
    `insert into user_roles (user_id, role_type_id)
      select u.id, o.id from users u, options o where u.email = $1 and o.key = 'userRoleAdmin'`,
    [own.email],
  );
});
afterAll(() => shop.close());

const REFUSED = [
  403,
  [
    'This belongs to your own account, or to a child whose guardian you are. ' +
      'Please ask a colleague to do this.',
  ],
];
const said = ({ status, errors }: Answer) => [status, errors];
const paymentsBy = (who: { email: string; password: string }) => staffPaymentsOf(shop, who, own.order_id);
const refundBy = ({ tokens }: Pick<StaffMember, 'tokens'>, amount_cents: number | null) =>
  send(shop.app, {
    method: 'POST',
    url: `/admin/order/${own.order_id}/refund`,
    payload: { amount_cents, way: 'processor', reason: 'moved away' },
    headers: { authorization: `Bearer ${tokens.access_token}`, 'idempotency-key': randomUUID() },
  });

/** @shows H4.1 */
it.each([
  ['waives a payment', { is_waived: true, adjustment_reason: 'a gift' }],
  ['lowers a payment', { amount: 1, adjustment_reason: 'a gift' }],
  ['confirms that a payment was received', { received_by: 'paymentTypeCash' }],
  ['puts a payment off', { pay_on: '2027-12-01' }],
])('nobody %s of an order of their own account', async (_, changes) => {
  expect(said(await (await paymentsBy(own)).edit(2, changes))).toEqual(REFUSED);
});

/** @shows MC9.1 */
it('nobody takes back an entry of an order of their own account', async () => {
  await (await paymentsBy(colleague)).edit(4, { received_by: 'paymentTypeCash' });
  const reversal = { why: 'entered_by_mistake', pay_on: '2027-12-01' };
  expect(said(await (await paymentsBy(own)).reverse(4, reversal))).toEqual(REFUSED);
  expect((await (await paymentsBy(colleague)).reverse(4, reversal)).status).toBe(200);
});

/** @shows H4.1 */
it('nobody refunds or ends an order of their own account, nor pays out their own request', async () => {
  expect(said(await refundBy(own, null))).toEqual(REFUSED);
  expect(said(await own.call('POST', `/order/${own.order_id}/cancel`, { reason: 'moved away' }))).toEqual(
    REFUSED,
  );
  await nameTheSeason(shop.context.db, '2019');
  await setWindow(colleague, '2019', { refund_open: true, refund_cutoff: null });
  await own.call('POST', '/order-refund', { order: { id: own.order_id }, refund: { type: 0 } });
  const [{ rows }] = (await own.call('GET', '/admin/requests?kind=refund')).items;
  const finish = (who: Pick<StaffMember, 'call'>) =>
    who.call('POST', `/admin/refund-requests/${rows[0].id}/finish`, {
      way: 'processor',
      amount_cents: null,
      check_number: null,
    });
  expect(said(await finish(own))).toEqual(REFUSED);
  expect((await finish(colleague)).status).toBe(200);
});

/** @shows H4.1 */
it('words about an own order may be written, and a colleague does the rest', async () => {
  expect((await (await paymentsBy(own)).edit(2, { notes: 'called the bank' })).status).toBe(200);
  const gift = { is_waived: true, adjustment_reason: 'a gift' };
  const waived = await (await paymentsBy(colleague)).edit(2, gift);
  expect(waived.status).toBe(200);
});
