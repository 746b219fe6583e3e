import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { reviewLastWeek } from '#modules/orders/staff/money-review.service.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { checkOutWithAid, claimOf, confirmAid, theLowerSchool } from '#tests/support/app/aid-to-confirm.ts';
import { onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { send, type Answer } from '#tests/support/app/people.ts';
import { nameTheSeason, setWindow } from '#tests/support/app/request-windows.ts';
import { placedByStaff } from '#tests/support/app/placed-by-staff.ts';
import { aCard, aContract, acceptancesOf, aStudentOf, checkOut } from '#tests/support/app/season-app.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { waitForLocks } from '#tests/support/database/wait-for-locks.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';

vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
let first: StaffMember;
let second: StaffMember;

const setSum = (amount_cents: number) =>
  shop.context.db.execute(sql`update company set second_person_above_cents = ${amount_cents}`);

beforeAll(async () => {
  shop = await openSeasonApp();
  first = await aStaffMember(shop.app, shop.context.db);
  second = await aStaffMember(shop.app, shop.context.db, { first_name: 'Sam', last_name: 'Rivers' });
});
beforeEach(() => setSum(50_000));
afterAll(() => shop.close());

const refund = (
  { order_id }: Pick<PayingFamily, 'order_id'>,
  amount_cents: number,
  { who = first, way = 'processor' }: { who?: StaffMember; way?: 'processor' | 'check' } = {},
) =>
  send(shop.app, {
    method: 'POST',
    url: `/admin/order/${order_id}/refund`,
    payload: { amount_cents, way, reference: way === 'check' ? '77' : null, reason: 'a late start' },
    headers: { authorization: `Bearer ${who.tokens.access_token}`, 'idempotency-key': randomUUID() },
  });

const codesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();
const isAsked = ({ status, errors }: Answer) =>
  status === 409 && errors.join().includes('A colleague has been asked to approve this under Approvals');

async function refundedOf(order_id: number): Promise<number> {
  const { rows } = await shop.context.db.execute<{ cents: number }>(
    sql`select coalesce(sum(amount_cents), 0)::int as cents from order_refunds where order_id = ${order_id}`,
  );
  return rows[0]!.cents;
}

async function waitingFor(order_id: number) {
  const [{ rows }] = (await second.call('GET', '/admin/approvals')).items;
  return rows.filter((row: { order_id: number }) => row.order_id === order_id);
}
const approve = (id: number) => second.call('POST', `/admin/approvals/${id}/approve`);

/** @shows MH2.1 */
describe('what is given away of an order at once', () => {
  it('never passes the sum by eight refunds of one clerk', async () => {
    const family = await onFourPayments(shop, aCard());
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(family, 20_000)));
    expect(codesOf(answers)).toEqual([200, 200, 409, 409, 409, 409, 409, 409]);
    expect(await refundedOf(family.order_id)).toBe(40_000);
    expect(await waitingFor(family.order_id)).toMatchObject([{ kind: 'refund', amount_cents: 20_000 }]);
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
  });

  it('never passes the sum by two clerks, by card and by check', async () => {
    const family = await onFourPayments(shop, aCard());
    const answers = await Promise.all(
      [first, second].flatMap((who) =>
        (['processor', 'check'] as const).map((way) => refund(family, 30_000, { who, way })),
      ),
    );
    expect(codesOf(answers)).toEqual([200, 409, 409, 409]);
    expect(await refundedOf(family.order_id)).toBe(30_000);
  });

  it('never passes the sum by a refund and a finished request', async () => {
    const family = await onFourPayments(shop, aCard());
    await nameTheSeason(shop.context.db, '2019');
    await setWindow(first, '2019', { refund_open: true, refund_cutoff: null });
    await family.call('POST', '/order-refund', { order: { id: family.order_id }, refund: { type: 0 } });
    const [{ rows }] = (await first.call('GET', '/admin/requests?kind=refund')).items;
    const request = rows.find((row: { order_id: number }) => row.order_id === family.order_id);
    const body = { way: 'processor', amount_cents: 30_000, check_number: null };
    // Both have read the open request before either gives money: a finish after the refund finds the request
    // finished as wanted, and answers 200 without giving anything.
    const asked = await shop.context.db.transaction(async (tx) => {
      await tx.execute(sql`select from orders where id = ${family.order_id} for update`);
      const answers = Promise.all([
        refund(family, 30_000, { who: second }),
        first.call('POST', `/admin/refund-requests/${request.id}/finish`, body),
      ]);
      await waitForLocks(shop.context.db, 2);
      return { answers };
    });
    expect(codesOf(await asked.answers)).toEqual([200, 409]);
    expect(await refundedOf(family.order_id)).toBe(30_000);
  });
});

