import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#kit/durations.ts';
import {
  changeAidCode,
  checkOutWithAid,
  claimOf,
  confirmAid,
  declineAid,
  type AidedFamily,
} from '#tests/support/app/aid-to-confirm.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { send, type Answer, type Person } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
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
  await setSum(50_000);
});
afterAll(() => shop.close());

const setSum = (cents: number | null) =>
  shop.context.db.execute(sql`update company set second_person_above_cents = ${cents}`);

const END = { reason: 'Not awarded.', consequence: 'end', way: 'processor', check_number: null } as const;
const end = (order_id: number, who: Person = first, changes: object = {}) =>
  declineAid(who, order_id, { ...END, ...changes });

const refund = (order_id: number, amount_cents: number | null) =>
  send(shop.app, {
    method: 'POST',
    url: `/admin/order/${order_id}/refund`,
    payload: { amount_cents, way: 'processor', reason: 'moved away', cancel_order: false },
    headers: { authorization: `Bearer ${first.tokens.access_token}`, 'idempotency-key': randomUUID() },
  });

const said = ({ status, errors }: Answer) => [status, errors.join()];
const ASKED = [409, expect.stringContaining('A colleague has been asked to approve this under Approvals')];
const DECLINE_WAITS = [409, expect.stringContaining('Dana Cole has asked to decline this aid')];

async function waitingFor(order_id: number, who: Person = second) {
  const [{ rows }] = (await who.call('GET', '/admin/approvals')).items;
  return rows.filter((row: { order_id: number }) => row.order_id === order_id);
}
const approve = (id: number, who: Person = second) => who.call('POST', `/admin/approvals/${id}/approve`);
const takeBack = (id: number, who: Person = second) =>
  who.call('POST', `/admin/approvals/${id}/decline`, { reason: 'Ask the school first.' });

async function moneyOf(order_id: number) {
  const [{ refunds, is_active }] = (await first.call('GET', `/admin/order/${order_id}/refunds`)).items;
  return { is_active, refunds: refunds.map((row: any) => [row.amount_cents, row.approved_by]) };
}
const UNTOUCHED = { is_active: true, refunds: [] };

/** A family with $1,030.00 paid, the card fee included. */
const aFamily = (): Promise<AidedFamily> => checkOutWithAid(shop, { amount: 1000 });

