import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import {
  accept,
  amendmentOf,
  changeOf,
  codeOfPaper,
  paperToSign,
  preview,
  propose,
  routesToChange,
  type RoutesToChange,
  type Sold,
} from '#tests/support/app/amendments.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { aPdf, paperOf } from '#tests/support/app/paper.ts';
import { sessionOf, type Person } from '#tests/support/app/people.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { crashAt } from '#tests/support/fakes/crash-at.ts';
import { viewerOf } from '#tests/support/database/viewer-of.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { signAmendmentOnPaper } from './paper-amendment.service.ts';

vi.setConfig({ testTimeout: 60_000 });

let { shop, staff, roundTrip, afternoon, sold, toAfternoon } = {} as RoutesToChange;
let paper: ReturnType<typeof paperOf>;
const start = new Date('2026-04-10T16:00:00Z');

beforeAll(async () => {
  ({ shop, staff, roundTrip, afternoon, sold, toAfternoon } = await routesToChange(start));
  paper = paperOf(shop, () => staff);
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  shop.context.clock.moveTo(start);
  await shop.context.db.execute(
    sql`update company set second_person_above_cents = null, change_fee_cents = 0`,
  );
});

const one = async (query: ReturnType<typeof sql>): Promise<any> =>
  (await shop.context.db.execute(query)).rows[0];
const routeOf = async (who: Sold): Promise<string> =>
  (await who.call('GET', `/order/${who.order_id}`)).items[0].order_detail.contract.contract_detail.route.name;

/** A family with an open amendment that staff expect on paper. */
async function proposed(facts: object = {}, agree_by = 'paper'): Promise<Sold & { id: number }> {
  const family = await sold();
  const change = await toAfternoon(family.order_id, { agree_by, ...facts });
  const { items, errors } = await propose(shop, staff, { order_id: family.order_id, change });
  if (!items[0]) throw new Error(errors.join());
  return { ...family, id: items[0].id };
}

const bodyFor = async (id: number, changes: object = {}) => ({
  scan_id: (await paper.aScan()).id,
  signed_on: '2026-04-10',
  surge_page: 1,
  code: await codeOfPaper(shop, staff, id),
  ...changes,
});

type Signing = { id: number; body: object; key?: string; who?: Person };

const sign = ({ id, body, key = randomUUID(), who = staff }: Signing) =>
  paper.post(`/admin/amendments/${id}/paper`, body, key, who);