/** @shows MH2.2 */
describe('the sum of an order', () => {
  it('has payments received by hand, waived and lowered, and refunds in it', async () => {
    await setSum(200_000);
    const family = await onFourPayments(shop, aCard());
    const payments = await staffPaymentsOf(shop, first, family.order_id);
    expect((await payments.edit(2, { received_by: 'paymentTypeCash' })).status).toBe(200);
    expect((await payments.edit(3, { amount: 600, adjustment_reason: 'a gift' })).status).toBe(200);
    expect((await refund(family, 40_000, { way: 'check' })).errors).toEqual([]);
    expect(isAsked(await refund(family, 1, { way: 'check' }))).toBe(true);
    expect(isAsked(await payments.edit(3, { is_waived: true, adjustment_reason: 'more' }))).toBe(true);
    const check = { received_by: 'paymentTypeCheck', reference: '1042' };
    expect(isAsked(await payments.edit(4, check))).toBe(true);
    expect((await payments.read(4)).status).toBe('scheduled');
    const received = (await waitingFor(family.order_id)).find((row: any) => row.kind === 'received');
    expect(received).toMatchObject({ amount_cents: 110_000, reason: 'Check 1042', asked_by: 'Dana Cole' });
    expect((await approve(received.id)).errors).toEqual([]);
    expect((await payments.read(4)).status).toBe('paid');
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
  });

  it('has aid in it that no code awarded: above the sum its confirmation is a request', async () => {
    const { order_id } = await checkOutWithAid(shop, { amount: 1000 });
    expect(isAsked(await confirmAid(first, order_id))).toBe(true);
    expect(isAsked(await confirmAid(first, order_id))).toBe(true);
    expect((await claimOf(second, order_id)).asked).toMatchObject({ ends_order: false, is_own: false });
    const other = await first.call('POST', `/admin/order/${order_id}/aid/decline`, {
      reason: 'Not awarded.',
      consequence: 'difference',
    });
    expect(other.errors.join()).toContain('Dana Cole asked for approval to confirm this aid');
    const [{ id, kind }] = await waitingFor(order_id);
    expect([kind, (await approve(id)).errors]).toEqual(['aid_confirm', []]);
    expect((await claimOf(second, order_id, 'decided')).state).toBe('confirmed');
    expect(isAsked(await refund({ order_id }, 1))).toBe(true);
  });

  it('has an award in it: above the sum a colleague of who drew the code confirms it', async () => {
    const { period_program_id } = await theLowerSchool(shop);
    const draw = async (awarded_amount: number) =>
      (await first.call('POST', '/admin/aid-codes', { period_program_id, max_uses: 5, awarded_amount }))
        .items[0].code;
    const dear = await checkOutWithAid(shop, { amount: 1000, code: await draw(1000) });
    expect(isAsked(await confirmAid(first, dear.order_id))).toBe(true);
    const [{ id }] = await waitingFor(dear.order_id);
    await second.call('POST', `/admin/approvals/${id}/decline`, { reason: 'I confirm it myself.' });
    expect((await confirmAid(second, dear.order_id)).errors).toEqual([]);
    await setSum(400_000);
    const cheap = await checkOutWithAid(shop, { amount: 1000, code: await draw(1000) });
    expect(await claimOf(first, cheap.order_id)).toBeUndefined();
    await setSum(320_000);
    expect(isAsked(await refund(cheap, 10_000))).toBe(true);
  });

  it('has a discount of staff in it, which no one person gives above the sum', async () => {
    await shop.context.db.execute(sql`update route_discounts set is_sibling_discount = false,
      amount_flat_cents = 40000, amount_percentage_milli_percent = null`);
    const offer = await theLowerSchool(shop);
    const { family, office } = await placedByStaff(shop, offer, { staff: first });
    const [saved] = (await family.call('GET', '/accounting/payment-methods/read/all')).items;
    const brother = { student_id: await aStudentOf(family, { first_name: 'Obi' }) };
    const buy = () =>
      checkOut(shop.app, office, {
        contract: aContract(brother, offer, 'HML-RT-FE', {
          route_discounts: [{ id: offer.discount(), contract_number: 'staff' }],
        }),
        payment: { payment_method_id: saved.id },
        acceptances: acceptancesOf(offer).filter(({ kind }) => kind !== 'ach'),
      });
    await setSum(30_000);
    expect((await buy()).errors.join()).toContain('This discount is more than $300.00');
    await setSum(50_000);
    const { items, errors } = await buy();
    expect(errors).toEqual([]);
    expect(isAsked(await refund({ order_id: items[0].id }, 10_001))).toBe(true);
  });
});

/** @shows MH2.3 */
it('the weekly list names each kind of what was given away, who did it, and who approved it', async () => {
  shop.context.clock.advanceMs(7 * DAY_MS);
  await reviewLastWeek(shop.context);
  await drainJobs(shop.context, ['outbox.drain']);
  const mail = shop.context.mail.sent.find(({ ref }) => ref.startsWith('orders.money_review'));
  for (const line of [
    'Refund, contract continues: $200.00, by Dana Cole. a late start',
    'Received by check or in cash: $1,100.00, by Dana Cole. Cash',
    'Received by check or in cash: $1,100.00, by Dana Cole, approved by Sam Rivers. Check 1042',
    'Payment reduced: $500.00, by Dana Cole. a gift',
    'Aid confirmed: $3,200.00, by Dana Cole, approved by Sam Rivers.',
    'Aid awarded by a code of the office: $3,200.00, by Dana Cole, approved by Sam Rivers.',
    'Staff discount: $400.00, by Dana Cole.',
  ])
    expect(mail!.text).toContain(line);
});
