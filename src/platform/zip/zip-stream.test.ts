import { strFromU8, strToU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { zipStream, type ZipEntry } from './zip-stream.ts';

const AT = new Date('2026-08-01T12:00:00Z');
const textFile = (path: string, text: string): ZipEntry => ({
  path,
  content: strToU8(text),
  isCompressed: false,
});

async function archiveOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream(entries, AT)) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

describe('an archive', () => {
  it('has every file as it was, compressed or not, whatever letters its path has', async () => {
    const photo = { path: 'photos/é.jpg', content: new Uint8Array([255, 216, 0, 1]), isCompressed: true };
    const found = unzipSync(await archiveOf([textFile('data/students.json', '[]'), photo]));
    expect(strFromU8(found['data/students.json']!)).toBe('[]');
    expect([...found['photos/é.jpg']!]).toEqual([255, 216, 0, 1]);
  });

  it('without a file is an archive all the same', async () => {
    expect(unzipSync(await archiveOf([]))).toEqual({});
  });

  /** @shows H12.6 */
  it('asks for a file only when the one before it has been taken', async () => {
    const asked: number[] = [];
    async function* photos() {
      for (const n of [1, 2, 3]) {
        asked.push(n);
        yield { path: `photos/${n}.jpg`, content: new Uint8Array(1000), isCompressed: true };
      }
    }
    const archive = zipStream(photos(), AT);
    await archive.next();
    expect(asked).toEqual([1]);
    await archive.return(undefined);
  });

  it('fails where a file cannot be read', async () => {
    async function* broken(): AsyncGenerator<ZipEntry> {
      yield textFile('README.txt', 'x');
      throw new Error('the disk is gone');
    }
    await expect(archiveOf(broken())).rejects.toThrow('the disk is gone');
  });
});
