import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { logInAs, type Person } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, impersonate } from '#tests/support/app/staff.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';

let shop: SeasonApp;
let offer: Offer;
let disputed: Disputed;

beforeAll(async () => {
  shop = await openSeasonApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  await anOrderBy(await aBuyer(shop.app));
  disputed = await aDispute();
});
afterAll(() => shop.close());

type Disputed = { parent: Person; order_id: number; dispute_id: number; contract_number: string };

async function anOrderBy(parent: Awaited<ReturnType<typeof aBuyer>>) {
  const contract = aContract(parent, offer, 'HML-RT-S2');
  const payment = aCard(TEST_CARDS.disputedThenWon);
  const { items, errors } = await checkOut(shop.app, parent, { contract, payment });
  expect(errors).toEqual([]);
  return items[0];
}

async function aDispute(): Promise<Disputed> {
  const parent = await aBuyer(shop.app);
  const order = await anOrderBy(parent);
  await drainJobs(shop.context, ['outbox.drain']);
  shop.context.clock.advanceMs(6 * DAY_MS);
  await takeEvents(shop.context.billing);
  const { rows } = await shop.context.db.execute<{ id: number }>(
    sql`select id::int from disputes where order_id = ${order.id}`,
  );
  const { contract_number } = order.order_detail.contract;
  const again = await logInAs(shop.app, parent);
  return { parent: again, order_id: order.id, dispute_id: rows[0]!.id, contract_number };
}

const linkFor = async (person: Person, dispute_id = disputed.dispute_id) =>
  person.call('POST', `/admin/disputes/${dispute_id}/papers`);
const textOfPdf = async (content: Uint8Array) => JSON.stringify(await readPdf(content));
const staff = () => aStaffMember(shop.app, shop.context.db);

async function filesOfPapers(): Promise<Record<string, Uint8Array>> {
  const { items } = await linkFor(await staff());
  const answer = await shop.app.inject(items[0].path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/zip');
  return unzipSync(answer.rawPayload);
}

describe('the papers for a dispute', () => {
  /** @shows S24.1 */
  it('are one file: signed contract, receipt, accepted texts, and a page that explains them', async () => {
    const files = await filesOfPapers();
    const { contract_number, order_id } = disputed;
    const names = Object.keys(files).toSorted();
    expect(names).toContain('README.txt');
    expect(names).toContain(`contract-${contract_number}.pdf`);
    expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(2);
    expect(names.filter((name) => name.startsWith('accepted-texts/contract-'))).toHaveLength(1);
    expect(await textOfPdf(files[`contract-${contract_number}.pdf`]!)).toContain(contract_number);
    const receipt = names.find((name) => /receipt/i.test(name))!;
    expect(await textOfPdf(files[receipt]!)).toContain(String(order_id));
  });

  /** @shows S24.1 */
  it('say what was charged, who accepted which text when and from where, and what was mailed', async () => {
    const { 'README.txt': readme } = await filesOfPapers();
    const said = strFromU8(readme!);
    expect(said).toContain(`Order: ${disputed.order_id}`);
    expect(said).toContain('Card: Visa ****6678');
    expect(said).toMatch(/Charged: \d\d\/\d\d\/\d{4} \d+:\d\d [AP]M \(\d{4}-\d\d-\d\dT[\d:.]+Z\)/);
    expect(said).toMatch(/- Contract: accepted-texts\/contract-[0-9a-f]{12}\.html/);
    expect(said).toMatch(/SHA-256: [0-9a-f]{64}/);
    expect(said).toMatch(/IP address and browser: 127\.0\.0\.1, /);
    expect(said).toContain('- Order confirmation, with the contract, ');
    expect(said).toContain('- Payment receipt, ');
  });

  /** @shows S24.2 */
  it('have nothing of another order of the same texts, route and card', async () => {
    const files = await filesOfPapers();
    const { rows } = await shop.context.db.execute<{ number: string; email: string }>(sql`
      select c.contract_number as number, u.email from contracts c join orders o on o.id = c.order_id
      join users u on u.id = o.user_id where o.id <> ${disputed.order_id}`);
    expect(rows).not.toEqual([]);
    const texts = await Promise.all(
      Object.entries(files).map(([name, content]) =>
        name.endsWith('.pdf') ? textOfPdf(content) : strFromU8(content),
      ),
    );
    for (const { number, email } of rows)
      for (const text of texts) {
        expect(text).not.toContain(number);
        expect(text).not.toContain(email);
      }
  });

  /** @shows S24.3 */
  it('are for staff alone, by a link of their own, and who opens them is written down', async () => {
    const admin = await staff();
    const { path } = (await linkFor(admin)).items[0];
    expect((await linkFor(disputed.parent)).status).toBe(403);
    expect((await linkFor(admin, 987_654)).status).toBe(404);
    const [unsigned] = path.split('?');
    const headers = { authorization: `Bearer ${disputed.parent.tokens.access_token}` };
    expect((await shop.app.inject({ url: unsigned, headers })).statusCode).toBe(401);
    expect((await shop.app.inject(path)).statusCode).toBe(200);
    const { rows } = await shop.context.db.execute(sql`select actor_id::int, subject, detail from audit_log
      where action = 'order.dispute_papers' order by id desc limit 1`);
    const detail = { dispute_id: disputed.dispute_id };
    expect(rows).toEqual([{ actor_id: admin.user_id, subject: `order:${disputed.order_id}`, detail }]);
  });

  /** @shows S24.3 */
  it('are not taken through the eyes of a family', async () => {
    const seen = await impersonate(shop.app, await staff(), disputed.parent);
    expect((await linkFor(seen)).status).toBe(403);
  });
});