/** @shows H4.4 */
describe('declining aid with the end of its order, above the sum of the company', () => {
  it('waits for a second person, and moves no money before', async () => {
    const { order_id } = await aFamily();
    expect(said(await end(order_id))).toEqual(ASKED);
    expect(said(await end(order_id))).toEqual(ASKED);
    expect(await moneyOf(order_id)).toEqual(UNTOUCHED);
    expect(await waitingFor(order_id)).toMatchObject([
      { kind: 'aid_end', amount_cents: 103_000, asked_by: 'Dana Cole', reason: 'Not awarded.' },
    ]);
    const asked = { asked_by: 'Dana Cole', amount_cents: 103_000 };
    expect((await claimOf(second, order_id)).asked).toMatchObject({ ...asked, is_own: false });
    expect((await claimOf(first, order_id)).asked).toMatchObject({ ...asked, is_own: true });
    await drainJobs(shop.context, ['outbox.drain']);
    expect(shop.context.mail.sent.at(-1)!.text).toContain('Financial aid declined, order ended');
  });

  it('happens once when another person approves it, in whose name it stands', async () => {
    const family = await aFamily();
    const { order_id } = family;
    await end(order_id);
    const [{ id }] = await waitingFor(order_id);
    expect((await approve(id, first)).status).toBe(403);
    const answers = await Promise.all([approve(id), approve(id), approve(id)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await approve(id)).status).toBe(200);
    expect(await moneyOf(order_id)).toEqual({ is_active: false, refunds: [[103_000, 'Sam Rivers']] });
    expect(await claimOf(second, order_id, 'decided')).toMatchObject({
      state: 'declined',
      consequence: 'end',
      reason: 'Not awarded.',
      decided_by: 'Sam Rivers',
      asked: null,
    });
    await drainJobs(shop.context, ['outbox.drain']);
    const told = shop.context.mail.sent.filter(({ ref }) => ref === `orders.aid_declined.order-${order_id}`);
    expect(told.map(({ to }) => to.includes(family.email))).toContain(true);
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
  });

  it('is open to be decided anew when the second person declines, or the first takes it back', async () => {
    const { order_id } = await aFamily();
    for (const who of [second, first]) {
      expect(said(await end(order_id))).toEqual(ASKED);
      const [{ id }] = await waitingFor(order_id);
      expect((await takeBack(id, who)).status).toBe(200);
      expect((await claimOf(first, order_id)).asked).toBeNull();
      expect(await moneyOf(order_id)).toEqual(UNTOUCHED);
    }
    // The difference left by the aid is above the limit too.
    expect(said(await confirmAid(first, order_id))).toEqual(ASKED);
  });

  it('happens at once up to the sum, where no sum is set, and where nothing was paid', async () => {
    const cheap = await checkOutWithAid(shop, { amount: 400 });
    expect((await end(cheap.order_id)).status).toBe(200);
    await changeAidCode(shop, { needs_confirmation: true });
    const awaited = await checkOutWithAid(shop, { amount: 3000 });
    await changeAidCode(shop, { needs_confirmation: false });
    expect((await end(awaited.order_id)).status).toBe(200);
    await setSum(null);
    const dear = await aFamily();
    expect((await end(dear.order_id)).status).toBe(200);
    await setSum(50_000);
    expect((await moneyOf(dear.order_id)).refunds).toEqual([[103_000, 'Dana Cole']]);
  });

  it('has no way around: not in parts, by other decisions, by a refund, nor with another sum', async () => {
    const inParts = await aFamily();
    expect((await refund(inParts.order_id, 50_000)).status).toBe(200);
    expect(said(await end(inParts.order_id))).toEqual(ASKED);

    const { order_id } = await aFamily();
    await end(order_id);
    const other = { reason: 'Another reason.' };
    const tries: [Answer, unknown][] = [
      [
        await end(order_id, first, other),
        [409, expect.stringMatching(/^Your request was not sent, because declining the aid/)],
      ],
      [
        await refund(order_id, null),
        [409, expect.stringMatching(/^Your request was not sent, because declining the aid/)],
      ],
      [await confirmAid(first, order_id), DECLINE_WAITS],
      [await end(order_id, first, { consequence: 'difference' }), DECLINE_WAITS],
      [await end(order_id, second), ASKED],
    ];
    for (const [answer, expected] of tries) expect(said(answer)).toEqual(expected);
    // A later change of the company's limit does not release a waiting request.
    await setSum(null);
    expect(said(await end(order_id))).toEqual(DECLINE_WAITS);
    await setSum(50_000);
    expect(await moneyOf(order_id)).toEqual(UNTOUCHED);
    expect(await waitingFor(order_id)).toHaveLength(1);
  });

  it('is neither asked for nor approved by whose own order it is', async () => {
    const family = await aFamily();
    await shop.context.db.execute(sql`insert into user_roles (user_id, role_type_id)
      select u.id, o.id from users u, options o where u.email = ${family.email} and o.key = 'userRoleAdmin'`);
    const own = [403, expect.stringContaining('your own account')];
    expect(said(await end(family.order_id, family))).toEqual(own);
    expect(await waitingFor(family.order_id)).toEqual([]);
    await end(family.order_id);
    const [{ id }] = await waitingFor(family.order_id);
    expect(said(await approve(id, family))).toEqual(own);
  });

  it('says which refund waits already, and is asked for once that is decided', async () => {
    const { order_id } = await aFamily();
    expect(said(await refund(order_id, 60_000))).toEqual(ASKED);
    expect(said(await end(order_id, second))).toEqual([
      409,
      'Your request was not sent, because a refund of this order ($600.00), requested by Dana Cole, is ' +
        'already waiting for approval. Ask a colleague to decide it under Approvals first, or withdraw it.',
    ]);
    expect((await claimOf(second, order_id)).asked).toBeNull();
    const [{ id }] = await waitingFor(order_id);
    expect((await approve(id)).status).toBe(200);
    expect(said(await end(order_id))).toEqual(ASKED);
    expect(await waitingFor(order_id)).toMatchObject([{ kind: 'aid_end', amount_cents: 43_000 }]);
  });
});

/** @shows H4.4 */
it('an approved end that the process did not live to see pays back once, or asks again', async () => {
  const staff = viewerOf(second.user_id);
  for (let k = 1; ; k += 1) {
    const { order_id } = await aFamily();
    await end(order_id);
    const [{ id }] = await waitingFor(order_id);
    const { crashPoint, passed } = crashAt(k);
    const { billing } = shop.context;
    await approveRequest({ ...billing, crashPoint }, { staff, id }).catch((error: unknown) => {
      if (!(error instanceof Crashed)) throw error;
    });
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
    await approveRequest(billing, { staff, id });
    const { rows } = await shop.context.db.execute(sql`select o.status,
      (select count(*)::int from order_refunds r where r.order_id = o.id) as refunds
      from orders o where o.id = ${order_id}`);
    expect([k, ...rows]).toEqual([k, { status: 'cancelled', refunds: 1 }]);
    if (passed.length < k) break;
  }
  for (let hours = 0; hours < 3; hours += 1) {
    shop.context.clock.advanceMs(HOUR_MS + 1);
    await drainJobs(shop.context, ['billing.resolve', 'billing.resolve-refunds']);
  }
  expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
});
