import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackZip, ZipRefused, type ZipFault, type ZipLimits } from './unpack-zip.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'schoolrun-unpack-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const limits: ZipLimits = {
  bytes: 1_000,
  entries: 4,
  isAllowed: (path: string) => /^[\w-]+(\/[\w.-]+)*$/.test(path),
};
const zipOf = (files: Zippable) => Buffer.from(zipSync(files));
const text = (length: number) => strToU8('x'.repeat(length));

async function faultOf(zip: Buffer, changed = limits): Promise<ZipFault | undefined> {
  const error = await unpackZip(zip, await mkdtemp(join(folder, 'one-')), changed).catch(
    (thrown: unknown) => thrown,
  );
  return error instanceof ZipRefused ? error.fault : undefined;
}

/** The list at the end of the ZIP says another thing of its first entry. */
function patched(zip: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(zip);
  copy.writeUInt32LE(value, copy.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + at);
  return copy;
}

/** @shows SE10.4 */
describe('a ZIP', () => {
  it('is unpacked with its folders, whether its files are deflated or stored', async () => {
    const zip = zipOf({ a: text(300), 'b/c.txt': [text(9), { level: 0 }], 'd/': new Uint8Array() });
    expect(await unpackZip(zip, folder, limits)).toEqual(['a', 'b/c.txt']);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('x'.repeat(300));
    expect(await readFile(join(folder, 'b/c.txt'), 'utf8')).toBe('x'.repeat(9));
  });

  it('is refused with a file more than allowed, and with a file outside', async () => {
    const five = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, text(1)]));
    expect(await faultOf(zipOf(five))).toEqual({ k: 'too_many' });
    for (const path of ['../a', '/etc/passwd', 'a/../../b', 'a\\b'])
      expect(await faultOf(zipOf({ [path]: text(1) }))).toEqual({ k: 'not_allowed', entry: path });
    expect((await readdir(folder, { recursive: true })).filter((name) => name.includes('/'))).toEqual([]);
  });

  it('is refused without the file that it must have, whatever else it has', async () => {
    const needing = { ...limits, needed: 'season.json' };
    expect(await faultOf(zipOf({ 'demo/season.json': text(1) }), needing)).toEqual({ k: 'missing' });
    expect(
      await faultOf(zipOf({ 'season.json': text(1) }), { ...needing, isAllowed: () => true }),
    ).toBeUndefined();
  });

  it('is refused with a link, with a second file of one name, and with an archive inside', async () => {
    const link = zipOf({ a: [strToU8('/etc/passwd'), { os: 3, attrs: (0o120_777 << 16) >>> 0 }] });
    expect(await faultOf(link)).toEqual({ k: 'not_allowed', entry: 'a' });
    const twice = zipOf({ 'a.x': text(1), 'b.x': text(1) });
    const again = Buffer.from(twice.toString('latin1').replaceAll('b.x', 'a.x'), 'latin1');
    expect(await faultOf(again)).toEqual({ k: 'not_allowed', entry: 'a.x' });
    expect(await faultOf(zipOf({ a: zipOf({ b: text(1) }) }))).toEqual({ k: 'not_allowed', entry: 'a' });
  });

  it('is refused where it is cut, garbled, or says another size or sum of its file', async () => {
    const zip = zipOf({ a: text(300) });
    const cut = [Buffer.alloc(0), Buffer.from('PK'), zip.subarray(0, -30), zip.subarray(20)];
    const lies = [patched(zip, 24, 299), patched(zip, 16, 1), patched(zip, 42, 5), patched(zip, 20, 9_999)];
    for (const wrong of [...cut, ...lies]) expect(await faultOf(wrong)).toEqual({ k: 'broken' });
  });

  it('may be as large as allowed, and not a byte larger, all files together', async () => {
    expect(await faultOf(zipOf({ a: text(400), b: text(600) }))).toBeUndefined();
    expect(await faultOf(zipOf({ 'c/a': text(400), 'c/b': text(601) }))).toEqual({ k: 'too_large' });
  });
});

/** @shows SE10.4 */
describe('a ZIP bomb', () => {
  const MB = 1_000_000;

  it('is stopped while unpacking, in bounded memory, also if it lies about its size', async () => {
    const zeros = deflateRawSync(Buffer.alloc(200 * MB), { level: 9 });
    const small = zipOf({ a: [new Uint8Array(zeros), { level: 0 }] });
    // The stored bytes are told to be deflated, and to be 10 bytes unpacked.
    const central = small.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    small.writeUInt16LE(8, central + 10);
    const bomb = patched(small, 24, 10);
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
    expect(await faultOf(bomb, { ...limits, bytes: 20 * MB })).toEqual({ k: 'too_large' });
    clearInterval(watch);
    expect(most - before).toBeLessThan(100 * MB);
  });
});
