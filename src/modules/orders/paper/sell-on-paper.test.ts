import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { aPdf } from '#tests/support/app/paper.ts';
import { type Buyer } from '#tests/support/app/season-app.ts';
import { type StaffMember } from '#tests/support/app/staff.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
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

const rowsOf = async (query: ReturnType<typeof sql>): Promise<any[]> =>
  (await shop.context.db.execute<any>(query)).rows;

const saleTo = (buyer: Buyer, changes: object = {}) =>
  paper.saleTo({ buyer, offers, route: roundTrip }, changes);

const sell = (body: object, key?: string) => paper.post('/admin/offers/paper', body, key);

describe('the scan of a paper', () => {
  /** @shows OF3.8 */
  it('is a PDF, JPEG or PNG of at most 10 MB and 20 pages, and is kept with its hash', async () => {
    const content = aPdf(20);
    const { items } = await paper.upload(content);
    expect(items[0]).toMatchObject({ pages: 20, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const sentence = 'Please choose a PDF, JPEG or PNG of at most 10 MB and 20 pages.';
    const refused = [
      aPdf(21),
      Buffer.from('%PDF-1.4\n1 0 obj<</Type/Page/AA<</S/JavaScript>>>>endobj'),
      Buffer.from('hello'),
      Buffer.from('\xff\xd8\xff broken', 'latin1'),
      Buffer.concat([aPdf(1), Buffer.alloc(10 * 1024 * 1024)]),
    ];
    for (const file of refused) expect((await paper.upload(file)).errors).toEqual([sentence]);
  });

  /** @shows OF3.8 */
  it('without an order is given up after a week', async () => {
    const { id } = await paper.aScan();
    shop.context.clock.advanceMs(7 * DAY_MS - 1000);
    await drainJobs(shop.context, ['orders.give-up-scans']);
    expect(await rowsOf(sql`select id from scans where id = ${id}`)).toHaveLength(1);
    shop.context.clock.advanceMs(2000);
    await drainJobs(shop.context, ['orders.give-up-scans', 'orders.give-up-scans']);
    expect(await rowsOf(sql`select id from scans where id = ${id}`)).toEqual([]);
  });
});

describe('a contract signed on paper', () => {
  /** @shows OF3.8 OF4.5 */
  it('is active at once with number, receipt and email where its check is here', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { status, items, errors } = await sell(await saleTo(buyer));
    expect([status, errors]).toEqual([200, []]);
    expect(items[0]).toMatchObject({ state: 'accepted', is_check_awaited: false });
    const [order] = (await buyer.call('GET', '/order')).items;
    expect(order).toMatchObject({ id: items[0].order_id, is_active: true, staff_placed: null });
    expect(order.order_detail.contract.contract_number).toMatch(/^\d\d-HM-/);
    await drainJobs(shop.context, ['outbox.drain', 'orders.ask-acceptances', 'outbox.drain']);
    expect(
      shop.context.mail
        .to(buyer.email)
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual([
      expect.stringMatching(/^Receipt for /),
      expect.stringMatching(/^Your transportation contract /),
    ]);
  });

  /** @shows OF3.8 */
  it('waits for its check where none is here, with a seat, and is recorded like any offer', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const body = await saleTo(buyer);
    const { items } = await sell({ ...body, received: null });
    expect(items[0]).toMatchObject({ state: 'accepted', is_check_awaited: true });
    expect((await buyer.call('GET', '/order')).items).toEqual([]);
    const path = `/admin/order/${items[0].order_id}/check`;
    expect((await staff.call('POST', path, body.received)).errors).toEqual([]);
    expect((await buyer.call('GET', '/order')).items).toHaveLength(1);
  });

  /** @shows OF3.8 */
  it('is refused with another sum, a used scan, and a day ahead or long past', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const body = await saleTo(buyer);
    const refusalOf = async (changes: object) => (await sell({ ...body, ...changes })).errors[0];
    const { received } = body;
    expect([
      await refusalOf({ received: { ...received, amount_cents: received.amount_cents - 1 } }),
      await refusalOf({ received: { ...received, reference: null } }),
      await refusalOf({ received: { ...received, received_on: '2026-04-11' } }),
      await refusalOf({ signed_on: '2026-04-11' }),
      await refusalOf({ signed_on: '2026-02-08' }),
      await refusalOf({ surge_page: 3 }),
      await refusalOf({ quote_hash: 'another' }),
    ]).toEqual([
      expect.stringMatching(/^The check is \$0\.01 short of /),
      'Please enter the check number.',
      'The day can’t be in the future.',
      'The day can’t be in the future.',
      'The paper can have been signed at most 60 days ago.',
      'The scan has 2 pages.',
      expect.stringMatching(/price/),
    ]);
    expect((await sell(body)).status).toBe(200);
    const other = await saleTo(await offers.aVerifiedBuyer(), { scan_id: body.scan_id });
    expect((await sell(other)).errors[0]).toMatch(/^This scan belongs to an order already/);
  });

  /** @shows OF3.8 */
  it('is made once, however often its key and its paper are sent', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const body = await saleTo(buyer);
    const answers = await Promise.all([sell(body, 'one'), sell(body, 'one'), sell(body, 'two')]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThan(0);
    expect((await buyer.call('GET', '/order')).items).toHaveLength(1);
    expect((await sell(body, 'three')).errors[0]).toMatch(/already/);
  });

  /** @shows OF3.8 */
  it('replaces the open offer of its child and route, and takes the seat of this offer', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { id } = await offers.made(buyer);
    const left = await offers.seatsLeft(roundTrip);
    const { items } = await sell(await saleTo(buyer));
    expect(await offers.stateOf(id)).toBe('replaced');
    expect(items[0].state).toBe('accepted');
    expect(await offers.seatsLeft(roundTrip)).toBe(left);
  });

  /** @shows OF3.8 */
  it('agrees to a congestion fee only where a page of the scan names the agreement', async () => {
    const surge = '<p>A congestion fee may come.</p>';
    await shop.context.db.execute(
      sql`update routes set has_surge_pricing = true, surge_pricing_text = ${surge}
        where id = ${roundTrip.route_id}`,
    );
    const kindsAfter = async (surge_page: number | null) => {
      const { items } = await sell(await saleTo(await offers.aVerifiedBuyer(), { surge_page }));
      const rows = await rowsOf(
        sql`select kind from acceptances where order_id = ${items[0].order_id} order by id`,
      );
      return rows.map(({ kind }) => kind);
    };
    expect([await kindsAfter(null), await kindsAfter(2)]).toEqual([['contract'], ['contract', 'surge']]);
  });
});

