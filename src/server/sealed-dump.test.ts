import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { sealedFiles } from '#platform/vault/sealed-files.ts';
import { createVault } from '#platform/vault/vault.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { uploadPhoto } from '#tests/support/app/upload-photo.ts';
import { ONE_PIXEL } from '#tests/support/corpora/one-pixel.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';
import { anAddressForm } from '#tests/support/forms/student-form.ts';
import { reencryptAll } from './reencrypt-all.ts';

const KEYS = [randomBytes(32), randomBytes(32)] as const;
const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-sealed-dump-'));

/** Input of a family, secret from a thief of database and files. */
const TYPED = {
  date_of_birth: '11/23/2017',
  phone_home: '914-555-7001',
  phone_mobile: '914-555-7002',
  guardian_1_phone_mobile: '914-555-7003',
  guardian_2_phone_mobile: '914-555-7004',
  address: '17 Zqhome Street',
  apt: 'Zqapt 9',
  city: 'Zqcity',
  zip: '10987',
  medical_concerns: 'Zqallergy to peanuts',
  second_address: '18 Zqsecond Street',
  custody_notes: 'Zqcustody on Thursdays',
};
const ACCOUNT = { phone_home: '718-555-7105', phone_mobile: '646-555-7106' };
const SAVED = { address: '19 Zqsaved Street', apt: 'Zqsaved 2', city: 'Zqsavedcity', zip: '10986' };
const CANARIES = [
  ...Object.values(TYPED),
  ...Object.values(SAVED),
  ...Object.values(ACCOUNT),
  '7185557105',
  '555-7106',
  '5557106',
  '2017-11-23',
  'Zqhome',
  'Zqapt',
  'Zqallergy',
  'Zqsecond',
  'Zqcustody',
  'Zqsaved',
  '9145557001',
  '9145557002',
  '9145557003',
  '9145557004',
];

let shop: SeasonApp;
let buyer: Buyer;
let account: { id: number };

beforeAll(async () => {
  const vault = createVault([KEYS[0]]);
  const store = await openFileStore(readConfig({ DATA_DIR: dataDir }));
  shop = await openSeasonApp({ vault, files: sealedFiles(store, vault) });
  buyer = await aBuyer(shop.app, {
    ...TYPED,
    guardian_2_first_name: 'Zed',
    guardian_2_last_name: 'Okafor',
    guardian_2_email: 'zed@okafor.example',
    has_medical_concerns: true,
    is_split_custody: true,
  });
  await buyer.call('POST', '/address', anAddressForm(SAVED));
  [account] = (await buyer.call('GET', '/user')).items;
  await buyer.call('PUT', `/user/${account.id}`, ACCOUNT);
  await uploadPhoto(shop.app, { who: buyer, student_id: buyer.student_id, content: ONE_PIXEL });
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  await checkOut(shop.app, buyer, { contract: aContract(buyer, offer, 'HML-RT-S2'), payment: aCard() });
  await drainJobs(shop.context);
});
afterAll(async () => {
  await shop.close();
  rmSync(dataDir, { recursive: true });
});

const PRIVATE = ['files/students', 'files/signed-copies', 'files/receipts'];

function dumpFiles(folder = ''): string {
  return readdirSync(join(dataDir, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(dataDir, folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

const stolen = async () => `${await dumpDatabase(shop.context.db)}\n${dumpFiles()}`;

/** @shows H14.5 */
describe('who steals the database and the files, without the keys', () => {
  it('reads names and emails, and neither birth, address, phone, health nor custody', async () => {
    const text = await stolen();
    expect(['Okafor', 'zed@okafor.example'].map((name) => text.includes(name))).toEqual([true, true]);
    expect(findSecrets(text, CANARIES)).toEqual([]);
    const isOpen = (mark: string) => PRIVATE.some((folder) => dumpFiles(folder).includes(mark));
    expect(['%PDF-', 'JFIF'].filter(isOpen)).toEqual([]);
  });

  it('would read what an earlier version stored, until the job has sealed it', async () => {
    const { context } = shop;
    const [student] = (await buyer.call('GET', `/student/${buyer.student_id}`)).items;
    const texts = JSON.stringify({ ...TYPED, date_of_birth: '2017-11-23' });
    await context.db.execute(sql`update students s set (date_of_birth, phone_home, phone_mobile,
        guardian_1_phone_mobile, guardian_2_phone_mobile, address, apt, city, zip) =
      (select t.date_of_birth, t.phone_home, t.phone_mobile, t.guardian_1_phone_mobile,
        t.guardian_2_phone_mobile, t.address, t.apt, t.city, t.zip
        from jsonb_populate_record(null::students, ${texts}::jsonb) t)`);
    await context.db.execute(sql`update addresses set address = ${SAVED.address}, apt = ${SAVED.apt},
      city = ${SAVED.city}, zip = ${SAVED.zip}`);
    await context.db.execute(sql`update contracts set snapshot = jsonb_set(snapshot, '{student}',
      snapshot -> 'student' || ${texts}::jsonb)`);
    expect(findSecrets(await stolen(), ['Zqhome', 'Zqsaved', '2017-11-23'])).toHaveLength(3);
    await context.database.asOwner('truncate sealed_fields');
    const before = { ...context, vault: createVault([KEYS[0]]) };
    await reencryptAll(before);
    expect(findSecrets(await stolen(), CANARIES)).toEqual([]);
    expect((await buyer.call('GET', `/student/${buyer.student_id}`)).items).toEqual([
      { ...student, images: expect.any(Array) },
    ]);
    expect((await buyer.call('GET', '/address')).items[0]).toMatchObject(SAVED);
    const [order] = (await buyer.call('GET', '/order')).items;
    expect(order.order_detail.contract.contract_detail.address).toMatchObject({ address: TYPED.address });
  });
});
