import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { sessionOf, verifyEmailOf, type Person } from '#tests/support/app/people.ts';
import { placedByStaff, type StaffPlacedOrder } from '#tests/support/app/placed-by-staff.ts';
import { aBuyer, anOffer, openSeasonApp, type Offer, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, impersonate, type StaffMember } from '#tests/support/app/staff.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let staff: StaffMember;
let afternoon: Offer;
let placed: StaffPlacedOrder;

const start = new Date('2026-04-10T16:00:00Z');
beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(start);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.context.clock.moveTo(start);
  staff = await aStaffMember(shop.app, shop.context.db);
  // The route has surge pricing, so an order has two texts.
  afternoon = await anOffer(shop.app, 'hm', 'hm-lower', 'Afternoon only');
  placed = await placedByStaff(shop, afternoon, { staff, term: 'HML-PM-FE' });
  await drainJobs(shop.context, ['orders.ask-acceptances', 'outbox.drain']);
});

const textsOf = async ({ family, order_id }: StaffPlacedOrder, who = family): Promise<any[]> =>
  (await who.call('GET', `/order/${order_id}/contract`)).items[0].texts;
const namedOf = async (order: StaffPlacedOrder) =>
  (await textsOf(order)).map(({ kind, text_hash }) => ({ kind, text_hash }));
const accept = (who: Person, order_id: number, acceptances: object[]) =>
  who.call('POST', `/order/${order_id}/acceptance`, { acceptances });
const orderOf = async (who: Person, order_id: number) =>
  (await who.call('GET', `/order/${order_id}`)).items[0];
const rowsOf = async (order_id: number) =>
  (
    await shop.context.db.execute(
      sql`select kind, user_id::int, placed_by_id::int, ip, user_agent, encode(text_hash, 'hex') as hash
        from acceptances where order_id = ${order_id} order by id`,
    )
  ).rows as any[];
const askedOf = ({ family }: Pick<StaffPlacedOrder, 'family'>) =>
  shop.context.mail.to(family.email).filter(({ subject }) => subject.startsWith('Please accept'));

