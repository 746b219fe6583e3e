import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import type { Sealed } from '#kit/sealed.ts';
import { createVault } from '#platform/vault/vault.ts';
import { buildApp } from '#server/build-app.ts';
import { checkAllKeys, reencryptAll } from '#server/reencrypt-all.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { openDraft } from './encrypted-drafts.service.ts';
import { PRINTED_CONTRACT_DAYS, type PrintedContract } from './printed-contracts.contract.ts';

type StoredDraft = { id: number } & Record<'selection' | 'facts', Sealed>;

let shop: SeasonApp;
const KEY = Buffer.alloc(32, 'test');

let roundTrip: Offer;
let buyer: Buyer;
let printed: PrintedContract;

const open = (url: string) => shop.app.inject({ url });
const textOf = async (url: string) => (await readPdf((await open(url)).rawPayload)).text;
const listOf = async (who: Buyer): Promise<PrintedContract[]> =>
  (await who.call('GET', '/printed-contract')).items;

const draftOf = (who: Buyer, changes: object = {}) => ({
  contract: aContract(who, roundTrip, 'HML-RT-S2', {
    addon_ids: [roundTrip.addon('late-bus')],
    special_request: 'A seat at the front',
    ...changes,
  }),
});

async function storedDraft(code: string): Promise<StoredDraft> {
  const { rows } = await shop.context.db.execute<StoredDraft>(
    sql`select id::int, selection, facts from printed_contracts where code = ${code}`,
  );
  return rows[0]!;
}

async function print(who: Buyer, body: object): Promise<PrintedContract> {
  const { status, items, errors } = await who.call('POST', '/printed-contract', body);
  if (status !== 200) throw new Error(errors.join());
  return items[0];
}

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  buyer = await aBuyer(shop.app);
  printed = await print(buyer, draftOf(buyer));
}, 60_000);
afterAll(() => shop.close());

