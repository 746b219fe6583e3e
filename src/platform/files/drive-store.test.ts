import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openFileStore } from './drive-store.ts';
import { FilesAway } from './file-store.ts';

/** A content whose writing breaks off in the middle, as on a full disk. */
const cutOff = () => Readable.from(halfOfIt()) as unknown as Uint8Array;

async function* halfOfIt() {
  yield Buffer.from('half');
  throw new Error('no space left on device');
}

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-files-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** @shows MO9.7 */
describe.each([
  ['a thread that serves', false],
  ['one that may be held up', true],
])('a kept file of %s', async (_, mayHoldUp) => {
  const store = await openFileStore(readConfig({ DATA_DIR: dataDir }), { mayHoldUp });

  it('lies in the data folder and comes back as it was', async () => {
    await store.put('photos/3f9a.jpg', Buffer.from([0xff, 0xd8]), 'image/jpeg');
    expect([...((await store.find('photos/3f9a.jpg')) ?? [])]).toEqual([0xff, 0xd8]);
    expect(readFileSync(join(dataDir, 'files/photos/3f9a.jpg'))).toHaveLength(2);
  });

  it('has its folder made again where somebody has taken it away', async () => {
    await store.put('receipts/1.pdf', Buffer.from('x'), 'application/pdf');
    rmSync(join(dataDir, 'files'), { recursive: true });
    await store.put('receipts/2.pdf', Buffer.from('y'), 'application/pdf');
    expect(Buffer.from((await store.find('receipts/2.pdf'))!).toString()).toBe('y');
  });

  it('is gone when it was deleted, and its absence is no error', async () => {
    await store.put('photos/old.jpg', Buffer.from('x'), 'image/jpeg');
    await store.delete('photos/old.jpg');
    expect(await store.find('photos/old.jpg')).toBeUndefined();
  });

  it('keeps its earlier content where the disk takes half of the next', async () => {
    await store.put('photos/kept.jpg', Buffer.from('whole'), 'image/jpeg');
    await expect(store.put('photos/kept.jpg', cutOff(), 'image/jpeg')).rejects.toThrow(FilesAway);
    expect(Buffer.from((await store.find('photos/kept.jpg'))!).toString()).toBe('whole');
    expect(readdirSync(join(dataDir, 'files/photos')).filter((name) => name.includes('new'))).toEqual([]);
  });

  it.each(['../password', 'photos/../../password', '/etc/passwd', 'a//b', ''])(
    'has no name such as %j',
    async (key) => {
      await expect(async () => store.find(key)).rejects.toThrow('plain parts');
    },
  );
});
