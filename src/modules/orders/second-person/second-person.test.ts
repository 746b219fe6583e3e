import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { send, type Answer } from '#tests/support/app/people.ts';
import { nameTheSeason, setWindow } from '#tests/support/app/request-windows.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { viewerOf } from '#tests/support/database/viewer-of.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { Crashed, crashAt } from '#tests/support/fakes/crash-at.ts';
import { approveRequest } from './second-person.service.ts';

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
afterAll(() => shop.close());

const ASKED = [
  409,
  [
    'Amounts above $500.00 need a second person’s approval. A colleague has been asked to approve ' +
      'this under Approvals; nothing has happened yet.',
  ],
];
const said = ({ status, errors }: Answer) => [status, errors];

const refund = (
  { order_id }: Pick<PayingFamily, 'order_id'>,
  amount_cents: number | null,
  { key = randomUUID(), cancel_order = false } = {},
) =>
  send(shop.app, {
    method: 'POST',
    url: `/admin/order/${order_id}/refund`,
    payload: { amount_cents, way: 'processor', reason: 'moved away', cancel_order },
    headers: { authorization: `Bearer ${first.tokens.access_token}`, 'idempotency-key': key },
  });

async function waitingFor(order_id: number, who: StaffMember = second) {
  const [{ rows }] = (await who.call('GET', '/admin/approvals')).items;
  return rows.filter((row: { order_id: number }) => row.order_id === order_id);
}

const approve = (id: number, who: StaffMember = second) => who.call('POST', `/admin/approvals/${id}/approve`);
const decline = (id: number, who: StaffMember = second) =>
  who.call('POST', `/admin/approvals/${id}/decline`, { reason: 'Ask the school first.' });

async function refundsOf({ order_id }: PayingFamily) {
  const [{ refunds, is_active }] = (await first.call('GET', `/admin/order/${order_id}/refunds`)).items;
  return { is_active, refunds: refunds.map((row: any) => [row.amount_cents, row.approved_by]) };
}

async function auditOf(subject: string) {
  const { rows } = await shop.context.db.execute<{ action: string; actor_id: number }>(
    sql`select action, actor_id from audit_log where subject = ${subject} order by id`,
  );
  return rows.map(({ action, actor_id }) => [action, actor_id]);
}

async function mailsOf(kind: string) {
  await drainJobs(shop.context, ['outbox.drain']);
  return shop.context.mail.sent.filter(({ ref }) => ref.startsWith(kind));
}

/** @shows H4.2 */
describe('a refund above the sum of the company', () => {
  it('waits for a second person, and moves no money before', async () => {
    const family = await onFourPayments(shop, aCard());
    expect((await refund(family, 50_000)).status).toBe(200);
    const another = await onFourPayments(shop, aCard());
    expect(said(await refund(another, 50_001))).toEqual(ASKED);
    expect(await refundsOf(another)).toEqual({ is_active: true, refunds: [] });
    expect(await waitingFor(another.order_id)).toMatchObject([
      { kind: 'refund', amount_cents: 50_001, asked_by: 'Dana Cole', reason: 'moved away', days_open: 0 },
    ]);
    const [mail] = (await mailsOf('orders.second_person')).slice(-1);
    expect([mail!.to, mail!.text]).toEqual([
      ['service@harborline.example'],
      expect.stringContaining(
        'Dana Cole has asked for something that is above what one person can decide alone.',
      ),
    ]);
  });

  it('is asked for once however often it is pressed, and added up from its parts', async () => {
    const family = await onFourPayments(shop, aCard());
    const key = randomUUID();
    expect((await refund(family, 30_000, { key })).status).toBe(200);
    expect((await refund(family, 30_000, { key })).status).toBe(200);
    expect(said(await refund(family, 30_000))).toEqual(ASKED);
    expect(said(await refund(family, 30_000))).toEqual(ASKED);
    expect(await waitingFor(family.order_id)).toHaveLength(1);
    expect((await refundsOf(family)).refunds).toEqual([[30_000, 'Dana Cole']]);
  });

  it('is paid once when another person approves it, and ends the order where asked to', async () => {
    const family = await onFourPayments(shop, aCard());
    await refund(family, null, { cancel_order: true });
    const [{ id, amount_cents }] = await waitingFor(family.order_id);
    const [own] = await waitingFor(family.order_id, first);
    expect(own.approve_refused).toBe('is_first');
    expect(said(await approve(id, first))).toEqual([
      403,
      ['You requested this yourself, so someone else has to approve it.'],
    ]);
    const answers = await Promise.all([approve(id), approve(id), approve(id)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await approve(id)).status).toBe(200);
    expect(await refundsOf(family)).toEqual({ is_active: false, refunds: [[amount_cents, 'Sam Rivers']] });
    expect(await waitingFor(family.order_id)).toEqual([]);
    expect(await auditOf(`order:${family.order_id}`)).toEqual(
      expect.arrayContaining([
        ['second_person.ask', first.user_id],
        ['second_person.approve', second.user_id],
      ]),
    );
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
  });

  it('of a family’s request waits as well, and is finished by the approval', async () => {
    const family = await onFourPayments(shop, aCard());
    await nameTheSeason(shop.context.db, '2019');
    await setWindow(first, '2019', { refund_open: true, refund_cutoff: null });
    await family.call('POST', '/order-refund', { order: { id: family.order_id }, refund: { type: 0 } });
    const [{ rows }] = (await first.call('GET', '/admin/requests?kind=refund')).items;
    const request = rows.find((row: { order_id: number }) => row.order_id === family.order_id);
    const body = { way: 'processor', amount_cents: null, check_number: null };
    const finish = () => first.call('POST', `/admin/refund-requests/${request.id}/finish`, body);
    expect(said(await finish())).toEqual(ASKED);
    const [{ id, kind }] = await waitingFor(family.order_id);
    expect([kind, (await approve(id)).status]).toEqual(['refund_request', 200]);
    expect((await refundsOf(family)).refunds).toHaveLength(1);
  });

  it('is declined with a reason that the first person gets, and nothing has moved', async () => {
    const family = await onFourPayments(shop, aCard());
    await refund(family, null);
    const [{ id }] = await waitingFor(family.order_id);
    expect((await decline(id)).status).toBe(200);
    expect(said(await approve(id))).toEqual([409, ['This request for approval has already been decided.']]);
    expect((await refundsOf(family)).refunds).toEqual([]);
    const [mail] = (await mailsOf('orders.second_person_declined')).slice(-1);
    expect([mail!.to, mail!.text]).toEqual([[first.email], expect.stringContaining('Ask the school first.')]);
    await refund(family, null);
    const [again] = await waitingFor(family.order_id);
    expect((await decline(again.id, first)).status).toBe(200);
    expect(await waitingFor(family.order_id)).toEqual([]);
  });

  it('is approved by nobody whose own order it is', async () => {
    const family = await onFourPayments(shop, aCard());
    await refund(family, null);
    await shop.context.db.execute(sql`insert into user_roles (user_id, role_type_id)
      select u.id, o.id from users u, options o where u.email = ${family.email} and o.key = 'userRoleAdmin'`);
    const [{ id }] = await waitingFor(family.order_id);
    const answer = await family.call('POST', `/admin/approvals/${id}/approve`);
    expect([answer.status, answer.errors]).toEqual([
      403,
      [
        'This belongs to your own account, or to a child whose guardian you are. ' +
          'Please ask a colleague to do this.',
      ],
    ]);
  });
});

