import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileStore } from '#platform/files/file-store.ts';
import { createVault } from '#platform/vault/vault.ts';
import { fetchBackup, storeBackup } from './sealed-backup.ts';

const NAME = '2026-11-28T03-15-00';

let home: string;
let objects: Map<string, Uint8Array>;
let store: FileStore;
const vault = () => createVault([Buffer.alloc(32, 'backup')]);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'schoolrun-bucket-'));
  mkdirSync(join(home, 'made/postgres/empty'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, 'made/backup.json'), '{}');
  writeFileSync(join(home, 'made/photo.jpg'), Buffer.alloc(500_000, 'Noor'));
  objects = new Map();
  store = {
    put: async (key, content) => void objects.set(key, content),
    has: async (key) => objects.has(key),
    find: async (key) => objects.get(key),
    delete: async (key) => void objects.delete(key),
  };
});
afterEach(() => rmSync(home, { recursive: true }));

const keep = () =>
  storeBackup({ store, vault: vault() }, { name: NAME, folder: join(home, 'made'), partBytes: 100_000 });
const fetchTo = (to: string, name = NAME) => fetchBackup({ store, vault: vault() }, name, join(home, to));
const partKeys = () => [...objects.keys()].filter((key) => !key.endsWith('end.sealed'));

/** @shows MO12.6 */
describe('a backup in a bucket', () => {
  it('comes back as it was, empty folders and all', async () => {
    const { parts, bytes } = await keep();
    expect(parts).toBeGreaterThan(1);
    expect(bytes).toBeGreaterThan(500_000);
    await fetchTo('back');
    expect(readFileSync(join(home, 'back/photo.jpg'))).toEqual(Buffer.alloc(500_000, 'Noor'));
    expect(statSync(join(home, 'back/postgres/empty')).isDirectory()).toBe(true);
  });

  it('shows nothing to who has the bucket alone', async () => {
    await keep();
    for (const content of objects.values()) expect(Buffer.from(content).includes('Noor')).toBe(false);
    const other = createVault([Buffer.alloc(32, 'another')]);
    await expect(fetchBackup({ store, vault: other }, NAME, join(home, 'back'))).rejects.toThrow();
  });

  it('is refused where a part is missing, changed, of another place, or not sealed', async () => {
    await keep();
    const [first, second] = partKeys() as [string, string];
    const whole = new Map(objects);
    const damages: (() => void)[] = [
      () => objects.delete(second),
      () => objects.set(first, Buffer.concat([objects.get(first)!, Buffer.from('x')])),
      () => objects.set(first, objects.get(second)!),
      () => objects.set(first, Buffer.from('plain')),
      () => objects.delete(`backups/${NAME}/end.sealed`),
    ];
    for (const damage of damages) {
      damage();
      await expect(fetchTo('back')).rejects.toThrow();
      whole.forEach((content, key) => objects.set(key, content));
    }
    await fetchTo('back');
  });

  it('has no end where the bucket failed on the way', async () => {
    const { put } = store;
    store.put = async (key, ...rest) => {
      if (objects.size === 2) throw new Error('the bucket is away');
      return put(key, ...rest);
    };
    await expect(keep()).rejects.toThrow('the bucket is away');
    await expect(fetchTo('back')).rejects.toThrow(`has no complete backup ${NAME}`);
  });

  it('goes into no folder that is there, and has no name with a path', async () => {
    await keep();
    await expect(fetchTo('made')).rejects.toThrow('already exists');
    await expect(fetchTo('back', '../files')).rejects.toThrow('no complete backup');
  });
});
