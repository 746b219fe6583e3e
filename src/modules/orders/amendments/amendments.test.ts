import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { FAMILY } from '#kit/endpoint/right.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  accept,
  amendmentOf,
  changeOf,
  preview,
  propose,
  routesToChange,
  type RoutesToChange,
  type Sold,
} from '#tests/support/app/amendments.ts';
import { sessionOf } from '#tests/support/app/people.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { acceptancesOf, aCard, aContract, checkOut, type Offer } from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { viewerOf } from '#tests/support/database/viewer-of.ts';
import { crashAt } from '#tests/support/fakes/crash-at.ts';
import { acceptAmendment } from './answer-amendment.service.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';

vi.setConfig({ testTimeout: 60_000 });

let { shop, staff, roundTrip, afternoon, sold, toAfternoon } = {} as RoutesToChange;
const start = new Date('2026-04-10T16:00:00Z');

beforeAll(async () => {
  ({ shop, staff, roundTrip, afternoon, sold, toAfternoon } = await routesToChange(start));
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.context.clock.moveTo(start);
  await shop.context.db.execute(
    sql`update company set second_person_above_cents = null, change_fee_cents = 0`,
  );
});

const orderOf = async (who: Sold) => (await who.call('GET', `/order/${who.order_id}`)).items[0];
const one = async (query: ReturnType<typeof sql>): Promise<any> =>
  (await shop.context.db.execute(query)).rows[0];
const seats = async ({ route_id }: Offer) =>
  (await one(sql`select seats_taken::int as n from routes where id = ${route_id}`)).n;
const isSound = async () => expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);

