import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import decompress from 'woff2-encoder/decompress';
import { beforeAll, describe, expect, it } from 'vitest';

const resolve = createRequire(import.meta.url).resolve;
const FAMILIES = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];

/** The letters of each file that the package names for the file, as papers choose files. */
async function lettersOf(family: string): Promise<number[]> {
  const place = `@fontsource-variable/${family}`;
  const listed = JSON.parse(readFileSync(resolve(`${place}/unicode.json`), 'utf8')) as Record<string, string>;
  const letters: number[] = [];
  for (const [name, ranges] of Object.entries(listed)) {
    const file = `${place}/files/${family}-${name.replace(/^\[(\d+)\]$/, '$1')}-wght-normal.woff2`;
    const inFile = new Set(create(Buffer.from(await decompress(readFileSync(resolve(file))))).characterSet);
    for (const range of ranges.split(',')) {
      const [from, to = from] = range.replace('U+', '').split('-');
      for (let at = Number.parseInt(from!, 16); at <= Number.parseInt(to!, 16); at += 1)
        if (inFile.has(at)) letters.push(at);
    }
  }
  return letters;
}

type Rows = { encoding: string; first: [from: number, to: number]; second: [from: number, to: number][] };

function lettersIn({ encoding, first, second }: Rows): string[] {
  const decoder = new TextDecoder(encoding);
  const letters: string[] = [];
  for (let high = first[0]; high <= first[1]; high += 1)
    for (const [from, to] of second)
      for (let low = from; low <= to; low += 1) letters.push(decoder.decode(new Uint8Array([high, low])));
  return letters.filter((letter) => /^[\p{Script=Han}\p{Script=Hangul}]$/u.test(letter));
}

const EUC: [number, number][] = [[0xa1, 0xfe]];
const BIG5: [number, number][] = [[0x40, 0x7e], ...EUC];

/** @shows MD19.3 */
describe('letters of Chinese, Japanese and Korean names on paper', () => {
  const drawn = new Set<number>();
  beforeAll(async () => {
    for (const family of FAMILIES) for (const letter of await lettersOf(family)) drawn.add(letter);
  });
  const missing = (rows: Rows) => lettersIn(rows).filter((letter) => !drawn.has(letter.codePointAt(0)!));

  it('are all there for the standards of Japan and Korea, and for every syllable', () => {
    expect(missing({ encoding: 'euc-jp', first: [0xb0, 0xf4], second: EUC })).toEqual([]);
    expect(missing({ encoding: 'euc-kr', first: [0xca, 0xfd], second: EUC })).toEqual([]);
    const syllables = Array.from({ length: 0xd7a3 - 0xac00 + 1 }, (_, at) => 0xac00 + at);
    expect(syllables.filter((syllable) => !drawn.has(syllable))).toEqual([]);
  });

  it('are there for the standards of mainland China and Taiwan, but for 22 and 26 rare ones', () => {
    expect(missing({ encoding: 'gb2312', first: [0xb0, 0xf7], second: EUC })).toHaveLength(22);
    const frequent = [
      ...missing({ encoding: 'big5', first: [0xa4, 0xc5], second: BIG5 }),
      ...missing({ encoding: 'big5', first: [0xc6, 0xc6], second: [[0x40, 0x7e]] }),
    ];
    expect(frequent).toHaveLength(26);
  });
});
