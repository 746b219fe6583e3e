import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { sealedFiles } from '#platform/vault/sealed-files.ts';
import { createVault, keyOfFile, type Vault } from '#platform/vault/vault.ts';
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
import { checkAllKeys, reencryptAll } from './reencrypt-all.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-sealed-files-'));
const KEYS = [randomBytes(32), randomBytes(32)] as const;
let shop: SeasonApp;
let buyer: Buyer;
let photos: string[];
let papers: string[];

const store = () => openFileStore(readConfig({ DATA_DIR: dataDir }));
const onDisk = (key: string) => join(dataDir, 'files', key);
const stored = (key: string) => readFileSync(onDisk(key));

const paperIn = (folder: string) =>
  readdirSync(onDisk(folder), { encoding: 'utf8', recursive: true }).find((name) => name.endsWith('.pdf'))!;

async function printStatement(): Promise<void> {
  const [{ year }] = (await buyer.call('GET', '/statements')).items;
  const [{ pdf_path }] = (await buyer.call('GET', `/statements/${year}`)).items;
  expect((await shop.app.inject(pdf_path)).statusCode).toBe(200);
}

const withKeys = async (...keys: Buffer[]) => {
  const vault = createVault(keys);
  const context = { ...shop.context, vault, files: sealedFiles(await store(), vault) };
  return context;
};

beforeAll(async () => {
  const vault = createVault([KEYS[0]]);
  shop = await openSeasonApp({ vault, files: sealedFiles(await store(), vault) });
  buyer = await aBuyer(shop.app);
  const upload = () =>
    uploadPhoto(shop.app, { who: buyer, student_id: buyer.student_id, content: ONE_PIXEL });
  await upload();
  photos = (await upload()).images.map(({ path }: { path: string }) => path.split('?')[0]!);
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  await checkOut(shop.app, buyer, { contract: aContract(buyer, offer, 'HML-RT-S2'), payment: aCard() });
  await drainJobs(shop.context, ['orders.make-documents', 'outbox.drain']);
  await printStatement();
  papers = ['signed-copies', 'receipts', 'statements'].map((folder) => `${folder}/${paperIn(folder)}`);
});
afterAll(async () => {
  await shop.close();
  rmSync(dataDir, { recursive: true });
});

const read = (path: string) =>
  shop.app.inject({
    url: `/storage/${path}`,
    headers: { authorization: `Bearer ${buyer.tokens.access_token}` },
  });

/** As in a data folder of the version before. */
async function storeOpen(): Promise<void> {
  for (const key of [...photos, ...papers])
    writeFileSync(onDisk(key), (await shop.context.files.find(key)) ?? '');
  await shop.context.database.asOwner('truncate sealed_fields, vault_progress');
}

/** @shows H14.4 */
describe('photos, signed copies, receipts and statements', () => {
  it('are sealed where they lie, and read through the portal as ever', async () => {
    for (const key of [...photos, ...papers])
      expect(keyOfFile(stored(key))).toBe(shop.context.vault.currentKeyId);
    const photo = await read(photos[0]!);
    expect([photo.statusCode, photo.rawPayload.subarray(0, 2).toString('hex')]).toEqual([200, 'ffd8']);
    const { rows } = await shop.context.db.execute<{ order_id: number; sha256: Buffer }>(
      sql`select order_id, sha256 from signed_copies`,
    );
    const { rawPayload } = await read(`orders/${rows[0]!.order_id}/contract.pdf`);
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(createHash('sha256').update(rawPayload).digest()).toEqual(rows[0]!.sha256);
  });

  it('leave what everybody may read as it is', async () => {
    await shop.context.files.put('content/a_map.svg', Buffer.from('<svg/>'), 'image/svg+xml');
    expect(stored('content/a_map.svg').toString()).toBe('<svg/>');
    expect((await read('content/a_map.svg')).body).toBe('<svg/>');
  });

  it('do not open under the name of another', async () => {
    const kept = stored(photos[0]!);
    copyFileSync(onDisk(photos[1]!), onDisk(photos[0]!));
    expect((await read(photos[0]!)).statusCode).toBe(500);
    writeFileSync(onDisk(photos[0]!), kept);
  });

  it('of an earlier version are read, and sealed by the job, also after a kill', async () => {
    await storeOpen();
    const before = await Promise.all([...photos, ...papers].map((key) => shop.context.files.find(key)));
    expect((await read(photos[0]!)).statusCode).toBe(200);
    let left = 1;
    const killed: Vault = {
      ...shop.context.vault,
      sealBytes: (...content) => {
        if (left-- === 0) throw new Error('killed');
        return shop.context.vault.sealBytes(...content);
      },
    };
    const files = sealedFiles(await store(), killed);
    await expect(reencryptAll({ ...shop.context, files })).rejects.toThrow('killed');
    expect([...photos].map((key) => keyOfFile(stored(key)) !== undefined).toSorted()).toEqual([false, true]);
    await drainJobs(shop.context, ['vault.reseal']);
    for (const key of [...photos, ...papers])
      expect(keyOfFile(stored(key))).toBe(shop.context.vault.currentKeyId);
    const after = await Promise.all([...photos, ...papers].map((key) => shop.context.files.find(key)));
    expect(after.map((each) => Buffer.from(each!))).toEqual(before.map((each) => Buffer.from(each!)));
    writeFileSync(onDisk(photos[0]!), before[0]!);
    expect((await read(photos[0]!)).statusCode).toBe(500);
    await shop.context.files.put(photos[0]!, before[0]!, 'image/jpeg');
  });

  it('come under a new key by the job, and a deleted one does not come back', async () => {
    await checkAllKeys(shop.context);
    await buyer.call('DELETE', `/student/photo/${buyer.student_id}`);
    await drainJobs(shop.context, ['files.delete']);
    const both = await withKeys(KEYS[1], KEYS[0]);
    await checkAllKeys(both);
    await reencryptAll(both);
    const alone = await withKeys(KEYS[1]);
    await checkAllKeys(alone);
    for (const paper of papers) {
      expect(keyOfFile(stored(paper))).toBe(alone.vault.currentKeyId);
      const content = Buffer.from((await alone.files.find(paper))!);
      expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    }
    expect(readdirSync(onDisk('students'))).toEqual([]);
  });
});