describe('an order that staff have placed', () => {
  /** @shows H10.4 */
  it('is mailed to its family once, with a link that is no key', async () => {
    await drainJobs(shop.context, ['orders.ask-acceptances', 'outbox.drain']);
    const [mail, ...more] = askedOf(placed);
    expect(more).toEqual([]);
    expect(mail!.text).toContain(`/dashboard/orders/${placed.order_id}/accept`);
    const answer = await shop.app.inject(`/api/order/${placed.order_id}/contract`);
    expect(answer.statusCode).toBe(401);
  });

  /** @shows H10.4 */
  it('is accepted by its family with a network, a time and the texts as they were in force', async () => {
    const { family, order_id } = placed;
    expect((await orderOf(family, order_id)).staff_placed).toEqual({ staff: 'Dana Cole', accepted_at: null });
    const answer = await accept(family, order_id, await namedOf(placed));
    expect([answer.status, answer.items[0].texts.length]).toEqual([200, 2]);
    const accepted_at = shop.context.clock.now().toISOString();
    expect((await orderOf(staff, order_id)).staff_placed).toEqual({ staff: 'Dana Cole', accepted_at });
    expect((await textsOf(placed)).map((text) => text.family_accepted_at)).toEqual([
      accepted_at,
      accepted_at,
    ]);
    const [contract, surge, ownContract, ownSurge, ...more] = await rowsOf(order_id);
    expect(more).toEqual([]);
    expect([contract.placed_by_id, surge.placed_by_id]).toEqual([staff.user_id, staff.user_id]);
    for (const [by, own] of [
      [contract, ownContract],
      [surge, ownSurge],
    ]) {
      const { kind, hash, user_id } = by;
      expect(own).toMatchObject({ kind, hash, user_id, placed_by_id: null, ip: '127.0.0.1' });
    }
  });

  it('is accepted once, whoever presses twice', async () => {
    const { family, order_id } = placed;
    const named = await namedOf(placed);
    const answers = await Promise.all([accept(family, order_id, named), accept(family, order_id, named)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rowsOf(order_id)).toHaveLength(4);
    await drainJobs(shop.context, ['orders.ask-acceptances', 'outbox.drain']);
    expect(askedOf(placed)).toHaveLength(1);
  });

  it('takes no other texts and no part, and no word of staff or of another family', async () => {
    const { family, order_id } = placed;
    const named = await namedOf(placed);
    const other = await aBuyer(shop.app);
    const office = await impersonate(shop.app, staff, family);
    const stale = named.map((text) => ({ ...text, text_hash: 'a'.repeat(64) }));
    const statuses = [
      await accept(family, order_id, stale),
      await accept(family, order_id, named.slice(1)),
      await accept(family, order_id, []),
      await accept(staff, order_id, named),
      await accept(office, order_id, named),
      await accept(other, order_id, named),
    ].map(({ status }) => status);
    expect(statuses).toEqual([409, 409, 409, 404, 403, 404]);
    expect(await rowsOf(order_id)).toHaveLength(2);
  });

  /** @shows H10.5 */
  it('keeps the texts with which it was placed when the season has new ones', async () => {
    const { family, order_id } = placed;
    const before = await textsOf(placed);
    await shop.context.db.execute(
      sql`update period_programs set contract_text = contract_text || '<p>New</p>'`,
    );
    const answer = await accept(family, order_id, await namedOf(placed));
    expect(answer.status).toBe(200);
    expect(answer.items[0].texts.map(({ html }: any) => html)).toEqual(before.map(({ html }) => html));
  });

  /** @shows H10.5 */
  it('has a paper that says who accepted when, and the earlier one stays genuine', async () => {
    const { family, order_id } = placed;
    const paper = async () => {
      const { signed_copy } = (await family.call('GET', `/order/${order_id}/documents`)).items[0];
      const { rawPayload } = await shop.app.inject(signed_copy.path);
      const [{ signed_copy: kept }] = (await family.call('GET', `/order/${order_id}/documents`)).items;
      return { text: (await readPdf(rawPayload)).text, sha256: kept.sha256 };
    };
    const before = await paper();
    expect(before.text).toContain('did not accept them itself');
    await accept(family, order_id, await namedOf(placed));
    const after = await paper();
    expect(after.text).toContain('Adaeze Okafor then read these texts online');
    expect(after.text).toContain('Accepted by the parent on');
    expect(after.sha256).not.toBe(before.sha256);
    const [{ order_detail }] = (await family.call('GET', `/order/${order_id}`)).items;
    const { contract_number } = order_detail.contract;
    for (const { sha256 } of [before, after]) {
      const answer = await family.call('GET', `/contract/verify/${contract_number}/${sha256}`);
      expect(answer.items).toEqual([{ answer: 'genuine', is_scan: false, amendments: 0, amendment: null }]);
    }
  });

  it('is charged no congestion fee before its family has accepted surge pricing', async () => {
    const { family, order_id } = placed;
    const counts = async () => {
      const path = `/admin/congestion-fees/preview/${afternoon.route_id}`;
      const [{ accepted, not_accepted }] = (await staff.call('GET', path)).items;
      return { accepted, not_accepted };
    };
    const before = await counts();
    await accept(family, order_id, await namedOf(placed));
    expect(await counts()).toEqual({
      accepted: before.accepted + 1,
      not_accepted: before.not_accepted - 1,
    });
  });
});

/** @shows H10.6 */
describe('staff', () => {
  it('ask a family again, once a day and not after it has accepted', async () => {
    const { family, order_id } = placed;
    const ask = async () =>
      (await sessionOf(shop.app, staff)).call('POST', `/admin/order/${order_id}/acceptance/mail`);
    expect((await ask()).status).toBe(200);
    expect((await ask()).errors).toEqual(['The family has already been emailed today.']);
    await drainJobs(shop.context, ['outbox.drain']);
    expect(askedOf(placed)).toHaveLength(2);
    shop.context.clock.advanceMs(DAY_MS);
    expect((await ask()).status).toBe(200);
    await accept(await sessionOf(shop.app, family), order_id, await namedOf(await renewed()));
    await drainJobs(shop.context, ['outbox.drain']);
    expect(askedOf(placed)).toHaveLength(2);
    shop.context.clock.advanceMs(DAY_MS);
    expect((await ask()).errors).toEqual(['There is nothing to accept for this order.']);
  });

  it('read on Today which orders have waited for more than three days', async () => {
    const lateOf = async () => {
      const who = await sessionOf(shop.app, staff);
      const [{ late_acceptances }] = (await who.call('GET', '/admin/today')).items;
      return late_acceptances.filter((late: any) => late.order_id === placed.order_id);
    };
    expect(await lateOf()).toEqual([]);
    shop.context.clock.advanceMs(4 * DAY_MS);
    expect(await lateOf()).toEqual([{ order_id: placed.order_id, days: 4 }]);
    const { family, order_id } = await renewed();
    await accept(family, order_id, await namedOf(await renewed()));
    expect(await lateOf()).toEqual([]);
  });

  it('ask nobody for an order that has ended', async () => {
    const { family, order_id } = placed;
    const named = await namedOf(placed);
    await staff.call('POST', `/order/${order_id}/cancel`, { reason: 'The family has moved.' });
    expect((await staff.call('POST', `/admin/order/${order_id}/acceptance/mail`)).status).toBe(409);
    expect((await accept(family, order_id, named)).status).toBe(409);
  });

  it('name the child in the mail once the address is verified', async () => {
    await verifyEmailOf(shop.app, placed.family as never);
    await staff.call('POST', `/admin/order/${placed.order_id}/acceptance/mail`);
    await drainJobs(shop.context, ['outbox.drain']);
    expect(askedOf(placed).map(({ text }) => text.includes('Ngozi'))).toEqual([false, true]);
  });
});

async function renewed(): Promise<StaffPlacedOrder> {
  return { ...placed, family: await sessionOf(shop.app, placed.family) };
}
