import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storePhoto } from '#modules/students/photos.service.ts';
import type { Person } from '#tests/support/app/people.ts';
import { aStaffMember, impersonate } from '#tests/support/app/staff.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { ONE_PIXEL } from '#tests/support/corpora/one-pixel.ts';
import type { Right } from '#kit/endpoint/right.ts';
import { viewerOf } from '#tests/support/database/viewer-of.ts';
import { linkToCopyOf, openCopy } from './family-copy.service.ts';
import { FAMILY_TABLES } from './family-rows.queries.ts';
import { TABLES_WITHOUT_FAMILIES } from './tables-without-families.ts';

let shop: SeasonApp;
beforeAll(async () => {
  shop = await openSeasonApp();
});
afterAll(() => shop.close());

type Archive = Record<string, Uint8Array>;

/** A family with everything that a family can have, and its mark in all of it. */
async function aFullFamily(mark: string) {
  const { app, context } = shop;
  const offer = await anOffer(app, 'hm', 'hm-lower', 'Round trip');
  const buyer = await aBuyer(app, {
    first_name: `${mark}child`,
    has_medical_concerns: true,
    medical_concerns: `${mark} is allergic`,
  });
  const [{ id: user_id }] = (await buyer.call('GET', '/user')).items;
  await buyer.call('PUT', `/user/${user_id}`, { last_name: mark, phone_mobile: '917-555-0188' });
  await buyer.call('POST', '/address', {
    address: `1 ${mark} Street`,
    city: 'Bronx',
    state: 'NY',
    zip: '10471',
  });
  await storePhoto(context.db, context.files, context.clock.now(), {
    user_id,
    student_id: buyer.student_id,
    upload: { k: 'file', bytes: ONE_PIXEL },
  });
  const bought = await checkOut(app, buyer, {
    contract: aContract(buyer, offer, 'HML-RT-S2'),
    payment: aCard(),
  });
  const draft = aContract(buyer, await anOffer(app, 'hm', 'hm-lower', 'Morning only'), 'HML-AM-S2', {
    special_request: `${mark} draft`,
  });
  expect((await buyer.call('POST', '/printed-contract', { contract: draft })).errors).toEqual([]);
  return { ...buyer, user_id, order: bought.items[0] };
}

async function openLink(path: string): Promise<Archive> {
  const answer = await shop.app.inject({ method: 'GET', url: path });
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ]);
  return unzipSync(new Uint8Array(answer.rawPayload));
}

async function copyOf(who: Person): Promise<Archive> {
  const answer = await who.call('POST', '/family-data', {});
  expect(answer.errors).toEqual([]);
  return openLink(answer.items[0].path);
}

const json = (archive: Archive, file: string) => JSON.parse(strFromU8(archive[`data/${file}.json`]!));
const allText = (archive: Archive) =>
  Object.entries(archive)
    .filter(([name]) => /\.(json|txt)$/.test(name))
    .map(([, content]) => strFromU8(content))
    .join('\n');

