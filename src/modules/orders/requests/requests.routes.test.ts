import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { nameTheSeason, setWindow } from '#tests/support/app/request-windows.ts';
import {
  aBankAccount,
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
import { testClock } from '#tests/support/fakes/test-clock.ts';

let shop: SeasonApp;
let offer: Offer;
let staff: StaffMember;
let buyer: Buyer;
let order: any;

const LAST_DAY = '2021-07-10';

beforeAll(async () => {
  shop = await openSeasonApp({ clock: testClock('2021-07-11T03:30:00Z') });
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  staff = await aStaffMember(shop.app, shop.context.db);
  await nameTheSeason(shop.context.db, '2019');
});
afterAll(() => shop.close());

async function aCustomer(payment: object = aCard()): Promise<[Buyer, any]> {
  const customer = await aBuyer(shop.app, {
    guardian_2_first_name: 'Obinna',
    guardian_2_last_name: 'Okafor',
    guardian_2_phone_mobile: '917-555-0133',
    guardian_2_email: 'obinna@okafor.example',
  });
  const user = { email: customer.email, password: customer.password };
  const answer = await checkOut(shop.app, customer, {
    contract: aContract(customer, offer, 'HML-RT-S2'),
    payment,
    user,
  });
  if (answer.status !== 200) throw new Error(answer.errors.join());
  return [customer, answer.items[0]];
}

beforeEach(async () => {
  shop.context.clock.moveToDay(LAST_DAY as never, 23.5);
  await setWindow(staff, '2019', {
    refund_open: true,
    refund_cutoff: LAST_DAY,
    reassign_open: true,
    reassign_cutoff: '2023-07-10',
    reassign_to: 'Seaway Coaches',
  });
  [buyer, order] = await aCustomer();
});

const refund = (type: unknown, who = buyer, id = order.id) =>
  who.call('POST', '/order-refund', { order: { id }, refund: { type } });
const approve = (who = buyer, id = order.id) =>
  who.call('POST', '/order-reassign-approve', { order: { id } });
const read = async () => (await buyer.call('GET', `/order/${order.id}`)).items[0];
const said = ({ status, errors }: { status: number; errors: string[] }) => [status, errors];
const rowsOf = async (table: 'refund_requests' | 'reassign_approvals') =>
  (
    await shop.context.db.execute(
      sql`select r.*, a.html from ${sql.identifier(table)} r join accepted_texts a on a.hash = r.text_hash
        where order_id = ${order.id}`,
    )
  ).rows as any[];

describe('a refund request', () => {
  /** @shows B-175 B-293 */
  it('is noted with what the family agreed to, and the order tells of it', async () => {
    const answer = await refund(1);
    const noted = {
      requested_at: shop.context.clock.now().toISOString(),
      type: 1,
      state: 'requested',
      taken_up_at: null,
      ended_at: null,
      way: null,
      amount_cents: null,
      check_number: null,
      reason: null,
    };
    expect([answer.status, answer.items]).toEqual([200, [noted]]);
    expect((await read()).order_refund_request).toEqual(noted);
    const [row] = await rowsOf('refund_requests');
    expect([row.type, row.html, row.ip, row.user_agent]).toEqual([
      1,
      expect.stringContaining('driver'),
      '127.0.0.1',
      expect.any(String),
    ]);
    expect((await read()).transactions).toEqual(order.transactions);
  });

  it('is made once an order, also by two presses at once', async () => {
    const answers = await Promise.all([refund(0), refund(0)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(said(await refund(1))).toEqual([409, ['A refund has already been requested for this order.']]);
    expect(await rowsOf('refund_requests')).toHaveLength(1);
  });

  /** @shows MP10.5 */
  it('is mailed to whoever signed and to both guardians', async () => {
    await refund(1);
    await drainJobs(shop.context, ['outbox.drain']);
    const [mail] = shop.context.mail.to(buyer.email).filter(({ subject }) => subject.includes('refund'));
    expect(mail!.subject).toBe(`Your refund request for order ${order.id} has been noted`);
    expect(shop.context.mail.readersOf(mail!)).toEqual([buyer.email, 'obinna@okafor.example']);
    expect(mail!.text).toContain('Defer my refund to the driver fund');
  });

  /** @shows MP10.5 */
  it('is mailed at once, like each step of its review and an approved reassignment', async () => {
    const jobs: string[] = [];
    const { triggerJob } = shop.context;
    shop.context.triggerJob = async (name) => void jobs.push(name);
    await refund(0);
    await approve();
    const { rows } = await shop.context.db.execute<{ id: number }>(
      sql`select id::int from refund_requests where order_id = ${order.id}`,
    );
    const path = `/admin/refund-requests/${rows[0]!.id}`;
    expect((await staff.call('POST', `${path}/take-up`)).status).toBe(200);
    expect((await staff.call('POST', `${path}/decline`, { reason: 'Too late.' })).status).toBe(200);
    shop.context.triggerJob = triggerJob;
    expect(jobs).toEqual(Array(4).fill('outbox.drain'));
  });

  /** @shows B-349 */
  it('wants one of the two types', async () => {
    for (const type of [undefined, null, 2, '0', 'check', [0]])
      expect([type, Object.keys((await refund(type)).fields)]).toEqual([type, ['refund.type']]);
    expect((await refund(0)).items[0].type).toBe(0);
  });
});

describe('a reassign approval', () => {
  /** @shows B-176 B-294 */
  it('keeps the text, its hash, the time and who approved it, and moves nothing', async () => {
    const answer = await approve();
    const requested_at = shop.context.clock.now().toISOString();
    expect([answer.status, answer.items]).toEqual([200, [{ requested_at }]]);
    const [row] = await rowsOf('reassign_approvals');
    expect(row.html).toContain(order.order_detail.contract.contract_number);
    expect(row.html).toMatch(/amendment and novation/);
    expect([row.text_hash.length, row.ip]).toEqual([32, '127.0.0.1']);
    expect(await read()).toEqual({ ...order, order_reassign_approval: { requested_at } });
  });

  it('is made once an order, also by two presses at once', async () => {
    const answers = await Promise.all([approve(), approve()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(said(await approve())).toEqual([
      409,
      ['The reassignment of this order has already been approved.'],
    ]);
  });
});

describe('either', () => {
  it('is for the family’s own order: staff and other families find none', async () => {
    const [stranger] = await aCustomer();
    for (const who of [stranger, staff])
      expect([(await refund(0, who as Buyer)).status, (await approve(who as Buyer)).status]).toEqual([
        404, 404,
      ]);
  });

  /** @shows B-347 B-348 */
  it('can be made on the last day until midnight in company time, and not a moment later', async () => {
    const { clock } = shop.context;
    clock.moveToDay('2021-07-11' as never);
    expect(said(await refund(0))).toEqual([422, ['The last day to request a refund was 07/10/2021.']]);
    clock.advanceMs(-1);
    expect((await refund(0)).status).toBe(200);
    await setWindow(staff, '2019', { reassign_cutoff: LAST_DAY });
    clock.advanceMs(1);
    expect(said(await approve())).toEqual([422, ['The last day to approve a reassignment was 07/10/2021.']]);
    clock.advanceMs(-1);
    expect((await approve()).status).toBe(200);
  });

  /** @shows B-217 */
  it('is shut unless staff have opened it, even before the last day', async () => {
    await setWindow(staff, '2019', { refund_open: false, reassign_open: false });
    expect(said(await refund(0))).toEqual([422, ['Refund requests are closed for this school year.']]);
    expect(said(await approve())).toEqual([422, ['Reassignment approvals are closed for this school year.']]);
  });

  /** @shows MB20.17 */
  it('is shut while the new company has no name, and staff are told so', async () => {
    const [{ id, ...window }] = (await staff.call('GET', '/admin/request-windows')).items.filter(
      ({ name }: { name: string }) => name === '2019',
    );
    const body = { ...window, reassign_to: ' ' };
    expect(await staff.call('PUT', `/admin/request-windows/${id}`, body)).toMatchObject({
      status: 422,
      errors: ['The new company field is required'],
    });
    await shop.context.db.execute(sql`update periods set reassign_to = null where id = ${id}`);
    expect(said(await approve())).toEqual([422, ['Reassignment approvals are closed for this school year.']]);
  });

  it('wants an active order', async () => {
    await shop.context.db.execute(
      sql`update orders set status = 'cancelled', ended_at = now() where id = ${order.id}`,
    );
    for (const answer of [await refund(0), await approve()])
      expect(said(answer)).toEqual([422, ['This order is no longer active.']]);
  });

  it('wants a payment that was made: one that the bank sent back is none', async () => {
    [buyer, order] = await aCustomer(aBankAccount());
    await shop.context.db.execute(
      sql`update payments set paid_at = null, status = 'returned' where order_id = ${order.id}`,
    );
    for (const answer of [await refund(0), await approve()])
      expect(said(answer)).toEqual([422, ['No payment has been made for this order yet.']]);
  });
});

describe('a refund', () => {
  /** @shows B-347 */
  it('is offered for the school year named 2019 only, unless the season names others', async () => {
    await nameTheSeason(shop.context.db, '2027');
    await setWindow(staff, '2027', { refund_open: true, refund_cutoff: LAST_DAY });
    expect(said(await refund(0))).toEqual([422, ['Refunds are not offered for this school year.']]);
    await nameTheSeason(shop.context.db, '2019');
    expect((await refund(0)).status).toBe(200);
  });
});

describe('opening and shutting', () => {
  it('is staff’s, and leaves a row that says what changed', async () => {
    await setWindow(staff, '2019', { refund_open: false });
    const { rows } = await shop.context.db.execute(
      sql`select action, subject, detail from audit_log where action = 'period.requests'
        order by id desc limit 1`,
    );
    expect(rows).toEqual([
      {
        action: 'period.requests',
        subject: expect.stringMatching(/^period:\d+$/),
        detail: {
          change_set_id: expect.any(Number),
          before: { refund_open: true, version: expect.any(Number) },
          after: { refund_open: false, version: expect.any(Number) },
        },
      },
    ]);
  });
});
