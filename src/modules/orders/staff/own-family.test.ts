import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { m } from '#i18n/messages.js';
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { checkOutWithAid, claimOf, confirmAid, theLowerSchool } from '#tests/support/app/aid-to-confirm.ts';
import { onFourPayments } from '#tests/support/app/payment-days.ts';
import { placedByStaff } from '#tests/support/app/placed-by-staff.ts';
import { send, sessionOf, type Answer } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  acceptancesOf,
  aStudentOf,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { reviewLastWeek } from './money-review.service.ts';

vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
let staff: StaffMember;
let colleague: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  colleague = await aStaffMember(shop.app, shop.context.db, { first_name: 'Sam', last_name: 'Rivers' });
  await verify(staff, true);
});
afterAll(() => shop.close());

const verify = ({ user_id }: StaffMember, isVerified: boolean) =>
  shop.context.db.execute(
    sql`update users set email_verified_at = ${isVerified ? '2026-01-01' : null} where id = ${user_id}`,
  );

const said = ({ status, errors }: Answer) => [status, errors.join()];
const OWN = [403, expect.stringContaining('a child whose guardian you are')];

const guardedFamily = () => aBuyer(shop.app, { guardian_2_email: staff.email.toUpperCase() });

const refund = (order_id: number) =>
  send(shop.app, {
    method: 'POST',
    url: `/admin/order/${order_id}/refund`,
    payload: { amount_cents: 100, way: 'processor', reason: 'a gift' },
    headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': randomUUID() },
  });

/** @shows MH4.1 OF0.24 */
it('staff give no money away to a child whose guardian they are by their verified address', async () => {
  const buyer = await guardedFamily();
  const { order_id } = await checkOutWithAid(shop, { amount: 1000, buyer });
  const payments = await staffPaymentsOf(shop, staff, order_id);
  const answers = [
    await refund(order_id),
    await payments.edit(1, { received_by: 'paymentTypeCash' }),
    await confirmAid(staff, order_id),
    await staff.call('POST', `/admin/order/${order_id}/aid/decline`, {
      reason: 'Not awarded.',
      consequence: 'end',
    }),
    await staff.call('POST', `/order/${order_id}/cancel`, { reason: 'They moved away.' }),
  ];
  expect(said(answers[1]!)[0]).not.toBe(200);
  for (const at of [0, 2, 3, 4]) expect(said(answers[at]!)).toEqual(OWN);
  expect((await confirmAid(colleague, order_id)).errors).toEqual([]);
  await verify(staff, false);
  expect((await refund(order_id)).errors).toEqual([]);
  await verify(staff, true);
});

/** @shows MH4.1 OF0.24 */
it('staff approve nothing for such a child, and read why', async () => {
  await shop.context.db.execute(sql`update company set second_person_above_cents = 50000`);
  const family = await onFourPayments(shop, aCard());
  await shop.context.db.execute(
    sql`update students set guardian_2_email = ${staff.email} where id = ${family.student_id}`,
  );
  const { tokens } = await sessionOf(shop.app, colleague);
  await send(shop.app, {
    method: 'POST',
    url: `/admin/order/${family.order_id}/refund`,
    payload: { amount_cents: null, way: 'processor', reason: 'moved away' },
    headers: { authorization: `Bearer ${tokens.access_token}`, 'idempotency-key': randomUUID() },
  });
  const [{ rows }] = (await staff.call('GET', '/admin/approvals')).items;
  const [mine] = rows.filter((row: { order_id: number }) => row.order_id === family.order_id);
  expect(mine.approve_refused).toBe('own_order');
  expect(said(await staff.call('POST', `/admin/approvals/${mine.id}/approve`))).toEqual(OWN);
  await shop.context.db.execute(sql`update company set second_person_above_cents = null`);
});

/** @shows MH4.2 OF0.24 */
it('an award is not for a child of one’s own, neither by name nor by a code for anyone', async () => {
  const { period_program_id } = await theLowerSchool(shop);
  const buyer = await guardedFamily();
  const award = { period_program_id, awarded_amount: 1000 };
  const named = { ...award, student_id: buyer.student_id };
  expect(said(await staff.call('POST', '/admin/aid-codes', named))).toEqual(OWN);
  const [{ code }] = (await staff.call('POST', '/admin/aid-codes', { ...award, max_uses: 2 })).items;
  const { order_id } = await checkOutWithAid(shop, { amount: 1000, code, buyer });
  expect(await claimOf(colleague, order_id)).toMatchObject({ state: 'to_confirm' });
  expect(said(await confirmAid(staff, order_id))).toEqual(OWN);
  expect((await confirmAid(colleague, order_id)).errors).toEqual([]);
  const other = await checkOutWithAid(shop, { amount: 1000, code });
  expect(await claimOf(colleague, other.order_id)).toBeUndefined();
});

/** @shows MH4.2 OF0.24 */
it('a discount of staff is not for a child of one’s own', async () => {
  await shop.context.db.execute(sql`update route_discounts set is_sibling_discount = false,
    amount_flat_cents = 4000, amount_percentage_milli_percent = null`);
  const offer = await theLowerSchool(shop);
  const { family, office } = await placedByStaff(shop, offer, { staff });
  const [saved] = (await family.call('GET', '/accounting/payment-methods/read/all')).items;
  const brother = { student_id: await aStudentOf(family, { guardian_2_email: staff.email }) };
  const answer = await checkOut(shop.app, office, {
    contract: aContract(brother, offer, 'HML-RT-FE', {
      route_discounts: [{ id: offer.discount(), contract_number: 'staff' }],
    }),
    payment: { payment_method_id: saved.id },
    acceptances: acceptancesOf(offer).filter(({ kind }) => kind !== 'ach'),
  });
  expect(said(answer)).toEqual(OWN);
});

/** @shows MH4.3 */
it('an award wants the password anew, and stands with its amount in the audit log and the list', async () => {
  const { period_program_id } = await theLowerSchool(shop);
  shop.context.clock.advanceMs(6 * MINUTE_MS);
  const award = { period_program_id, awarded_amount: 1234.5, max_uses: 3 };
  expect((await staff.call('POST', '/admin/aid-codes', award)).errors.join()).toMatch(/password/i);
  staff = { ...staff, ...(await sessionOf(shop.app, staff)) };
  expect((await staff.call('POST', '/admin/aid-codes', award)).errors).toEqual([]);
  const { rows } = await shop.context.db.execute<{ detail: object }>(
    sql`select detail from audit_log where action = 'aid_code.create' order by id desc limit 1`,
  );
  expect(rows[0]!.detail).toMatchObject({ after: { awarded_amount_cents: 123_450, max_uses: 3 } });
  const ofOne = { ...award, awarded_amount: 900, max_uses: 1 };
  expect((await staff.call('POST', '/admin/aid-codes', ofOne)).errors).toEqual([]);
  shop.context.clock.advanceMs(7 * DAY_MS);
  await reviewLastWeek(shop.context);
  await drainJobs(shop.context, ['outbox.drain']);
  const mail = shop.context.mail.sent.find(({ ref }) => ref.startsWith('orders.money_review'));
  expect(mail!.text).toContain(
    'Aid awarded, and this is what the family pays: $1,234.50, by Dana Cole. For up to 3 students.',
  );
  expect(mail!.text).toContain(`$900.00, by Dana Cole. ${m.mail_money_review_code_uses_one()}`);
});
