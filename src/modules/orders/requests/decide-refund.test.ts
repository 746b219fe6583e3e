import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { send, sessionOf } from '#tests/support/app/people.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { setWindow } from '#tests/support/app/request-windows.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let offer: Offer;
let staff: StaffMember;
let buyer: Buyer;
let order: any;
let request: any;

beforeAll(async () => {
  shop = await openSeasonApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  staff = await aStaffMember(shop.app, shop.context.db);
  await shop.context.db.execute(sql`update company set refund_periods = '{2027}'`);
  await setWindow(staff, '2027', {
    refund_open: true,
    refund_cutoff: null,
    reassign_open: true,
    reassign_cutoff: null,
    reassign_to: 'Seaway Coaches',
  });
});
afterAll(() => shop.close());

async function ask(number?: string): Promise<void> {
  const guardian_2 = {
    guardian_2_first_name: 'Obinna',
    guardian_2_last_name: 'Okafor',
    guardian_2_phone_mobile: '917-555-0133',
    guardian_2_email: 'obinna@okafor.example',
  };
  buyer = await aBuyer(shop.app, guardian_2);
  const bought = await checkOut(shop.app, buyer, {
    contract: aContract(buyer, offer, 'HML-RT-S2'),
    payment: aCard(number),
  });
  // The lossy card loses the answer to the charge too, but the order exists.
  order = bought.items[0] ?? (await buyer.call('GET', '/order')).items[0];
  await buyer.call('POST', '/order-refund', { order: { id: order.id }, refund: { type: 0 } });
  request = (await inbox('open')).find((row) => row.order_id === order.id);
}

beforeEach(() => ask());

const STATES = { open: 'requested,in_work,under_way', ended: 'finished,declined' };
const inbox = async (show: keyof typeof STATES) =>
  (await staff.call('GET', `/admin/requests?state=${STATES[show]}`)).items[0].rows as any[];
const decide = (what: string, body: object = {}) =>
  staff.call('POST', `/admin/refund-requests/${request.id}/${what}`, body);
const CARDS = {
  answersLost: '4000000000006603',
  refundLost: '4000000000006637',
  refundRefused: '4000000000007726',
};
const byCheck = { way: 'check', check_number: '1044' };
/** Advances the clock by hours until the resolver has looked the refund up and the request has followed. */
async function letTheResolverFindOut(): Promise<void> {
  for (let hours = 0; hours < 30; hours += 1) {
    shop.context.clock.advanceMs(60 * 60_000);
    await drainJobs(shop.context, ['billing.resolve-refunds', 'orders.sync-refunds']);
    if (
      (
        await shop.context.db.execute(
          sql`select 1 from refund_requests where id = ${request.id} and status = 'under_way'`,
        )
      ).rows.length === 0
    )
      break;
  }
  staff = { ...staff, ...(await sessionOf(shop.app, staff)) };
  buyer = { ...buyer, ...(await sessionOf(shop.app, buyer)) };
}
const seen = async () => (await buyer.call('GET', `/order/${order.id}`)).items[0];
const credits = async () => (await seen()).transactions.filter(({ is_credit }: any) => is_credit);
const audits = async () =>
  (
    await shop.context.db.execute(
      sql`select action from audit_log
        where subject = ${`order:${order.id}`} and action like 'refund_request%' order by id`,
    )
  ).rows.map(({ action }) => action);
async function subjects(): Promise<string[]> {
  await drainJobs(shop.context, ['outbox.drain']);
  return shop.context.mail
    .to(buyer.email)
    .filter((mail) => shop.context.mail.readersOf(mail).includes('obinna@okafor.example'))
    .map(({ subject }) => subject);
}
const decided = [409, ['This refund request has already been decided. Reload the page to see how.']];