describe('a change of a contract', () => {
  /** @shows OF5.6 */
  it('is planned before anything is sent, and the plan writes nothing', async () => {
    const family = await sold();
    const change = await toAfternoon(family.order_id);
    const answer = await preview(staff, family.order_id, change);
    expect(answer.errors).toEqual([]);
    const [plan] = answer.items;
    expect(plan.kind).toBe('terms');
    expect(plan.changes.map(({ field }: any) => field)).toEqual(['route', 'term']);
    expect(plan.after.year_cents - plan.before.year_cents).toBe(plan.difference_cents);
    expect(plan.refused).toBeNull();
    expect(plan.refund.amount_cents).toBe(-plan.difference_cents);
    expect(plan.seat.line).toContain('Afternoon');
    expect(
      await one(sql`select count(*)::int as n from contract_amendments where order_id = ${family.order_id}`),
    ).toEqual({ n: 0 });
  });

  /** @shows OF5.7 OF5.9 OF5.10 */
  it('moves nothing until the family accepts, then contract, seats, money and paper follow', async () => {
    const family = await sold();
    const [before, taken] = [await seats(roundTrip), await seats(afternoon)];
    const proposed = await propose(shop, staff, {
      order_id: family.order_id,
      change: await toAfternoon(family.order_id),
    });
    expect(proposed.errors).toEqual([]);
    expect(proposed.items[0]).toMatchObject({ number: 1, state: 'proposed', waits_for_approval: false });
    expect([await seats(roundTrip), await seats(afternoon)]).toEqual([before, taken]);
    expect((await orderOf(family)).order_detail.contract.contract_detail.route.name).toBe('Round trip');
    const accepted = await accept(family, family.order_id);
    expect(accepted.errors).toEqual([]);
    expect(accepted.items[0].state).toBe('applied');
    expect([await seats(roundTrip), await seats(afternoon)]).toEqual([before - 1, taken + 1]);
    const order = await orderOf(family);
    expect(order.order_detail.contract.contract_detail.route.name).toBe('Afternoon only');
    expect(order.amendments).toHaveLength(1);
    const row = await one(sql`select o.route_id::int, c.payment_term_id::int,
      c.snapshot #>> '{route,name}' as signed from orders o join contracts c on c.order_id = o.id
      where o.id = ${family.order_id}`);
    expect(row).toEqual({
      route_id: afternoon.route_id,
      payment_term_id: afternoon.term('HML-PM-FE'),
      signed: 'Round trip',
    });
    const refund = await one(sql`select sum(r.amount_cents)::int as back, min(r.state) as state from refunds r
      join payments p on p.id = r.payment_id where p.order_id = ${family.order_id}`);
    expect(refund).toEqual({ back: accepted.items[0].plan.refund.amount_cents, state: 'succeeded' });
    await isSound();
    await drainJobs(shop.context, ['outbox.drain']);
    const mails = shop.context.mail.to(family.email).map(({ subject }) => subject);
    expect(mails.some((subject) => subject.includes('has changed'))).toBe(true);
    const [papers] = (await family.call('GET', `/order/${family.order_id}/documents`)).items;
    expect(papers.amendments).toEqual([
      { number: 1, path: expect.any(String), sha256: expect.any(String), scan: null },
    ]);
    const number = order.order_detail.contract.contract_number;
    const verified = await family.call('GET', `/contract/verify/${number}/${papers.amendments[0].sha256}`);
    expect(verified.items[0]).toEqual({ answer: 'genuine', is_scan: false, amendment: 1, amendments: 1 });
    const [{ rows }] = (await staff.call('GET', '/admin/amendments?state=applied')).items;
    expect(rows.some((one: any) => one.order_id === family.order_id)).toBe(true);
  });

  /** @shows OF10.5 */
  it('is mailed again with the contract, once a day', async () => {
    const family = await sold();
    await propose(shop, staff, { order_id: family.order_id, change: await toAfternoon(family.order_id) });
    await accept(family, family.order_id);
    await drainJobs(shop.context, ['outbox.drain']);
    const sendAgain = () => staff.call('POST', `/admin/order/${family.order_id}/papers-mail`);
    const had = shop.context.mail.to(family.email).length;
    expect([(await sendAgain()).status, (await sendAgain()).status]).toEqual([200, 409]);
    await drainJobs(shop.context, ['outbox.drain']);
    const again = shop.context.mail.to(family.email).slice(had);
    const files = again.flatMap(({ attachments = [] }) => attachments.map(({ filename }) => filename));
    expect(files.toSorted()).toEqual([
      expect.stringMatching(/^amendment-1-27-HM-.*\.pdf$/),
      expect.stringMatching(/^contract-27-HM-.*\.pdf$/),
    ]);
  });

  /** @shows OF5.10 */
  it('is counted for its own contract alone when a paper is verified', async () => {
    const [family, other] = [await sold(), await sold()];
    for (const one of [family, other]) {
      await propose(shop, staff, { order_id: one.order_id, change: await toAfternoon(one.order_id) });
      expect((await accept(one, one.order_id)).errors).toEqual([]);
    }
    await drainJobs(shop.context, ['outbox.drain']);
    const [papers] = (await family.call('GET', `/order/${family.order_id}/documents`)).items;
    const number = (await orderOf(family)).order_detail.contract.contract_number;
    const verified = await family.call('GET', `/contract/verify/${number}/${papers.amendments[0].sha256}`);
    expect(verified.items[0]).toMatchObject({ amendment: 1, amendments: 1 });
  });

  /** @shows OF5.8 */
  it('keeps evidence: hash, time, network and browser, and the texts in force of the new route', async () => {
    const family = await sold();
    await propose(shop, staff, { order_id: family.order_id, change: await toAfternoon(family.order_id) });
    const shown = await amendmentOf(family, family.order_id);
    expect(shown.texts.map(({ kind }: any) => kind)).toEqual(['contract', 'surge']);
    const none = await accept(family, family.order_id, { acceptances: [] });
    expect(none.status).toBe(409);
    await accept(family, family.order_id);
    const row =
      await one(sql`select encode(text_hash, 'hex') as hash, ip, answered_at is not null as is_answered
      from contract_amendments where order_id = ${family.order_id}`);
    expect(row).toEqual({ hash: shown.text_hash, ip: '127.0.0.1', is_answered: true });
    const texts = await one(sql`select count(*)::int as n from acceptances
      where order_id = ${family.order_id} and amendment_id is not null`);
    expect(texts.n).toBe(2);
    // The order itself still has one acceptance for each of its own texts.
    expect((await family.call('GET', `/order/${family.order_id}/contract`)).items[0].texts).toHaveLength(1);
  });

  /** @shows OF9.2 */
  it('that the family has declined keeps what staff asked for, to propose it again', async () => {
    const family = await sold();
    const change = await toAfternoon(family.order_id);
    await propose(shop, staff, { order_id: family.order_id, change });
    const latest = async () =>
      (await staff.call('GET', `/admin/order/${family.order_id}/amendments`)).items[0].amendments[0];
    expect((await latest()).request).toBeNull();
    await family.call('POST', `/order/${family.order_id}/amendment/decline`, { reason: 'Not yet.' });
    const { request } = await latest();
    expect(request).toMatchObject({ contract: change.contract, counts_from: change.counts_from });
    await propose(shop, staff, { order_id: family.order_id, change: request });
    expect((await latest()).state).toBe('proposed');
  });

  /** @shows OF5.8 */
  it('is told on the order while it waits, and can be declined: the seat is free again', async () => {
    const family = await sold();
    expect((await orderOf(family)).is_change_proposed).toBe(false);
    await propose(shop, staff, { order_id: family.order_id, change: await toAfternoon(family.order_id) });
    expect((await orderOf(family)).is_change_proposed).toBe(true);
    const held = sql`select count(*)::int as n from seat_holds where student_id = ${family.student_id}
      and kind = 'amendment' and held_until > ${shop.context.clock.now()}`;
    expect((await one(held)).n).toBe(1);
    const declined = await family.call('POST', `/order/${family.order_id}/amendment/decline`, {
      reason: 'No.',
    });
    expect(declined.items[0].state).toBe('declined');
    expect((await one(held)).n).toBe(0);
    const order = await orderOf(family);
    expect(order.is_change_proposed).toBe(false);
    expect(order.order_detail.contract.contract_detail.route.name).toBe('Round trip');
    const again = await accept(family, family.order_id);
    expect([again.status, again.errors]).toEqual([409, ['This amendment no longer waits for an answer.']]);
  });

  /** @shows OF5.12 */
  it('is withdrawn by staff or ends by itself, with a mail and a row that stays', async () => {
    const [first, second] = [await sold(), await sold()];
    for (const { order_id } of [first, second])
      await propose(shop, staff, { order_id, change: await toAfternoon(order_id) });
    const { id } = (await staff.call('GET', `/admin/order/${first.order_id}/amendments`)).items[0]
      .amendments[0];
    const withdrawn = await staff.call('POST', `/admin/amendments/${id}/withdraw`, { reason: 'A mistake.' });
    expect(withdrawn.items[0]).toMatchObject({ state: 'withdrawn', answer_reason: 'A mistake.' });
    shop.context.clock.advanceMs(73 * 3_600_000);
    await drainJobs(shop.context, ['orders.end-amendments', 'outbox.drain']);
    const later = await sessionOf(shop.app, staff);
    const [basis] = (await later.call('GET', `/admin/order/${second.order_id}/amendments`)).items;
    expect(basis.amendments[0].state).toBe('ended');
    for (const { email } of [first, second])
      expect(
        shop.context.mail.to(email).filter(({ subject }) => subject.includes('no longer holds')),
      ).toHaveLength(1);
  });

  it('of details alone applies at once, without the family and without money', async () => {
    const family = await sold();
    const contract = { special_request: 'The front seat, please.' };
    const change = await changeOf(staff, family.order_id, { contract, agree_by: 'none' });
    const applied = await propose(shop, staff, { order_id: family.order_id, change });
    expect(applied.items[0]).toMatchObject({ kind: 'details', state: 'applied', difference_cents: 0 });
    expect((await orderOf(family)).order_detail.contract.special_request).toBe('The front seat, please.');
    const terms = await toAfternoon(family.order_id, { agree_by: 'none' });
    const refused = await preview(staff, family.order_id, terms);
    expect([refused.status, refused.errors]).toEqual([
      422,
      ['Only details without a difference can change without the family’s agreement.'],
    ]);
  });
});

