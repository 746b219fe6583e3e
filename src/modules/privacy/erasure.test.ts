import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainDate, type PlainDate } from '#kit/plain-date.ts';
import { openReceipt } from '#modules/billing/ledger/kept-receipts.service.ts';
import { storePhoto } from '#modules/students/photos.service.ts';
import { readConfig } from '#platform/config/config.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { sessionOf, type Person } from '#tests/support/app/people.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
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
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { createVault } from '#platform/vault/vault.ts';
import { asSealed } from '#tests/support/forms/as-sealed.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-erasure-'));
let shop: SeasonApp;
let staff: Person;

beforeAll(async () => {
  // Nothing is sealed here, or what is left could not be seen.
  const vault = { ...createVault([Buffer.alloc(32, 'test')]), seal: asSealed };
  const files = await openFileStore(readConfig({ DATA_DIR: dataDir }));
  shop = await openSeasonApp({ vault, files: { ...files, reseal: async () => false } });
  staff = await aStaffMember(shop.app, shop.context.db);
});
// A test before may have moved the clock beyond the session.
beforeEach(async () => {
  staff = await sessionOf(shop.app, staff);
});
afterAll(async () => {
  await shop.close();
  rmSync(dataDir, { recursive: true });
});

/** Every file of the data folder, as text. */
function dumpFiles(folder = dataDir): string {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return paths
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, 'latin1')}`)
    .join('\n');
}

const everything = async () => `${await dumpDatabase(shop.context.db)}\n${dumpFiles()}`;

/** Phones and a network that no other mark has. */
const marks: string[] = [];
const numberOf = (mark: string): number => {
  if (!marks.includes(mark)) marks.push(mark);
  return marks.indexOf(mark);
};
const phoneOf = (mark: string, n: number) => `718-5${numberOf(mark) + 10}-017${n}`;
const networkOf = (mark: string) => `203.0.113.${100 + numberOf(mark)}`;

/** One text for each field, that stands nowhere else. */
const studentCanaries = (mark: string) => ({
  first_name: `${mark}first`,
  last_name: `${mark}last`,
  email: `${mark.toLowerCase()}kid@canary.example`,
  phone_home: phoneOf(mark, 1),
  phone_mobile: phoneOf(mark, 2),
  address: `1 ${mark} Home Street`,
  apt: `${mark}apt`,
  city: `${mark}city`,
  has_medical_concerns: true,
  medical_concerns: `${mark} is allergic`,
  guardian_1_first_name: `${mark}mum`,
  guardian_1_last_name: `${mark}mumlast`,
  guardian_1_phone_mobile: phoneOf(mark, 3),
  guardian_1_email: `${mark.toLowerCase()}mum@canary.example`,
  guardian_2_first_name: `${mark}dad`,
  guardian_2_last_name: `${mark}dadlast`,
  guardian_2_phone_mobile: phoneOf(mark, 4),
  guardian_2_email: `${mark.toLowerCase()}dad@canary.example`,
  is_split_custody: true,
  second_address: `2 ${mark} Second Street`,
  custody_notes: `${mark} weekends`,
});

/** Opens the link that was mailed to a new address, from which on it counts. */
async function openLinkAt(email: string): Promise<void> {
  await drainJobs(shop.context, ['outbox.drain']);
  const { html } = shop.context.mail.to(email).at(-1)!;
  const link = decodeURIComponent(/verify-email\?endpoint=([^\s"&]+)/.exec(html)![1]!);
  expect((await shop.app.inject(link)).statusCode).toBe(200);
}

async function plantPhoto(user_id: number, student_id: number): Promise<void> {
  const { db, files, clock } = shop.context;
  await storePhoto(db, files, clock.now(), {
    user_id,
    student_id,
    upload: { k: 'file', bytes: ONE_PIXEL },
  });
}

/** A family with a canary in everything that it can write, and an order whose card was declined. */
async function plantFamily(mark: string) {
  const { app, context } = shop;
  const offer = await anOffer(app, 'hm', 'hm-lower', 'Round trip');
  const full = await anOffer(app, 'hm', 'hm-lower', 'Morning only');
  await context.db.execute(sql`update routes set capacity = 0 where id = ${full.route_id}`);
  const family = await aBuyer(app, studentCanaries(mark));
  const [{ id: user_id }] = (await family.call('GET', '/user')).items;
  const email = `${mark.toLowerCase()}parent@canary.example`;
  await family.call('PUT', `/user/${user_id}`, {
    first_name: `${mark}parentfirst`,
    last_name: `${mark}parentlast`,
    email,
    current_password: family.password,
    phone_home: phoneOf(mark, 5),
    phone_mobile: phoneOf(mark, 6),
  });
  await openLinkAt(email);
  const address = {
    address: `3 ${mark} Saved Street`,
    apt: '',
    city: `${mark}town`,
    state: 'NY',
    zip: '10471',
  };
  const [{ id: address_id }] = (await family.call('POST', '/address', address)).items;
  await plantPhoto(user_id, family.student_id);
  const contract = aContract(family, offer, 'HML-RT-S2', {
    pickup_north: `${mark} Avenue`,
    special_request: `${mark} request`,
  });
  await checkOut(app, family, { contract, payment: aCard(TEST_CARDS.declined) });
  await family.call('POST', '/printed-contract', { contract });
  await family.call('POST', `/route/${full.route_id}/waiting-list`, { student_id: family.student_id });
  await family.call('POST', `/route/${offer.route_id}/hold`, { student_id: family.student_id });
  await app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: networkOf(mark),
    headers: { 'user-agent': `${mark}browser` },
    payload: { email, password: 'not the password' },
  });
  await impersonate(app, staff, { ...family, email }, `${mark} asks on the phone for her child`);
  await drainJobs(context, ['outbox.drain']);
  return { ...family, email, user_id, address_id, contract };
}

const ofStudent = (mark: string) =>
  Object.values(studentCanaries(mark)).filter((value): value is string => typeof value === 'string');

const ofFamily = (mark: string, { email }: { email: string }) => [
  ...ofStudent(mark),
  email,
  `${mark}parentfirst`,
  `${mark}parentlast`,
  phoneOf(mark, 5),
  phoneOf(mark, 6),
  `3 ${mark} Saved Street`,
  `${mark}town`,
  `${mark} Avenue`,
  `${mark} request`,
  `${mark}browser`,
  `${mark} asks on the phone`,
  networkOf(mark),
];

/** The part of a dump that is one table. */
function tableIn(dump: string, name: string): string {
  const found = dump.split('\n\n').find((table) => table.trimStart().startsWith(`public.${name}\n`));
  if (!found) throw new Error(`the dump has no table ${name}`);
  return found;
}

const receiptsOnDisk = () => dumpFiles().match(/\/receipts\/[\w-]+\.pdf/g) ?? [];
const photosOnDisk = () => (dumpFiles().match(/\/students\/[\w-]+\.jpg/g) ?? []).length;
const remove = (family: Person) =>
  family.call('POST', '/family-data/delete', { current_password: family.password });

describe('a student who is deleted', () => {
  /** @shows H11.1 */
  it('leaves nothing in the database and no file', async () => {
    const family = await plantFamily('Quillon');
    const before = findSecrets(await everything(), ofStudent('Quillon'));
    // All can be seen, or the test would show nothing.
    expect(before.length).toBeGreaterThan(12);
    expect(photosOnDisk()).toBe(1);
    expect((await family.call('DELETE', `/student/${family.student_id}`)).status).toBe(200);
    const after = await everything();
    expect(findSecrets(after, [...ofStudent('Quillon'), 'Quillon Avenue', 'Quillon request'])).toEqual([]);
    expect(photosOnDisk()).toBe(0);
    const { rows } = await shop.context.db.execute(
      sql`select id from students s
        where s.id = ${family.student_id} and to_jsonb(s)::text like '%sealed2:%'`,
    );
    expect(rows).toEqual([]);
  });

  /** @shows H11.1 */
  it('stays while a contract may still come of a checkout', async () => {
    const family = await plantFamily('Rosalind');
    await checkOut(shop.app, family, {
      contract: family.contract,
      payment: aCard(TEST_CARDS.answerLostWithoutCharge),
    });
    expect((await family.call('DELETE', `/student/${family.student_id}`)).status).toBe(409);
    await shop.context.db.execute(
      sql`update orders set status = 'payment_failed' where user_id = ${family.user_id}`,
    );
  });
});

describe('the audit log', () => {
  /** @shows H11.5 */
  it('holds nothing that a person wrote, and shows it all the same', async () => {
    const { app, context } = shop;
    const family = await plantFamily('Xanthe');
    const bought = await checkOut(app, family, { contract: family.contract, payment: aCard() });
    const order_id = bought.items[0].id;
    const notes = { notes: 'Xanthe calls often', notes_additional: null };
    await staff.call('PUT', `/order/${order_id}/notes`, {
      ...notes,
      seen: { notes: null, notes_additional: null },
    });
    await staff.call('POST', `/order/${order_id}/cancel`, { reason: 'Xanthe moves away' });
    const written = ['Xanthe asks on the phone', 'Xanthe calls often', 'Xanthe moves away'];
    const dump = await dumpDatabase(context.db);
    const log = tableIn(dump, 'audit_log');
    expect(findSecrets(log, [...written, networkOf('Xanthe')])).toEqual([]);
    const shown = JSON.stringify((await staff.call('GET', '/admin/audit')).items);
    expect(findSecrets(shown, written)).toEqual(written);
  });
});

describe('an address and a photo that are deleted', () => {
  /** @shows H11.1 */
  it('leave nothing behind', async () => {
    const before = photosOnDisk();
    const family = await plantFamily('Sunniva');
    await family.call('DELETE', `/address/${family.address_id}`);
    await family.call('DELETE', `/student/photo/${family.student_id}`);
    expect(findSecrets(await everything(), ['3 Sunniva Saved Street', 'Sunnivatown'])).toEqual([]);
    expect(photosOnDisk()).toBe(before);
    const { rows } = await shop.context.db.execute(sql`select path from student_images i
      join students s on s.id = i.student_id where s.user_id = ${family.user_id}`);
    expect(rows).toEqual([]);
  });
});

describe('an account that is deleted', () => {
  /** @shows H11.2 */
  it('leaves nothing in the database and no file where the family has no contract', async () => {
    const family = await plantFamily('Theodora');
    expect(findSecrets(await everything(), ofFamily('Theodora', family)).length).toBeGreaterThan(25);
    expect((await remove(family)).errors).toEqual([]);
    await drainJobs(shop.context, ['outbox.drain']);
    // What counts attempts at logins knows a network for two days.
    shop.context.clock.advanceMs(3 * 24 * 3_600_000);
    await drainJobs(shop.context, ['sessions.sweep']);
    expect(findSecrets(await everything(), ofFamily('Theodora', family))).toEqual([]);
    const { rows } = await shop.context.db.execute(sql`select phone_home, phone_mobile, phone_marks
      from users where id = ${family.user_id}`);
    expect(rows).toEqual([{ phone_home: null, phone_mobile: null, phone_marks: [] }]);
    const last = shop.context.mail.sent.at(-1)!;
    expect([last.to, last.subject]).toEqual([[family.email], 'Your account was deleted']);
    expect((await family.call('GET', '/user')).status).toBe(401);
    const again = await shop.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: family.email, password: family.password },
    });
    expect(again.statusCode).toBe(400);
  });

  /** @shows H11.2 */
  it('is nobody’s to log in to, and may be asked for twice at once', async () => {
    const family = await aBuyer(shop.app);
    const both = await Promise.all([remove(family), remove(family)]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect(both.filter(({ status }) => status >= 500)).toEqual([]);
    const { rows } = await shop.context.db.execute<{ email: string }>(
      sql`select email from users where email like 'deleted-%' order by id desc limit 1`,
    );
    const attempt = await shop.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: rows[0]!.email, password: 'whatever it may be' },
    });
    const stranger = await shop.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: 'nobody@okafor.example', password: 'whatever it may be' },
    });
    expect([attempt.statusCode, attempt.json()]).toEqual([stranger.statusCode, stranger.json()]);
  });

  /** @shows H11.2 */
  it('wants the password, and is no staff member’s', async () => {
    const family = await aBuyer(shop.app);
    const without = await family.call('POST', '/family-data/delete', {});
    expect([without.status, Object.keys(without.fields)]).toEqual([422, ['current_password']]);
    expect((await family.call('POST', '/family-data/delete', { current_password: 'no' })).status).toBe(422);
    expect((await remove(staff)).status).toBe(403);
    const looking = await impersonate(shop.app, staff, family);
    expect((await looking.call('POST', '/family-data/delete', {})).status).toBe(403);
    expect((await family.call('GET', '/user')).status).toBe(200);
  });

  /** @shows H11.3 */
  it('is kept while a contract binds, money is owed or on its way, and says which', async () => {
    const { app, context } = shop;
    const family = await plantFamily('Ulrika');
    await checkOut(app, family, { contract: family.contract, payment: aCard() });
    const owing = await remove(family);
    expect([owing.status, owing.errors.join()]).toEqual([
      409,
      expect.stringContaining('an upcoming payment'),
    ]);
    await payEverything(family.user_id);
    const bound = await remove(family);
    expect([bound.status, bound.errors.join()]).toEqual([
      409,
      expect.stringContaining('You can delete your account once the school year is over'),
    ]);
    await context.db.execute(sql`update charge_attempts set state = 'processing' where payment_id in
      (select p.id from payments p join orders o on o.id = p.order_id where o.user_id = ${family.user_id})`);
    const underWay = await remove(family);
    expect([underWay.status, underWay.errors.join()]).toEqual([
      409,
      expect.stringContaining('still in progress'),
    ]);
    expect((await family.call('GET', '/student')).items).toHaveLength(1);
  });

  /** @shows H11.4 */
  it('leaves what its signed contracts need, and nothing else', async () => {
    const { app, context } = shop;
    const family = await plantFamily('Violetta');
    const bought = await checkOut(app, family, { contract: family.contract, payment: aCard() });
    expect(bought.errors).toEqual([]);
    await drainJobs(context, ['orders.make-documents', 'outbox.drain']);
    await payEverything(family.user_id);
    context.clock.moveToDay(plainDate('2027-08-15'));
    const returned = await sessionOf(app, family);
    expect((await remove(returned)).errors).toEqual([]);
    await drainJobs(context, ['outbox.drain', 'sessions.sweep']);
    expect(context.mail.sent.at(-1)!.text).toContain('until');
    const dump = await dumpDatabase(context.db);
    const inContracts = tableIn(dump, 'contracts');
    const elsewhere = dump.replace(inContracts, '');
    expect(findSecrets(elsewhere, ofFamily('Violetta', family))).toEqual([]);
    expect(findSecrets(inContracts, ofFamily('Violetta', family)).toSorted()).toEqual(
      signedTexts('Violetta', family).toSorted(),
    );
    const [order] = bought.items;
    const { rows } = await context.db.execute(sql`select c.contract_number, s.file_key, a.ip,
        c.snapshot -> 'student' ->> 'medical_concerns' as medical
      from contracts c join signed_copies s on s.order_id = c.order_id
      join acceptances a on a.order_id = c.order_id where c.order_id = ${order.id} limit 1`);
    expect(rows).toMatchObject([{ ip: '127.0.0.1', medical: null }]);
    const postings = await context.db.execute(sql`select sum(p.amount_cents)::int as sum from postings p
      join journal j on j.id = p.journal_id where j.order_id = ${order.id}`);
    expect(postings.rows).toEqual([{ sum: 0 }]);
    expect(existsSync(join(dataDir, 'files', (rows[0] as { file_key: string }).file_key))).toBe(true);
  });
});

/** What a signed contract says of the people in it (docs/domain/kept-after-deletion.md). */
const signedTexts = (mark: string, { email }: { email: string }) => [
  `${mark}first`,
  `${mark}last`,
  `${mark}mum`,
  `${mark}mumlast`,
  `${mark}dad`,
  `${mark}dadlast`,
  `${mark}parentfirst`,
  `${mark}parentlast`,
  email,
  `1 ${mark} Home Street`,
  `${mark}apt`,
  `${mark}city`,
  `${mark} request`,
];

const payEverything = (user_id: number) =>
  shop.context.db.execute(sql`update payments set status = 'paid', paid_at = now() where order_id in
    (select id from orders where user_id = ${user_id})`);

describe('a session', () => {
  /** @shows H11.6 */
  it('is known with its network for ninety days, as is a login that failed', async () => {
    const { app, context } = shop;
    const family = await plantFamily('Yolanda');
    await app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: networkOf('Yolanda'),
      payload: { email: family.email, password: family.password },
    });
    const traces = async () => {
      await drainJobs(context, ['sessions.sweep']);
      const { rows } = await context.db.execute<{ ip: string }>(sql`select ip from sessions
        where user_id = ${family.user_id} and ip = ${networkOf('Yolanda')}
        union all select text from audit_texts where name = 'network' and text = ${networkOf('Yolanda')}`);
      return rows.length;
    };
    context.clock.advanceMs(89 * 24 * 3_600_000);
    expect(await traces()).toBe(2);
    context.clock.advanceMs(2 * 24 * 3_600_000);
    expect(await traces()).toBe(0);
  });
});

describe('a contract whose years are over', () => {
  /** Moves the sandbox's clock, which the database looks at too. */
  async function moveTo(day: PlainDate): Promise<void> {
    const { clock, db } = shop.context;
    clock.moveToDay(day);
    const offset_ms = clock.now().getTime() - Date.now();
    await db.execute(sql`update clock_settings set offset_ms = ${offset_ms}`);
  }

  /** @shows H11.7 */
  it('is destroyed the night after, with a certificate, and leaves numbers alone', async () => {
    const { app, context } = shop;
    await context.db.execute(sql`update periods set ends_on = '2034-06-20'`);
    context.clock.moveToDay(plainDate('2026-04-10'));
    staff = await sessionOf(app, staff);
    const family = await plantFamily('Zenobia');
    const bought = await checkOut(app, family, { contract: family.contract, payment: aCard() });
    const [order] = bought.items;
    await drainJobs(context, ['orders.make-documents', 'outbox.drain']);
    expect(receiptsOnDisk().length).toBeGreaterThan(0);
    // A portal that died here has written the file of an edition, and no row.
    const [{ id: invoice_id }] = order.invoices;
    await context.files.put(
      `receipts/${invoice_id}-returned.pdf`,
      Buffer.from('Zenobiamum'),
      'application/pdf',
    );
    await payEverything(family.user_id);
    await context.db.execute(sql`update periods set ends_on = '2027-06-20'`);
    await moveTo(plainDate('2027-08-15'));
    expect((await remove(await sessionOf(app, family))).errors).toEqual([]);
    const destroy = async (day: string) => {
      await moveTo(plainDate(day));
      await drainJobs(context, ['outbox.drain', 'sessions.sweep', 'contracts.destroy', 'contracts.destroy']);
      return (await (await sessionOf(app, staff)).call('GET', '/admin/certificates')).items;
    };
    expect(await destroy('2034-06-20')).toEqual([]);
    const [certificate] = await destroy('2034-06-21');
    expect(certificate).toMatchObject({ signed_copies: expect.any(Number), last_order_id: order.id });
    expect(certificate.contracts).toBeGreaterThan(0);
    expect(certificate.receipts).toBeGreaterThan(0);
    expect(receiptsOnDisk()).toEqual([]);
    expect(findSecrets(await everything(), ofFamily('Zenobia', family))).toEqual([]);
    const left = await context.db.execute(sql`select
      (select count(*)::int from acceptances where order_id = ${order.id}) as acceptances,
      (select count(*)::int from signed_copies where order_id = ${order.id}) as copies,
      (select count(*)::int from kept_receipts where order_id = ${order.id}) as receipts,
      exists (select from transactions where order_id = ${order.id} and value_cents > 0) as money`);
    expect(left.rows).toEqual([{ acceptances: 0, copies: 0, receipts: 0, money: true }]);
    await drainJobs(context, ['orders.make-documents']);
    expect((await destroy('2034-06-22')).length).toBe(1);
    const paper = await app.inject({
      url: `/storage/orders/${order.id}/contract.pdf`,
      headers: { authorization: `Bearer ${(await sessionOf(app, staff)).tokens.access_token}` },
    });
    expect(paper.statusCode).toBe(404);
    expect(await openReceipt(context, order.invoices[0].id)).toBeUndefined();
  });

  /** @shows H11.7 */
  it('cannot be destroyed before, whoever asks the database', async () => {
    const { rows } = await shop.context.db.execute<{ id: number }>(sql`select o.id::int from orders o
      join periods p on p.id = o.period_id where o.activated_at is not null limit 1`);
    await shop.context.db.execute(sql`update periods set ends_on = '2034-06-20'`);
    const asked = shop.context.db.execute(
      sql`select erase_evidence(array[${rows[0]!.id}]::bigint[], '2099-01-01'::date)`,
    );
    await expect(asked).rejects.toThrow();
  });
});