describe('a refund request', () => {
  it('waits in the inbox with its order, and moves to those that have ended', async () => {
    expect(request).toMatchObject({
      contract_number: order.order_detail.contract.contract_number,
      program: 'Lower Division, Nursery to 5th',
      request: { state: 'requested', type: 0 },
    });
    await decide('finish', byCheck);
    expect((await inbox('open')).map(({ order_id }) => order_id)).not.toContain(order.id);
    const ended = (await inbox('ended')).find(({ order_id }) => order_id === order.id);
    expect(ended).toMatchObject({ request: { state: 'finished', way: 'check' }, decided_by: 'Dana Cole' });
  });

  it('is taken up once, and the family reads that it is worked on', async () => {
    for (const _ of [1, 2])
      expect((await decide('take-up')).items[0]).toMatchObject({
        taken_up_by: 'Dana Cole',
        request: { state: 'in_work' },
      });
    expect((await seen()).order_refund_request).toMatchObject({
      state: 'in_work',
      taken_up_at: expect.any(String),
    });
    expect(await audits()).toEqual(['refund_request.take_up']);
    expect((await subjects()).filter((subject) => subject.startsWith('We’re reviewing'))).toHaveLength(1);
  }, 30_000);

  it('is declined with a reason that the family reads, and that is its end', async () => {
    expect((await decide('decline', { reason: ' ' })).fields).toHaveProperty('reason');
    expect((await decide('decline', { reason: 'The buses ran all year.' })).items[0].request).toMatchObject({
      state: 'declined',
      reason: 'The buses ran all year.',
    });
    for (const again of [
      decide('finish', byCheck),
      decide('take-up'),
      decide('decline', { reason: 'Another one.' }),
    ]) {
      const { status, errors } = await again;
      expect([status, errors]).toEqual(decided);
    }
    expect((await seen()).order_refund_request).toMatchObject({
      state: 'declined',
      reason: 'The buses ran all year.',
    });
    expect([await credits(), await audits()]).toEqual([[], ['refund_request.decline']]);
    expect(await subjects()).toContain(`Your refund request for order ${order.id} was declined`);
  }, 30_000);

  it.each([byCheck, { way: 'driver_fund' }, { way: 'processor' }])(
    'is finished by %j with everything that was paid, once, however often it is pressed',
    async (body) => {
      const answers = await Promise.all([decide('finish', body), decide('finish', body)]);
      answers.push(await decide('finish', body));
      expect(answers.map(({ status, errors }) => [status, errors])).toEqual([
        [200, []],
        [200, []],
        [200, []],
      ]);
      const paid = order.transactions.reduce(
        (sum: number, line: any) => sum + Math.round(line.value * 100),
        0,
      );
      expect((await seen()).order_refund_request).toMatchObject({
        state: 'finished',
        way: body.way,
        amount_cents: paid,
        check_number: 'check_number' in body ? '1044' : null,
      });
      expect(
        (await credits()).reduce((sum: number, line: any) => sum + Math.round(line.value * 100), 0),
      ).toBe(paid);
      expect(await audits()).toEqual(['refund_request.finish']);
      expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
    },
  );

  it('by check wants the number of the check, and no more than was paid', async () => {
    expect((await decide('finish', { way: 'check' })).fields).toHaveProperty('check_number');
    expect((await decide('finish', { ...byCheck, amount_cents: 99_999_999 })).errors).toEqual([
      expect.stringContaining('more than you can refund'),
    ]);
    expect((await seen()).order_refund_request.state).toBe('requested');
  });

  it('can be answered with a part of what was paid', async () => {
    await decide('finish', { ...byCheck, amount_cents: 12_345 });
    expect((await seen()).order_refund_request).toMatchObject({ state: 'finished', amount_cents: 12_345 });
  });

  it('that is finished is not finished again with another amount, another check or another way', async () => {
    await decide('finish', { ...byCheck, amount_cents: 12_345 });
    for (const other of [
      { ...byCheck, amount_cents: 12_346 },
      byCheck,
      { ...byCheck, amount_cents: 12_345, check_number: '1045' },
      { way: 'driver_fund', amount_cents: 12_345 },
    ]) {
      const { status, errors } = await decide('finish', other);
      expect([status, errors]).toEqual(decided);
    }
    expect((await decide('finish', { ...byCheck, amount_cents: 12_345 })).status).toBe(200);
    expect((await seen()).order_refund_request).toMatchObject({ state: 'finished', amount_cents: 12_345 });
  });

  it('that the order’s page has answered is not finished again with another amount', async () => {
    const part = { way: 'check', reference: '1044', amount_cents: 12_345, reason: 'Moved away.' };
    const answered = await send(shop.app, {
      method: 'POST',
      url: `/admin/order/${order.id}/refund`,
      headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': 'on the page' },
      payload: part,
    });
    expect([answered.status, answered.errors]).toEqual([200, []]);
    expect((await decide('finish', byCheck)).status).toBe(409);
    expect((await decide('finish', { ...byCheck, amount_cents: 12_345 })).status).toBe(200);
    expect(await credits()).toHaveLength(1);
  });

  it('that one of staff finishes while another declines it ends one way', async () => {
    const answers = await Promise.all([
      decide('finish', byCheck),
      decide('decline', { reason: 'The buses ran all year.' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(['finished', 'declined']).toContain((await seen()).order_refund_request.state);
  });
});

describe('a refund through the processor', () => {
  it('of which the answer is lost pays once', async () => {
    await ask(CARDS.answersLost);
    await decide('finish', { way: 'processor' });
    expect((await seen()).order_refund_request).toMatchObject({ state: 'finished', way: 'processor' });
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  it('with no answer stays under way, and returns to the queue once known to have failed', async () => {
    await ask(CARDS.refundLost);
    for (const _ of [1, 2])
      expect((await decide('finish', { way: 'processor' })).items[0].request.state).toBe('under_way');
    expect((await seen()).order_refund_request).toMatchObject({
      state: 'under_way',
      way: null,
      amount_cents: null,
    });
    for (const other of [
      decide('decline', { reason: 'No more.' }),
      decide('finish', byCheck),
      decide('take-up'),
    ])
      expect((await other).status).toBe(409);
    await letTheResolverFindOut();
    expect((await seen()).order_refund_request.state).toBe('in_work');
    expect((await decide('finish', byCheck)).items[0].request.state).toBe('finished');
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  it('that is refused comes back to staff, who choose another way', async () => {
    await ask(CARDS.refundRefused);
    expect((await decide('finish', { way: 'processor' })).items[0]).toMatchObject({
      tries: 1,
      request: { state: 'in_work', way: null },
    });
    expect((await seen()).order_refund_request).toMatchObject({
      state: 'in_work',
      taken_up_at: expect.any(String),
    });
    expect(await credits()).toEqual([]);
    await decide('finish', { way: 'driver_fund' });
    expect((await seen()).order_refund_request).toMatchObject({ state: 'finished', way: 'driver_fund' });
    expect(await audits()).toEqual([
      'refund_request.finish',
      'refund_request.refused',
      'refund_request.finish',
    ]);
  });
});

describe('a reassign approval', () => {
  it('is listed for staff, with nothing left to do', async () => {
    await buyer.call('POST', '/order-reassign-approve', { order: { id: order.id } });
    const { rows } = (await staff.call('GET', '/admin/requests?kind=reassign')).items[0];
    expect(rows[0]).toMatchObject({ order_id: order.id, requested_at: expect.any(String) });
  });
});