describe('a contract printed to pay by check', () => {
  /** @shows MB13.1 */
  it('carries the draft, the price of its day to the cent, and what is due when', async () => {
    const text = await textOf(printed.path);
    const { items } = await buyer.call('POST', '/order/quote', draftOf(buyer));
    const { lines, principal_cents, later } = items[0].by_payment_type.paymentTypeAch;
    const dollars = (cents: number) =>
      `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    const said = [
      'Chidi Okafor',
      buyer.email,
      '12 Elm Street',
      'Lower Division',
      'Round trip',
      'Late bus',
      'A seat at the front',
      ...lines.flatMap((line: any) => [line.text, dollars(line.amount_cents)]),
      dollars(principal_cents),
      ...later.map((charge: any) => dollars(charge.amount_cents)),
      `Price as of ${new Date(shop.context.clock.now()).toLocaleDateString('en-US', {
        timeZone: shop.context.clock.time_zone,
        month: '2-digit',
        day: '2-digit',
        year: 'numeric',
      })}`,
      'Signature of parent or guardian',
    ];
    expect(said.filter((one) => !text.includes(one))).toEqual([]);
    expect(later.length).toBeGreaterThan(0);
    expect(printed.due_cents).toBe(principal_cents);
  });

  /** @shows MB13.2 */
  it('says what the check pays, to whom, where to send it and which code stands on it', async () => {
    const text = await textOf(printed.path);
    const { items } = await buyer.call('GET', '/division/read/all');
    const { company_name, address_1, city, state, zip } = items[0];
    const said = [
      'Your check',
      `Payable to ${company_name}`,
      'Attention: Lower Division contracts',
      `${address_1}`,
      `${city}, ${state} ${zip}`,
      `Write on the check ${printed.code}`,
    ];
    expect(said.filter((one) => !text.includes(one))).toEqual([]);
  });

  /** @shows MB13.2 */
  it('costs what a check costs in this program', async () => {
    const addCheckFee = sql`insert into payment_type_surcharges
      (period_program_id, name, payment_type_id, amount_flat_cents)
      select ${roundTrip.period_program_id}, 'Handling of checks', id, 450 from options
      where key = 'paymentTypeCheck'`;
    await shop.context.db.execute(addCheckFee);
    const dearer = await print(buyer, draftOf(buyer));
    expect(dearer.due_cents).toBe(printed.due_cents + 450);
    expect(await textOf(dearer.path)).toContain('Handling of checks');
    await shop.context.db.execute(sql`delete from payment_type_surcharges where name = 'Handling of checks'`);
  });

  /** @shows MB13.3 */
  it('keeps its code when the same choice is printed again; another choice has another one', async () => {
    const again = await print(buyer, draftOf(buyer));
    expect([again.id, again.code]).toEqual([printed.id, printed.code]);
    const other = await print(buyer, draftOf(buyer, { addon_ids: [] }));
    expect(other.code).not.toBe(printed.code);
    expect(other.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    const { selection } = openDraft(shop.context.vault, await storedDraft(printed.code));
    expect(selection).toEqual({
      financial_aid: null,
      contract: expect.objectContaining({
        student_id: buyer.student_id,
        route_id: roundTrip.route_id,
        payment_term_id: roundTrip.term('HML-RT-S2'),
      }),
    });
  });

  /** @shows MB13.4 */
  it('is read and deleted by its family alone', async () => {
    const stranger = await aBuyer(shop.app);
    const path = `/storage/printed-contracts/${printed.id}.pdf`;
    const asStranger = await shop.app.inject({
      url: path,
      headers: { authorization: `Bearer ${stranger.tokens.access_token}` },
    });
    expect([asStranger.statusCode, (await open(path)).statusCode]).toEqual([404, 401]);
    expect((await stranger.call('DELETE', `/printed-contract/${printed.id}`)).status).toBe(404);
    expect(await listOf(stranger)).toEqual([]);

    const own = await print(stranger, draftOf(stranger));
    expect((await listOf(stranger)).map(({ code }) => code)).toEqual([own.code]);
    expect((await stranger.call('DELETE', `/printed-contract/${own.id}`)).status).toBe(200);
    expect(await listOf(stranger)).toEqual([]);
    expect((await open(own.path)).statusCode).toBe(404);
  });

  /** @shows MB13.5 */
  it('is gone with its student at once, and its row by the next morning', async () => {
    const family = await aBuyer(shop.app);
    const own = await print(family, draftOf(family));
    expect((await family.call('DELETE', `/student/${family.student_id}`)).status).toBe(200);
    expect((await open(own.path)).statusCode).toBe(404);
    await drainJobs(shop.context, ['orders.purge-printed', 'orders.purge-printed']);
    const { rows } = await shop.context.db.execute(
      sql`select id from printed_contracts where id = ${own.id}`,
    );
    expect(rows).toEqual([]);
  });

  /** @shows MB13.7 */
  it('is refused for a full route, by a school that takes no checks, and beside an order', async () => {
    const family = await aBuyer(shop.app);
    const refusalOf = async () => (await family.call('POST', '/printed-contract', draftOf(family))).errors;
    const { db } = shop.context;
    await db.execute(sql`update routes set capacity = 0 where id = ${roundTrip.route_id}`);
    expect(await refusalOf()).toEqual([expect.stringContaining('full')]);
    await db.execute(sql`update routes set capacity = null where id = ${roundTrip.route_id}`);
    await db.execute(sql`update printable_contracts set period_program_group_id =
      (select min(id) from period_program_groups where id not in
        (select period_program_group_id from printable_contracts))
      where file_name like 'hm-%'`);
    expect(await refusalOf()).toEqual(['This school doesn’t accept contracts by mail. Please sign online.']);
    await db.execute(sql`update printable_contracts set period_program_group_id =
      (select g.id from period_program_groups g join program_groups p on p.id = g.program_group_id
        join periods y on y.id = g.period_id where p.path = 'hm' and p.current_period_id = y.id)
      where file_name like 'hm-%'`);
    expect(await refusalOf()).toEqual([]);
    await checkOut(shop.app, family, { ...draftOf(family), payment: aCard() });
    expect(await refusalOf()).toEqual([expect.stringContaining('already')]);
  });
});

/** @shows H14.8 */
describe('what a printed contract keeps', () => {
  const CANARIES = ['41 Zqdraft Street', 'Zqdraft 5', 'Zqdraftcity', 'Zqdraft request'];
  const typed = { address: '41 Zqdraft Street', apt: 'Zqdraft 5', city: 'Zqdraftcity' };
  const changes = { special_request: 'Zqdraft request' };
  let family: Buyer;
  let own: PrintedContract;
  beforeAll(async () => {
    family = await aBuyer(shop.app, typed);
    own = await print(family, draftOf(family, changes));
  });

  it('is nowhere in the database, and on the paper all the same', async () => {
    expect(findSecrets(await dumpDatabase(shop.context.db), CANARIES)).toEqual([]);
    const text = await textOf(own.path);
    expect(CANARIES.filter((canary) => !text.includes(canary))).toEqual([]);
  });

  it('of an earlier version is sealed by the job, and its code stays that of the same choice', async () => {
    const { context } = shop;
    const opened = openDraft(context.vault, await storedDraft(own.code));
    const storeOpen = () =>
      context.db
        .execute(sql`update printed_contracts set facts = ${JSON.stringify(opened.facts)}::jsonb::text,
        selection = ${JSON.stringify(opened.selection)}::jsonb::text where code = ${own.code}`);
    await storeOpen();
    expect(findSecrets(await dumpDatabase(context.db), CANARIES)).toEqual(CANARIES);
    expect((await print(family, draftOf(family, changes))).code).toBe(own.code);
    await storeOpen();
    await context.database.asOwner('truncate sealed_fields');
    await reencryptAll({ ...context, vault: createVault([KEY]) });
    expect(findSecrets(await dumpDatabase(context.db), CANARIES)).toEqual([]);
    expect(openDraft(context.vault, await storedDraft(own.code))).toEqual(opened);
    expect((await print(family, draftOf(family, changes))).code).toBe(own.code);
  });

  it('has one code for presses at once, and the same one under another key', async () => {
    const { context } = shop;
    await checkAllKeys(context);
    const vault = createVault([Buffer.alloc(32, 'next'), KEY]);
    const app = await buildApp({ ...context, vault });
    const press = async () => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/printed-contract',
        headers: { authorization: `Bearer ${family.tokens.access_token}` },
        payload: draftOf(family, { special_request: 'Another request' }),
      });
      return answer.json().items[0].code as string;
    };
    const codes = await Promise.all([press(), press(), press()]);
    expect(new Set(codes).size).toBe(1);
    await app.close();
    const both = createVault([KEY, Buffer.alloc(32, 'next')]);
    const back = await buildApp({ ...context, vault: both });
    const listed = await back.inject({
      url: '/api/printed-contract',
      headers: { authorization: `Bearer ${family.tokens.access_token}` },
    });
    expect(listed.json().items.map(({ code }: PrintedContract) => code)).toEqual([codes[0], own.code]);
    await back.close();
    await checkAllKeys({ ...context, vault });
    await reencryptAll({ ...context, vault: both });
  });

  it('opens for no other draft', async () => {
    const other = await print(family, draftOf(family, { special_request: 'A third request' }));
    await shop.context.db.execute(sql`update printed_contracts d set facts = o.facts
      from printed_contracts o where d.code = ${other.code} and o.code = ${own.code}`);
    expect((await open(other.path)).statusCode).toBe(500);
    expect((await family.call('DELETE', `/printed-contract/${other.id}`)).status).toBe(200);
    expect((await open(own.path)).statusCode).toBe(200);
  });
});

describe('the blank contract of a program', () => {
  const blankPath = () => `/storage/blank-contracts/${roundTrip.period_program_id}.pdf`;

  /** @shows MB13.6 */
  it('is there for everybody, with price list, payee and terms, and names no family', async () => {
    const answer = await open(blankPath());
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const { text } = await readPdf(answer.rawPayload);
    const { items: routes } = await buyer.call('GET', `/route/read/all/${roundTrip.period_program_id}/1`);
    const said = [
      ...routes.map(({ name }: any) => name),
      'Pay in full, early: ',
      'Two payments: ',
      'Add-on: Late bus',
      'Payable to Harborline School Bus',
      'Attention: Lower Division contracts',
      'Contract text',
      'Signature of parent or guardian',
    ];
    expect(said.filter((one) => !text.includes(one))).toEqual([]);
    expect(text).not.toContain(buyer.email);
    expect((await open(blankPath())).rawPayload.equals(answer.rawPayload)).toBe(true);
  });

  it('has no terms or add-ons that only staff may sell', async () => {
    expect(await textOf(blankPath())).not.toContain('Staff rate');
    await shop.context.db.execute(sql`update addons set is_admin_only = true where name = 'late-bus'`);
    expect(await textOf(blankPath())).not.toContain('Add-on: Late bus');
    await shop.context.db.execute(sql`update addons set is_admin_only = false where name = 'late-bus'`);
  });

  it('is not there for a program that is closed, or that there is not', async () => {
    expect((await open('/storage/blank-contracts/987654321.pdf')).statusCode).toBe(404);
    expect((await open('/storage/blank-contracts/x.pdf')).statusCode).toBe(404);
    const close = (isActive: boolean) =>
      shop.context.db.execute(
        sql`update period_programs set is_active = ${isActive} where id = ${roundTrip.period_program_id}`,
      );
    await close(false);
    expect((await open(blankPath())).statusCode).toBe(404);
    await close(true);
  });
});

describe('an expired printed contract', () => {
  /** @shows MB13.5 */
  it('is read no more after sixty days, and deleted', async () => {
    const family = await aBuyer(shop.app);
    const own = await print(family, draftOf(family));
    const isKept = async () =>
      (await shop.context.db.execute(sql`select id from printed_contracts where id = ${own.id}`)).rows
        .length === 1;
    expect(PRINTED_CONTRACT_DAYS).toBe(60);
    shop.context.clock.advanceDays(60);
    await drainJobs(shop.context, ['orders.purge-printed']);
    expect(await isKept()).toBe(true);
    shop.context.clock.advanceDays(1);
    await drainJobs(shop.context, ['orders.purge-printed']);
    expect(await isKept()).toBe(false);
  });
});
