import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import type { Person } from '#tests/support/app/people.ts';
import { aContract, type Buyer } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { openSellingShop, type SellingShop } from '#tests/support/app/selling-shop.ts';

vi.setConfig({ testTimeout: 30_000 });

const START = new Date('2026-04-10T14:00:00Z');

let { shop, roundTrip, offers, paper, begin } = {} as SellingShop;
let staff: StaffMember;

beforeAll(async () => {
  ({ shop, roundTrip, offers, paper, begin } = await openSellingShop(START, () => staff));
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  staff = await begin();
});

async function printed(term = 'HML-RT-S2'): Promise<{ buyer: Buyer; code: string; due_cents: number }> {
  const buyer = await offers.aVerifiedBuyer();
  const contract = aContract(buyer, roundTrip, term);
  const { items, errors } = await buyer.call('POST', '/printed-contract', { contract });
  if (!items[0]) throw new Error(errors.join());
  return { buyer, ...items[0] };
}

const find = (body: object, who: Person = staff) => who.call('POST', '/admin/printed-contracts/find', body);

async function bodyOf(code: string, amount_cents: number, changes: object = {}): Promise<object> {
  const { id: scan_id } = await paper.aScan();
  const facts = { received_on: '2026-04-10', signed_on: '2026-04-09', reference: '1042' };
  return { code, ...facts, scan_id, amount_cents, ...changes };
}

const order = (body: object, key?: string) => paper.post('/admin/printed-contracts/order', body, key);