/** @shows H4.2 MC15.4 */
describe('a waiver above the sum of the company', () => {
  it('waits for a second person, whole or in parts, and is carried out by the approval', async () => {
    const family = await onFourPayments(shop, aCard());
    const payments = await staffPaymentsOf(shop, first, family.order_id);
    expect((await payments.edit(2, { amount: 700, adjustment_reason: 'a gift' })).status).toBe(200);
    expect(said(await payments.edit(3, { amount: 800, adjustment_reason: 'one more' }))).toEqual(ASKED);
    expect((await payments.read(3)).amount).toBe(1100);
    expect((await payments.edit(3, { notes: 'called' })).status).toBe(200);
    const [stale] = await waitingFor(family.order_id);
    expect(said(await approve(stale.id))).toEqual([
      409,
      [
        'The payment has changed since this was requested. Decline the request, so that it can be made ' +
          'again for the payment as it is now.',
      ],
    ]);
    await decline(stale.id);
    expect(said(await payments.edit(3, { is_waived: true, adjustment_reason: 'a gift' }))).toEqual(ASKED);
    const [{ id, kind, amount_cents }] = await waitingFor(family.order_id);
    expect([kind, amount_cents]).toEqual(['waiver', 110_000]);
    expect((await approve(id)).status).toBe(200);
    const owed = (await payments.order()).payments.map((row: any) => row.payment_number);
    expect(owed).not.toContain(3);
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
  });
});

/** @shows H4.2 */
it('an approval that the process did not live to see leaves the refund once, or asks again', async () => {
  const staff = viewerOf(second.user_id);
  for (let k = 1; ; k += 1) {
    const family = await onFourPayments(shop, aCard());
    await refund(family, null);
    const [{ id }] = await waitingFor(family.order_id);
    const { crashPoint, passed } = crashAt(k);
    const { billing } = shop.context;
    await approveRequest({ ...billing, crashPoint }, { staff, id }).catch((error: unknown) => {
      if (!(error instanceof Crashed)) throw error;
    });
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
    await approveRequest(billing, { staff, id });
    const { rows } = await shop.context.db.execute<{ n: number }>(
      sql`select count(*)::int as n from order_refunds where order_id = ${family.order_id}`,
    );
    expect([k, rows[0]!.n]).toEqual([k, 1]);
    if (passed.length < k) break;
  }
  for (let hours = 0; hours < 3; hours += 1) {
    shop.context.clock.advanceMs(HOUR_MS + 1);
    await drainJobs(shop.context, ['billing.resolve', 'billing.resolve-refunds']);
  }
  expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
});
