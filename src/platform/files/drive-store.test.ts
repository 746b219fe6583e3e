import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openFileStore } from './drive-store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-files-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

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

  it.each(['../password', 'photos/../../password', '/etc/passwd', 'a//b', ''])(
    'has no name such as %j',
    async (key) => {
      await expect(async () => store.find(key)).rejects.toThrow('plain parts');
    },
  );
});