describe('a code that the office types', () => {
  /** @shows OF4.1 */
  it('is found in any case, without dashes, and with letters read for digits', async () => {
    const { code, due_cents } = await printed();
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}\n`;
    const { items, errors } = await find({ code: typed });
    expect(errors).toEqual([]);
    expect(items[0]).toMatchObject({
      code,
      route: expect.stringContaining('Round trip'),
      printed_on: '2026-04-10',
      received_on: '2026-04-10',
      printed_due_cents: due_cents,
      due_cents,
      forbidden: [],
      put_aside: null,
    });
  });

  /** @shows OF4.1 */
  it('pauses a person after twenty wrong codes an hour; right codes do not count', async () => {
    const { code } = await printed();
    for (let n = 0; n < 25; n += 1) expect((await find({ code })).status).toBe(200);
    const wrong = await Promise.all(Array.from({ length: 20 }, () => find({ code: '7KQ4-M2XD-9RTV' })));
    expect(wrong.map(({ errors }) => errors[0])).toEqual(
      wrong.map(() => 'There is no printed contract with this code.'),
    );
    expect((await find({ code: '7KQ4-M2XD-9RTV' })).status).toBe(429);
    expect((await find({ code })).status).toBe(429);
    const colleague = await aStaffMember(shop.app, shop.context.db);
    expect((await find({ code }, colleague)).status).toBe(200);
    shop.context.clock.advanceMs(60 * 60 * 1000);
    expect((await find({ code })).status).toBe(200);
  });

  /** @shows OF4.1 */
  it('that has expired says when it was printed, before and after the draft is deleted', async () => {
    const { code } = await printed();
    shop.context.clock.advanceDays(61);
    staff = await aStaffMember(shop.app, shop.context.db);
    const sentence =
      'It was printed on 04/10/2026 and is no longer kept. Please sell it anew with the paper at hand.';
    expect((await find({ code })).errors).toEqual([sentence]);
    await drainJobs(shop.context, ['orders.purge-printed', 'orders.purge-printed']);
    expect((await find({ code })).errors).toEqual([sentence]);
    const { rows } = await shop.context.db.execute(
      sql`select id from printed_contracts where code = ${code}`,
    );
    expect(rows).toEqual([]);
  });
});

describe('a printed contract that is found', () => {
  /** @shows OF4.2 */
  it('shows the price of the day of the check beside the printed one, line by line', async () => {
    const { code, due_cents } = await printed();
    await shop.context.db.execute(
      sql`update payment_terms set deposit_cents = deposit_cents + 2500
        where id = ${roundTrip.term('HML-RT-S2')}`,
    );
    const { items } = await find({ code });
    await shop.context.db.execute(
      sql`update payment_terms set deposit_cents = deposit_cents - 2500
        where id = ${roundTrip.term('HML-RT-S2')}`,
    );
    expect(items[0]).toMatchObject({ printed_due_cents: due_cents, due_cents: due_cents + 2500 });
    const differing = items[0].lines.filter((line: any) => line.printed_cents !== line.received_cents);
    expect(differing).toHaveLength(1);
    expect(differing[0].received_cents - differing[0].printed_cents).toBe(2500);
  });

  /** @shows OF4.2 */
  it('takes no day before the printing or in the future', async () => {
    const { code } = await printed();
    expect((await find({ code, received_on: '2026-04-09' })).errors).toEqual([
      'The contract was printed on 04/10/2026. The check can’t be older.',
    ]);
    expect((await find({ code, received_on: '2026-04-11' })).errors).toEqual([
      'The day can’t be in the future.',
    ]);
  });

  /** @shows OF4.2 */
  it('says what forbids the order: a full route, an order of the child, a term that has ended', async () => {
    const { buyer, code } = await printed();
    const forbiddenOf = async (changes: object = {}) => (await find({ code, ...changes })).items[0].forbidden;
    await shop.context.db.execute(sql`update routes set capacity = 0 where id = ${roundTrip.route_id}`);
    expect(await forbiddenOf()).toEqual([expect.stringContaining('full')]);
    await shop.context.db.execute(sql`update routes set capacity = null where id = ${roundTrip.route_id}`);
    await shop.context.db.execute(
      sql`update payment_terms set is_admin_only = false, thru_dt = '2026-04-01'
        where id = ${roundTrip.term('HML-RT-S2')}`,
    );
    const ended = await forbiddenOf();
    await shop.context.db.execute(
      sql`update payment_terms set thru_dt = null where id = ${roundTrip.term('HML-RT-S2')}`,
    );
    expect(ended).toEqual([expect.stringMatching(/no longer/)]);
    const { id } = await offers.made(buyer);
    await offers.accept(buyer, id);
    expect(await forbiddenOf()).toEqual([expect.stringContaining('already')]);
  });
});

describe('the order of a printed contract', () => {
  /** @shows OF4.3 */
  it('wants the sum of the day to the cent, the number, and the scan', async () => {
    const { code, due_cents } = await printed();
    const refusalOf = async (amount: number, changes: object = {}) =>
      (await order(await bodyOf(code, amount, changes))).errors[0];
    expect([
      await refusalOf(due_cents - 1500),
      await refusalOf(due_cents + 1),
      await refusalOf(due_cents, { reference: '' }),
      await refusalOf(due_cents, { scan_id: 987_654_321 }),
    ]).toEqual([
      expect.stringMatching(/^The check is \$15\.00 short of \$/),
      expect.stringMatching(/^The check is \$0\.01 above \$/),
      expect.stringMatching(/required/),
      expect.stringMatching(/^This scan belongs to an order already/),
    ]);
  });

  /** @shows OF4.4 */
  it('is active with number, receipt, email and its scan, and its code says so', async () => {
    const { buyer, code, due_cents } = await printed();
    const { items, errors } = await order(await bodyOf(code, due_cents));
    expect(errors).toEqual([]);
    const { order_id, contract_number } = items[0];
    const [made] = (await buyer.call('GET', '/order')).items;
    expect(made).toMatchObject({ id: order_id, is_active: true });
    expect(made.transactions.map(({ value }: any) => Math.round(value * 100))).toEqual([due_cents]);
    const documents = (await buyer.call('GET', `/order/${order_id}/documents`)).items[0];
    expect(documents.scan).toMatchObject({ signed_on: '2026-04-09', pages: 2 });
    expect(documents.receipts).toHaveLength(1);
    await drainJobs(shop.context, ['outbox.drain']);
    expect(shop.context.mail.to(buyer.email).map(({ subject }) => subject)).toContain(
      `Your transportation contract ${contract_number}`,
    );
    expect((await find({ code })).errors).toEqual([`Already an order: ${contract_number}.`]);
    expect((await buyer.call('GET', '/printed-contract')).items).toEqual([]);
    shop.context.clock.advanceDays(61);
    staff = await aStaffMember(shop.app, shop.context.db);
    await drainJobs(shop.context, ['orders.purge-printed']);
    expect((await find({ code })).errors).toEqual([`Already an order: ${contract_number}.`]);
  });

  /** @shows OF4.4 */
  it('is made exactly once for two presses and for two people', async () => {
    const { buyer, code, due_cents } = await printed();
    const colleague = await aStaffMember(shop.app, shop.context.db);
    const [mine, theirs] = [await bodyOf(code, due_cents), await bodyOf(code, due_cents)];
    const answers = await Promise.all([
      order(mine, 'one press'),
      order(mine, 'one press'),
      paper.post('/admin/printed-contracts/order', theirs, 'another', colleague),
    ]);
    const made = answers.filter(({ status }) => status === 200).map(({ items }) => items[0].order_id);
    expect(new Set(made).size).toBe(1);
    expect(answers.filter(({ status }) => status === 409).length).toBe(3 - made.length);
    expect((await buyer.call('GET', '/order')).items).toHaveLength(1);
    const again = await order(mine, 'one press');
    if (made.length === 2) expect(again.items[0].order_id).toBe(made[0]);
  });

  /** @shows OF4.3 */
  it('keeps the printed price for a reason, at most thirty days after the printing', async () => {
    const { code, due_cents } = await printed();
    await shop.context.db.execute(
      sql`update payment_terms set deposit_cents = deposit_cents + 2500
        where id = ${roundTrip.term('HML-RT-S2')}`,
    );
    const atPrinted = async (changes: object = {}) =>
      order(await bodyOf(code, due_cents, { price_of: 'printed', ...changes }));
    expect((await order(await bodyOf(code, due_cents))).errors[0]).toMatch(/^The check is \$25\.00 short/);
    expect((await atPrinted()).errors).toEqual(['Please enter a reason.']);
    shop.context.clock.advanceDays(31);
    staff = await aStaffMember(shop.app, shop.context.db);
    const late = { received_on: '2026-05-11', reason: 'The mail was late' };
    expect((await atPrinted(late)).errors).toEqual(['The price of the printing day holds for 30 days.']);
    shop.context.clock.advanceDays(-1);
    staff = await aStaffMember(shop.app, shop.context.db);
    const { errors, items } = await atPrinted({ ...late, received_on: '2026-05-10' });
    await shop.context.db.execute(
      sql`update payment_terms set deposit_cents = deposit_cents - 2500
        where id = ${roundTrip.term('HML-RT-S2')}`,
    );
    expect(errors).toEqual([]);
    const { rows } = await shop.context.db.execute<any>(
      sql`select amount_cents::int from payments
        where order_id = ${items[0].order_id} and payment_number = 1`,
    );
    expect(rows).toEqual([{ amount_cents: due_cents }]);
  });

  /** @shows OF4.3 */
  it('is put aside with sum and note, stands in the list, and does not expire', async () => {
    const { code, due_cents } = await printed();
    const body = {
      code,
      received_on: '2026-04-10',
      reference: '1042',
      amount_cents: due_cents - 1500,
      note: 'Call about $15',
    };
    const { items, errors } = await staff.call('POST', '/admin/printed-contracts/put-aside', body);
    expect(errors).toEqual([]);
    expect(items[0].put_aside).toMatchObject({
      by: 'Dana Cole',
      note: 'Call about $15',
      reference: '1042',
      received_cents: due_cents - 1500,
    });
    const listed = async () => {
      const [{ rows }] = (await staff.call('GET', '/admin/printed-contracts')).items;
      return rows.map((row: any) => row.code);
    };
    expect(await listed()).toContain(code);
    expect((await staff.call('GET', '/admin/today')).items[0].waiting.paper).toBeGreaterThan(0);
    shop.context.clock.advanceDays(70);
    staff = await aStaffMember(shop.app, shop.context.db);
    await drainJobs(shop.context, ['orders.purge-printed']);
    expect((await find({ code })).status).toBe(200);
    const due = (await find({ code })).items[0].due_cents;
    const day = shop.context.clock.today();
    const made = await order(await bodyOf(code, due, { received_on: day, signed_on: day }));
    expect(made.errors).toEqual([]);
    expect(await listed()).not.toContain(code);
    expect(made.items[0].contract_number).toMatch(/^\d\d-HM-/);
  });

  /** @shows OF4.6 */
  it('has a code that stands in no address, no log and no audit row', async () => {
    const { code, due_cents } = await printed();
    await find({ code });
    await order(await bodyOf(code, due_cents - 1));
    await order(await bodyOf(code, due_cents));
    const { rows } = await shop.context.db.execute(
      sql`select a::text as text from audit_log a where a::text like ${`%${code}%`}`,
    );
    expect(rows).toEqual([]);
    const byCode = shop.app.endpoints.filter(({ path }) => path.startsWith('/admin/printed-contracts/'));
    expect(byCode.map(({ path, secrets }) => [path, secrets])).toEqual(
      ['find', 'order', 'put-aside'].map((name) => [`/admin/printed-contracts/${name}`, ['code']]),
    );
  });
});