describe('more to pay', () => {
  /** @shows OF5.14 */
  it('is one new payment with a line for the fee, and the books are sound', async () => {
    const family = await sold('HML-PM-FE', afternoon);
    const contract = { route_id: roundTrip.route_id, payment_term_id: roundTrip.term('HML-RT-FE') };
    const change = await changeOf(staff, family.order_id, {
      contract,
      fee_cents: 5_000,
      fee_reason: 'Twice changed.',
    });
    await propose(shop, staff, { order_id: family.order_id, change });
    const accepted = await accept(family, family.order_id);
    expect(accepted.errors).toEqual([]);
    const { plan } = accepted.items[0];
    expect(plan.payments.map(({ what }: any) => what)).toEqual(['new']);
    const { rows } = await shop.context.db.execute(sql`select l.value_cents::int as cents from transactions l
      join payments p on p.id = l.payment_id
      where p.order_id = ${family.order_id} and p.payment_number = 2 and l.is_adjustment order by l.id`);
    expect(rows).toEqual([{ cents: plan.difference_cents - 5_000 }, { cents: 5_000 }]);
    const { _order_due } = await orderOf(family);
    expect(_order_due).toBe(plan.difference_cents / 100);
    await isSound();
  });
});

describe('what is pressed twice, at once, or cut off', () => {
  /** @shows OF0.22 */
  it('proposes and applies once', async () => {
    const family = await sold();
    const change = await toAfternoon(family.order_id);
    const key = randomUUID();
    const seen = (await preview(staff, family.order_id, change)).items[0].hash;
    const press = () => propose(shop, staff, { order_id: family.order_id, change, key, seen });
    const [one1, two] = [await press(), await press()];
    expect(two.items[0].id).toBe(one1.items[0].id);
    const shown = await amendmentOf(family, family.order_id);
    const acceptances = shown.texts.map(({ kind, text_hash }: any) => ({ kind, text_hash }));
    const body = { text_hash: shown.text_hash, acceptances };
    const answers = await Promise.all(
      [1, 2, 3].map(() => family.call('POST', `/order/${family.order_id}/amendment/accept`, body)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await one(
      sql`select count(*)::int as n from order_refunds where order_id = ${family.order_id}`,
    );
    expect(rows.n).toBe(1);
    await isSound();
  });

  it('gives the last seat to one of two families that accept at once', async () => {
    const families = [await sold(), await sold()];
    for (const { order_id } of families)
      await propose(shop, staff, { order_id, change: await toAfternoon(order_id) });
    const taken = await seats(afternoon);
    // The office lowers the capacity by hand while both seats are held.
    await shop.context.db.execute(sql`delete from seat_holds where kind = 'amendment'`);
    await shop.context.db.execute(
      sql`update routes set capacity = ${taken + 1} where id = ${afternoon.route_id}`,
    );
    const answers = await Promise.all(families.map((family) => accept(family, family.order_id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.flatMap(({ errors }) => errors)).toEqual([expect.stringMatching(/^No seat is free on /)]);
    expect(await seats(afternoon)).toBe(taken + 1);
    await shop.context.db.execute(sql`update routes set capacity = 400 where id = ${afternoon.route_id}`);
    await isSound();
  });
});

describe('an amendment cut off at any step', () => {
  /** @shows OF5.9 */
  it('is applied whole or not at all, and its refund is made once', async () => {
    for (let point = 1; ; point++) {
      const family = await sold();
      await propose(shop, staff, { order_id: family.order_id, change: await toAfternoon(family.order_id) });
      const shown = await amendmentOf(family, family.order_id);
      const { crashPoint, passed } = crashAt(point);
      const { user_id } = await one(sql`select user_id::int from orders where id = ${family.order_id}`);
      const viewer = viewerOf(user_id, FAMILY);
      const accepting = {
        viewer,
        order_id: family.order_id,
        text_hash: shown.text_hash,
        acceptances: shown.texts.map(({ kind, text_hash }: any) => ({ kind, text_hash })),
        ip: '127.0.0.1',
        user_agent: 'Firefox',
      };
      await acceptAmendment({ ...shop.context.billing, crashPoint }, accepting).catch(() => undefined);
      await isSound();
      await accept(family, family.order_id, { text_hash: shown.text_hash }).catch(() => undefined);
      shop.context.clock.advanceMs(2 * 3_600_000);
      await drainJobs(shop.context, ['billing.resolve-refunds']);
      const found = await one(sql`select a.state, count(r.id)::int as refunds, min(r.state) as refund
        from contract_amendments a left join order_refunds d on d.request_key = a.refund_key
        left join refunds r on r.order_refund_id = d.id
        where a.order_id = ${family.order_id} group by a.state`);
      expect(found).toEqual({ state: 'applied', refunds: 1, refund: 'succeeded' });
      shop.context.clock.moveTo(start);
      if (passed.length < point) break;
    }
  });
});

describe('money back above the sum of the company', () => {
  beforeEach(() => shop.context.db.execute(sql`update company set second_person_above_cents = 10000`));

  /** @shows OF5.11 OF0.25 */
  it.each(['colleague first', 'family first'])('waits for a colleague and the family: %s', async (order) => {
    const colleague = await aStaffMember(shop.app, shop.context.db, {
      first_name: 'Sam',
      last_name: 'Rivers',
    });
    const family = await sold();
    const { order_id } = family;
    const change = await toAfternoon(order_id);
    expect((await preview(staff, order_id, change)).items[0].needs_second_person).toBe(true);
    await propose(shop, staff, { order_id, change });
    const [{ rows }] = (await colleague.call('GET', '/admin/approvals')).items;
    const { id } = rows.find((row: any) => row.order_id === order_id);
    const approve = () => colleague.call('POST', `/admin/approvals/${id}/approve`);
    const agree = () => accept(family, order_id);
    const [first, second] = order === 'colleague first' ? [approve, agree] : [agree, approve];
    expect((await first()).errors).toEqual([]);
    expect((await orderOf(family)).order_detail.contract.contract_detail.route.name).toBe('Round trip');
    expect((await second()).errors).toEqual([]);
    expect((await orderOf(family)).order_detail.contract.contract_detail.route.name).toBe('Afternoon only');
    const refund = await one(
      sql`select asked_by_id::int, approved_by::int from order_refunds where order_id = ${order_id}`,
    );
    expect(refund).toEqual({ asked_by_id: staff.user_id, approved_by: colleague.user_id });
    await isSound();
  });

  it('is withdrawn where the colleague declines', async () => {
    const colleague = await aStaffMember(shop.app, shop.context.db, {
      first_name: 'Sam',
      last_name: 'Rivers',
    });
    const family = await sold();
    await propose(shop, staff, { order_id: family.order_id, change: await toAfternoon(family.order_id) });
    const [{ rows }] = (await colleague.call('GET', '/admin/approvals')).items;
    const { id } = rows.find((row: any) => row.order_id === family.order_id);
    const declined = await colleague.call('POST', `/admin/approvals/${id}/decline`, { reason: 'Too much.' });
    expect(declined.errors).toEqual([]);
    expect((await amendmentOf(family, family.order_id)).state).toBe('withdrawn');
  });
});

describe('a change is refused', () => {
  const refusedOf = async (order_id: number, change: object) => {
    const { errors, items } = await preview(staff, order_id, change);
    return errors[0] ?? items[0].refused?.sentence;
  };

  /** @shows OF5.16 */
  it('with a sentence for each reason', async () => {
    const family = await sold();
    const { order_id } = family;
    expect(await refusedOf(order_id, await changeOf(staff, order_id))).toBe('This changes nothing.');
    const change = await toAfternoon(order_id);
    expect(await refusedOf(order_id, { ...change, counts_from: '2031-01-01' })).toMatch(
      /^The day must be from \d\d\/\d\d\/\d{4} to \d\d\/\d\d\/\d{4}\.$/,
    );
    expect(await refusedOf(order_id, { ...change, fee_cents: 1 })).toMatch(/^Please say why the fee/);
    const other = await one(sql`select r.id::int as route_id, pp.program_id::int from routes r
      join period_programs pp on pp.id = r.period_program_id join programs p on p.id = pp.program_id
      join program_groups g on g.id = p.program_group_id where g.path = 'rcs' and r.is_active limit 1`);
    const elsewhere = { ...change.contract, route_id: other.route_id, program_id: other.program_id };
    expect(await refusedOf(order_id, { ...change, contract: elsewhere })).toBe(
      'End this contract and sell a new one.',
    );
    await propose(shop, staff, { order_id, change });
    expect(await refusedOf(order_id, change)).toBe('Amendment 1 waits for the family. Withdraw it first.');
    await staff.call('POST', `/order/${order_id}/cancel`, { reason: 'Moved.' });
    expect(await refusedOf(order_id, change)).toBe('This order is not active.');
    await drainJobs(shop.context, ['orders.end-amendments']);
    expect((await amendmentOf(family, order_id)).state).toBe('ended');
  });

  /** @shows OF5.16 */
  it('while a payment is charged, where the child rides already, and where no seat is free', async () => {
    const family = await sold();
    const { order_id, student_id } = family;
    const change = await toAfternoon(order_id);
    await shop.context.db.execute(sql`update payments set status = 'in_flight' where order_id = ${order_id}`);
    expect(await refusedOf(order_id, change)).toBe(
      'A payment of this order is being charged at this moment. Please try again in a minute.',
    );
    await shop.context.db.execute(sql`update payments set status = 'paid' where order_id = ${order_id}`);
    const taken = await seats(afternoon);
    await shop.context.db.execute(
      sql`update routes set capacity = ${taken} where id = ${afternoon.route_id}`,
    );
    expect(await refusedOf(order_id, change)).toMatch(/^No seat is free on Afternoon only/);
    await shop.context.db.execute(sql`update routes set capacity = 400 where id = ${afternoon.route_id}`);
    await checkOut(shop.app, family, {
      contract: aContract({ student_id }, afternoon, 'HML-PM-FE'),
      payment: aCard(),
      acceptances: acceptancesOf(afternoon).filter(({ kind }) => kind !== 'ach'),
    });
    expect(await refusedOf(order_id, change)).toMatch(/ already has a contract on Afternoon only/);
  });

  /** @shows OF0.24 */
  it('by staff whose own child it is, and where the plan is another one by now', async () => {
    const family = await sold();
    const { order_id } = family;
    const change = await toAfternoon(order_id);
    const stale = await propose(shop, staff, { order_id, change, seen: 'another' });
    expect([stale.status, stale.errors]).toEqual([
      409,
      ['What this change does is no longer what you were shown. Look at it again.'],
    ]);
    await shop.context.db.execute(sql`update orders set user_id = ${staff.user_id} where id = ${order_id}`);
    await shop.context.db.execute(
      sql`update contracts set snapshot = jsonb_set(snapshot, '{parent,id}', to_jsonb(${staff.user_id}::int))
        where order_id = ${order_id}`,
    );
    expect((await preview(staff, order_id, change)).status).toBe(403);
  });
});