describe('a family’s copy of everything', () => {
  /** @shows H12.1 */
  it('has its rows, photos and papers, with sealed texts in the clear, and says what each is', async () => {
    const family = await aFullFamily('Quenby');
    const archive = await copyOf(family);
    const number = family.order.order_detail.contract.contract_number;
    expect(Object.keys(archive)).toEqual(
      expect.arrayContaining([
        'README.txt',
        'data/account.json',
        'data/payments.json',
        `photos/student-${family.student_id}/photo-1.jpg`,
        `contracts/contract-${number}.pdf`,
      ]),
    );
    const receipts = Object.entries(archive).filter(([name]) => name.startsWith('receipts/'));
    const hashOf = ([, content]: [string, Uint8Array]) => createHash('sha256').update(content).digest('hex');
    expect(receipts).toHaveLength(1);
    // Printed for this copy, and kept: the next one has the same file.
    expect(Object.entries(await copyOf(family)).filter(([name]) => name.startsWith('receipts/'))).toEqual(
      receipts,
    );
    const { rows } = await shop.context.db.execute(sql`select encode(sha256, 'hex') as sha256
      from kept_receipts where order_id = ${family.order.id}`);
    expect(rows).toEqual(receipts.map((receipt) => ({ sha256: hashOf(receipt) })));
    expect(json(archive, 'account').users).toMatchObject([
      { id: family.user_id, email: family.email, phone_mobile: '917-555-0188' },
    ]);
    expect(json(archive, 'students').students).toMatchObject([{ medical_concerns: 'Quenby is allergic' }]);
    expect(json(archive, 'contracts').contracts[0].snapshot.student.medical_concerns).toBe(
      'Quenby is allergic',
    );
    expect(json(archive, 'contracts').printed_contracts).toMatchObject([
      {
        selection: { contract: { special_request: 'Quenby draft' } },
        facts: { student: { first_name: 'Quenbychild' } },
      },
    ]);
    expect(json(archive, 'payments').payments.length).toBeGreaterThan(0);
    expect(json(archive, 'records').audit_log).toContainEqual(
      expect.objectContaining({ action: 'family_data.copy', subject: `user:${family.user_id}` }),
    );
    const readme = strFromU8(archive['README.txt']!);
    for (const name of Object.keys(archive).filter((one) => one !== 'README.txt'))
      expect(readme).toContain(name.startsWith('data/') ? name : `${name.split('/')[0]}/`);
  });

  /** @shows H12.1 */
  it('has nothing that opens the account to whoever finds it', async () => {
    const family = await aFullFamily('Ottoline');
    const text = allText(await copyOf(family));
    expect(text).not.toMatch(/argon2|gateway_ref|"secret"|password_hash|"hash":\s*"\$|sealed2?:|phone_marks/);
  });

  /** @shows H12.2 */
  it('has nothing of another family', async () => {
    const [one, two] = [await aFullFamily('Marigold'), await aFullFamily('Peregrine')];
    const [ofOne, ofTwo] = [await copyOf(one), await copyOf(two)];
    expect(allText(ofOne)).toContain('Marigold');
    expect(allText(ofTwo)).toContain('Peregrine');
    expect([allText(ofOne).includes('Peregrine'), allText(ofOne).includes(two.email)]).toEqual([
      false,
      false,
    ]);
    expect([allText(ofTwo).includes('Marigold'), allText(ofTwo).includes(one.email)]).toEqual([false, false]);
    const names = (archive: Archive) => Object.keys(archive).filter((name) => !/^data|README/.test(name));
    expect(names(ofOne).filter((name) => names(ofTwo).includes(name))).toEqual([]);
    const idsOf = (archive: Archive) =>
      json(archive, 'payments').postings.map((posting: { id: number }) => posting.id);
    expect(idsOf(ofOne).filter((id: number) => idsOf(ofTwo).includes(id))).toEqual([]);
  });

  /** @shows H12.3 */
  it('wants a recent login or the password, a link that was given, and some patience', async () => {
    const family = await aFullFamily('Isolde');
    const file = `/storage/family-data/${family.user_id}.zip`;
    const headers = { authorization: `Bearer ${family.tokens.access_token}` };
    expect((await shop.app.inject({ url: file, headers })).statusCode).toBe(401);
    shop.context.clock.advanceMs(11 * 60_000);
    const asked = await family.call('POST', '/family-data', {});
    expect([asked.status, Object.keys(asked.fields)]).toEqual([422, ['current_password']]);
    const wrong = await family.call('POST', '/family-data', { current_password: 'not this one' });
    expect(wrong.status).toBe(422);
    const current_password = family.password;
    for (let n = 0; n < 5; n += 1) {
      const { items } = await family.call('POST', '/family-data', { current_password });
      await openLink(items[0].path);
    }
    expect((await family.call('POST', '/family-data', { current_password })).status).toBe(429);
  });

  /** @shows H12.2 */
  it('is another family’s by no link, whatever its address says', async () => {
    const [one, two] = [await aFullFamily('Tamsin'), await aFullFamily('Ursula')];
    const { path } = (await one.call('POST', '/family-data', {})).items[0];
    const other = path.replace(`${one.user_id}.zip`, `${two.user_id}.zip`);
    expect((await shop.app.inject({ url: other })).statusCode).toBe(401);
  });

  /** @shows H12.4 */
  it('is given by staff to a parent who asked, which is written down', async () => {
    const family = await aFullFamily('Winifred');
    const staff = await aStaffMember(shop.app, shop.context.db);
    const answer = await staff.call('POST', `/admin/parents/${family.user_id}/family-data`);
    expect(json(await openLink(answer.items[0].path), 'account').users[0].id).toBe(family.user_id);
    const { rows } = await shop.context.db.execute(sql`select actor_id::int, subject from audit_log
      where action = 'family_data.copy' and actor_id = ${staff.user_id}`);
    expect(rows).toEqual([{ actor_id: staff.user_id, subject: `user:${family.user_id}` }]);
    expect((await staff.call('POST', `/admin/parents/${staff.user_id}/family-data`)).status).toBe(404);
    expect((await family.call('POST', `/admin/parents/${family.user_id}/family-data`)).status).toBe(403);
    const looking = await impersonate(shop.app, staff, family);
    expect((await looking.call('POST', '/family-data', {})).status).toBe(403);
  });
});

/** @shows OF8.3 */
it('a copy is refused to staff who may see money and no care texts', async () => {
  const { user_id } = await aFullFamily('Marlow');
  const bookkeeper = viewerOf(1, { rights: new Set<Right>(['families', 'money']) });
  await expect(linkToCopyOf(shop.context, bookkeeper, user_id)).rejects.toThrow('right_missing');
  expect(await openCopy(shop.context, bookkeeper, `family-data/${user_id}.zip`)).toBeUndefined();
});

describe('the tables', () => {
  /** @shows H12.5 */
  it('are each in a family’s copy, or left out for a reason', async () => {
    const { rows } = await shop.context.db.execute<{ name: string }>(sql`
      select case table_schema when 'public' then '' else table_schema || '.' end || table_name as name
      from information_schema.tables where table_type = 'BASE TABLE'
      and table_schema not in ('pg_catalog', 'information_schema', 'drizzle', 'pgboss')`);
    const known = new Set([...Object.keys(FAMILY_TABLES), ...Object.keys(TABLES_WITHOUT_FAMILIES)]);
    expect(
      rows.map(({ name }) => name).filter((name) => !known.has(name)),
      'add them to family-rows.queries.ts, or to tables-without-families.ts with the reason',
    ).toEqual([]);
    const existing = new Set(rows.map(({ name }) => name));
    expect([...known].filter((name) => !existing.has(name))).toEqual([]);
  });

  /** @shows H12.5 */
  it('that name a family, a student or an order are never left out', async () => {
    const { rows } = await shop.context.db.execute<{ name: string }>(sql`
      select distinct table_name::text as name from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'student_id', 'order_id', 'payment_id')`);
    // By their hash alone: nothing in them can be read.
    const byHash = ['mailed_tokens', 'known_browsers'];
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => name in TABLES_WITHOUT_FAMILIES && !byHash.includes(name)),
    ).toEqual([]);
  });
});