describe('the evidence of a contract signed on paper', () => {
  let buyer: Buyer;
  let order_id: number;
  let scan: Buffer;
  let sha256: string;

  const documents = async () => (await buyer.call('GET', `/order/${order_id}/documents`)).items[0];

  beforeEach(async () => {
    buyer = await offers.aVerifiedBuyer();
    scan = aPdf(3);
    const [uploaded] = (await paper.upload(scan)).items;
    sha256 = uploaded.sha256;
    const { items, errors } = await sell(await saleTo(buyer, { scan_id: uploaded.id }));
    if (!items[0]) throw new Error(errors.join());
    ({ order_id } = items[0]);
  });

  /** @shows OF3.9 */
  it('says on the paper that it was signed on paper, when, and who has seen it', async () => {
    const { signed_copy } = await documents();
    const { text } = await readPdf((await shop.app.inject({ url: signed_copy.path })).rawPayload);
    const said = [
      'Chidi Okafor',
      'signed these texts on paper on 04/08/2026',
      'Dana Cole, a member of our staff',
      '3 pages',
      'check',
    ];
    expect(said.filter((one) => !text.includes(one))).toEqual([]);
    expect(text.replaceAll(/\s/g, '')).toContain(sha256);
  });

  /** @shows OF3.8 OF3.9 */
  it('has the scan as its annex, byte for byte, for its family and staff alone', async () => {
    const { scan: annex } = await documents();
    expect(annex).toMatchObject({ signed_on: '2026-04-08', seen_by: 'Dana Cole', sha256, pages: 3 });
    const opened = await shop.app.inject({ url: annex.path });
    expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(opened.rawPayload.equals(scan)).toBe(true);
    const stranger = await offers.aVerifiedBuyer();
    const asStranger = await shop.app.inject({
      url: `/storage/orders/${order_id}/scan`,
      headers: { authorization: `Bearer ${stranger.tokens.access_token}` },
    });
    expect(asStranger.statusCode).toBe(404);
  });

  /** @shows OF3.9 */
  it('is found genuine by number and hash of the scan, and leaves an audit row with both', async () => {
    const [order] = (await buyer.call('GET', '/order')).items;
    const number = order.order_detail.contract.contract_number;
    const verified = async (hash: string) =>
      (await shop.app.inject({ url: `/api/contract/verify/${number}/${hash}` })).json().items[0];
    await documents();
    await drainJobs(shop.context, ['orders.make-documents']);
    expect(await verified(sha256)).toEqual({
      answer: 'genuine',
      is_scan: true,
      amendment: null,
      amendments: 0,
    });
    expect(await verified('1'.repeat(64))).toMatchObject({ answer: 'not ours' });
    const [row] = await rowsOf(sql`select actor_id::int, detail from audit_log
      where action = 'order.paper_sale' and subject = ${`order:${order_id}`}`);
    expect(row).toMatchObject({
      actor_id: staff.user_id,
      detail: { sha256, after: { signed_on: '2026-04-08', pay_by: 'paymentTypeCheck' } },
    });
  });

  /** @shows OF3.8 */
  it('cannot be changed or deleted', async () => {
    const act = (statement: ReturnType<typeof sql>) => shop.context.db.execute(statement);
    await expect(act(sql`update scans set pages = 1 where order_id = ${order_id}`)).rejects.toThrow();
    await expect(act(sql`delete from scans where order_id = ${order_id}`)).rejects.toThrow();
  });
});