describe('an amendment signed on paper', () => {
  /** @shows OF5.8 OF5.15 */
  it('is printed with what was, what is, money, dates and texts, and moves nothing', async () => {
    const { id, ...family } = await proposed();
    const [found] = (await staff.call('GET', `/admin/amendments/${id}/paper`)).items;
    expect(found).toMatchObject({ id, number: 1, has_surge: true, needs_second_person: false });
    const text = await paperToSign(shop, staff, id);
    const said = [
      'Amendment 1 to contract',
      'Round trip',
      'Afternoon only',
      'The family has moved.',
      'by 04/24/2026',
      'Signature of parent or guardian',
      'I have read and accept the texts above.',
    ];
    expect(said.filter((words) => !text.includes(words))).toEqual([]);
    expect(await routeOf(family)).toBe('Round trip');
    const asFamily = await shop.app.inject({
      url: `/storage/amendments-to-sign/${id}.pdf`,
      headers: { authorization: `Bearer ${family.tokens.access_token}` },
    });
    expect(asFamily.statusCode).toBe(404);
  });

  /** @shows OF5.8 OF5.15 OF5.9 */
  it('is applied with its scan in one transaction: contract, refund, texts and audit rows', async () => {
    const { id, ...family } = await proposed();
    const body = await bodyFor(id);
    const { items, errors } = await sign({ id, body });
    expect(errors).toEqual([]);
    expect(items[0]).toMatchObject({ state: 'applied', agree_by: 'paper', number: 1 });
    expect(await routeOf(family)).toBe('Afternoon only');
    const row =
      await one(sql`select a.ip, a.text_hash is not null as has_hash, s.signed_on::text, s.surge_page,
      (select count(*)::int from acceptances c where c.amendment_id = a.id and c.scan_id = s.id) as texts,
      (select count(*)::int from order_refunds r where r.request_key = a.refund_key) as refunds
      from contract_amendments a join scans s on s.amendment_id = a.id where a.id = ${id}`);
    expect(row).toEqual({
      ip: null,
      has_hash: true,
      signed_on: '2026-04-10',
      surge_page: 1,
      texts: 2,
      refunds: 1,
    });
    const audit = await one(sql`select actor_id::int, detail ->> 'signed_on' as signed_on from audit_log
      where action = 'amendment.paper' and subject = ${`order:${family.order_id}`}`);
    expect(audit).toEqual({ actor_id: staff.user_id, signed_on: '2026-04-10' });
    expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
    const page = (await staff.call('GET', `/admin/orders/${family.order_id}`)).items[0];
    expect(page.acceptances.filter(({ amendment }: any) => amendment === 1)).toEqual([
      expect.objectContaining({ kind: 'contract', is_on_paper: true, placed_by: null }),
      expect.objectContaining({ kind: 'surge', is_on_paper: true, placed_by: null }),
    ]);
  });

  /** @shows OF5.8 OF5.10 */
  it('says so on its paper, has the scan as its annex, and both are found genuine', async () => {
    const { id, ...family } = await proposed();
    const scan = aPdf(3);
    const [{ id: scan_id, sha256 }] = (await paper.upload(scan)).items;
    expect((await sign({ id, body: await bodyFor(id, { scan_id }) })).errors).toEqual([]);
    await drainJobs(shop.context, ['outbox.drain', 'orders.make-documents']);
    const [{ amendments }] = (await family.call('GET', `/order/${family.order_id}/documents`)).items;
    expect(amendments[0].scan).toMatchObject({ signed_on: '2026-04-10', seen_by: 'Dana Cole', sha256 });
    const opened = await shop.app.inject({ url: amendments[0].scan.path });
    expect(opened.rawPayload.equals(scan)).toBe(true);
    const { text } = await readPdf((await shop.app.inject({ url: amendments[0].path })).rawPayload);
    const said = [
      'signed this amendment on paper on 04/10/2026',
      'Dana Cole, a member of our staff',
      '3 pages',
    ];
    expect(said.filter((words) => !text.includes(words))).toEqual([]);
    expect(text.replaceAll(/\s/g, '')).toContain(sha256);
    const [{ order_detail }] = (await family.call('GET', `/order/${family.order_id}`)).items;
    const verified = async (hash: string) =>
      (await family.call('GET', `/contract/verify/${order_detail.contract.contract_number}/${hash}`))
        .items[0];
    expect(await verified(sha256)).toEqual({ answer: 'genuine', is_scan: true, amendment: 1, amendments: 1 });
    expect(await verified(amendments[0].sha256)).toMatchObject({ is_scan: false, amendment: 1 });
  });

  /** @shows OF5.8 */
  it('agrees to a congestion fee only where a page of the scan names the agreement', async () => {
    const { id } = await proposed();
    await sign({ id, body: await bodyFor(id, { surge_page: null }) });
    const { rows } = await shop.context.db.execute(
      sql`select kind from acceptances where amendment_id = ${id} order by id`,
    );
    expect(rows).toEqual([{ kind: 'contract' }]);
  });

  /** @shows OF5.8 OF5.9 */
  it('is applied once, however often it is pressed and by how many people', async () => {
    const colleague = await aStaffMember(shop.app, shop.context.db);
    const { id } = await proposed();
    const [body, theirs] = [await bodyFor(id), await bodyFor(id)];
    const answers = await Promise.all([
      sign({ id, body, key: 'pressed-twice' }),
      sign({ id, body, key: 'pressed-twice' }),
      sign({ id, body: theirs, who: colleague }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const late = await sign({ id, body: await bodyFor(id), who: colleague });
    expect([late.status, late.errors]).toEqual([409, ['This amendment no longer waits for an answer.']]);
    const found = await one(sql`select a.state, count(distinct r.id)::int as refunds,
      (select count(*)::int from scans s where s.amendment_id = a.id) as scans
      from contract_amendments a left join order_refunds r on r.request_key = a.refund_key
      where a.id = ${id} group by a.id`);
    expect(found).toEqual({ state: 'applied', refunds: 1, scans: 1 });
  });

  /** @shows OF5.9 */
  it('is applied whole or not at all where the portal stops', async () => {
    for (let point = 1; ; point++) {
      const { id, order_id } = await proposed();
      const body = (await bodyFor(id)) as never;
      const { crashPoint, passed } = crashAt(point);
      const meta = { ip: '127.0.0.1', user_agent: 'Firefox' };
      const signing = {
        staff: viewerOf(staff.user_id),
        id,
        body,
        idempotency_key: randomUUID(),
        meta,
      };
      await signAmendmentOnPaper({ ...shop.context.billing, crashPoint }, signing).catch(() => undefined);
      expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
      await signAmendmentOnPaper(shop.context.billing, signing);
      shop.context.clock.advanceMs(2 * 3_600_000);
      await drainJobs(shop.context, ['billing.resolve-refunds']);
      const found = await one(sql`select a.state, count(r.id)::int as refunds, min(r.state) as refund
        from contract_amendments a left join order_refunds d on d.request_key = a.refund_key
        left join refunds r on r.order_refund_id = d.id where a.order_id = ${order_id} group by a.state`);
      expect(found).toEqual({ state: 'applied', refunds: 1, refund: 'succeeded' });
      shop.context.clock.moveTo(start);
      if (passed.length < point) break;
    }
  });
});

describe('a paper of an amendment', () => {
  /** @shows OF5.7 OF5.8 */
  it('names days that hold until the last day to sign, and has two weeks', async () => {
    const family = await sold('HML-PM-FE', afternoon);
    const { order_id } = family;
    const contract = { route_id: roundTrip.route_id, payment_term_id: roundTrip.term('HML-RT-FE') };
    const change = await changeOf(staff, order_id, { contract, agree_by: 'paper' });
    const [plan] = (await preview(staff, order_id, change)).items;
    expect(plan.ends_at).toBe(new Date(start.getTime() + 14 * DAY_MS).toISOString());
    expect(plan.payments.at(-1)).toMatchObject({ what: 'new', pay_on: '2026-05-08' });
    const [{ id }] = (await propose(shop, staff, { order_id, change })).items;
    const code = await codeOfPaper(shop, staff, id);
    shop.context.clock.advanceMs(13 * DAY_MS);
    const later = await sessionOf(shop.app, staff);
    const scan = (await paper.upload(aPdf(), later)).items[0];
    const body = { scan_id: scan.id, signed_on: '2026-04-12', surge_page: null, code };
    expect((await sign({ id, body, who: later })).errors).toEqual([]);
    expect(
      await one(sql`select pay_on::text from payments where order_id = ${order_id}
      order by payment_number desc limit 1`),
    ).toEqual({ pay_on: '2026-05-08' });
  });

  /** @shows OF5.8 */
  it('can be signed where an acceptance online was expected, and the other way round', async () => {
    const [online, onPaper] = [await proposed({}, 'family'), await proposed()];
    const { items } = await sign({ id: online.id, body: await bodyFor(online.id) });
    expect(items[0]).toMatchObject({ state: 'applied', agree_by: 'paper' });
    expect((await accept(onPaper, onPaper.order_id)).errors).toEqual([]);
    expect(await one(sql`select agree_by, state from contract_amendments where id = ${onPaper.id}`)).toEqual({
      agree_by: 'family',
      state: 'applied',
    });
  });

  /** @shows OF5.8 OF5.16 */
  it('is refused with another code, a used scan, a wrong day, and for an own child', async () => {
    const { id, order_id } = await proposed();
    const body = await bodyFor(id);
    const refusalOf = async (changes: object) =>
      (await sign({ id, body: { ...body, ...changes } })).errors[0];
    expect([
      await refusalOf({ code: 'AAAA-AAAA' }),
      await refusalOf({ signed_on: '2026-04-11' }),
      await refusalOf({ signed_on: '2026-02-08' }),
      await refusalOf({ surge_page: 3 }),
    ]).toEqual([
      expect.stringMatching(/^This code doesn’t match the amendment as it is today\./),
      'The day can’t be in the future.',
      'The paper can have been signed at most 60 days ago.',
      'The scan has 2 pages.',
    ]);
    await sign({ id, body });
    const other = await proposed();
    const used = { ...body, code: await codeOfPaper(shop, staff, other.id) };
    expect((await sign({ id: other.id, body: used })).errors[0]).toMatch(
      /^This scan belongs to an order already/,
    );
    expect(order_id).not.toBe(other.order_id);
    const own = await bodyFor(other.id);
    await shop.context.db.execute(sql`update contracts
      set snapshot = jsonb_set(snapshot, '{parent,id}', to_jsonb(${staff.user_id}::int))
      where order_id = ${other.order_id}`);
    expect((await sign({ id: other.id, body: own })).status).toBe(403);
  });

  /** @shows OF5.8 OF5.7 */
  it('is printed anew where a payment has changed since', async () => {
    const { id, order_id } = await proposed({ less: { first: 'lower', way: 'check', reference: '1' } });
    const body = await bodyFor(id);
    await shop.context.db.execute(sql`update contract_amendments
      set reason = 'Another reason.' where id = ${id} and order_id = ${order_id}`);
    expect((await sign({ id, body })).status).toBe(409);
    expect((await sign({ id, body: await bodyFor(id) })).status).toBe(200);
  });

  /** @shows OF5.11 OF0.25 */
  it('waits for a colleague where the refund is above the sum of the company', async () => {
    await shop.context.db.execute(sql`update company set second_person_above_cents = 10000`);
    const colleague = await aStaffMember(shop.app, shop.context.db, {
      first_name: 'Sam',
      last_name: 'Rivers',
    });
    const { id, ...family } = await proposed();
    const [found] = (await staff.call('GET', `/admin/amendments/${id}/paper`)).items;
    expect(found.needs_second_person).toBe(true);
    const { items } = await sign({ id, body: await bodyFor(id) });
    expect(items[0]).toMatchObject({ state: 'accepted', waits_for_approval: true });
    expect(await routeOf(family)).toBe('Round trip');
    const [{ rows }] = (await colleague.call('GET', '/admin/approvals')).items;
    const request = rows.find((row: any) => row.order_id === family.order_id);
    expect((await colleague.call('POST', `/admin/approvals/${request.id}/approve`)).errors).toEqual([]);
    expect((await amendmentOf(family, family.order_id)).state).toBe('applied');
    expect(await routeOf(family)).toBe('Afternoon only');
  });
});
