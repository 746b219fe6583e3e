import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { aDocument } from '#tests/support/files/a-document.ts';
import { openPdfRenderer } from './pdf-renderer.ts';
import type { Block, PrintableDocument } from './printable-document.ts';
import { renderDocument } from './render-document.ts';
import { shareFont } from './shared-font.ts';

const ofTexts = (...texts: string[]) => aDocument(...texts.map((text): Block => ({ k: 'paragraph', text })));

/** As a thread makes it that has made nothing before. */
async function inFreshThread(pdfDocument: PrintableDocument): Promise<Uint8Array> {
  const renderer = openPdfRenderer();
  const pdf = await renderer.print(pdfDocument);
  await renderer.close();
  return pdf;
}

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

// The same glyph stands for a space and a no-break space, for a letter and the letter with its accent apart,
// for a hyphen and a soft one; a ligature is one glyph for two letters.
const UNUSUAL = [
  'a\u00a0no-break space',
  'cafe\u0301 e\u0301te\u0301',
  'co\u00adoperate\u2010',
  'ﬁ ﬂ',
  'דוד\u00a0כהן 5',
  '山田\u00a0太郎',
];
const USUAL = ['a no-break space', 'café été', 'co-operate- fi fl', 'דוד כהן 5', '山田 太郎'];

describe('a document', () => {
  const [usual, unusual] = [ofTexts(...USUAL), ofTexts(...UNUSUAL)];
  const fresh: Record<string, Uint8Array> = {};
  beforeAll(async () => {
    fresh.usual = await inFreshThread(usual);
    fresh.unusual = await inFreshThread(unusual);
  }, 60_000);

  it('has the bytes that a fresh thread would give it, whatever was made before', async () => {
    await renderDocument(unusual);
    expect(same(await renderDocument(usual), fresh.usual!)).toBe(true);
    expect(same(await renderDocument(usual), fresh.usual!)).toBe(true);
  });

  it('keeps its own characters too', async () => {
    await renderDocument(usual);
    expect(same(await renderDocument(unusual), fresh.unusual!)).toBe(true);
  });

  it('does not lend its glyphs to another one that is made at the same time', async () => {
    const [one, other] = await Promise.all([renderDocument(usual), renderDocument(unusual)]);
    expect([same(one, fresh.usual!), same(other, fresh.unusual!)]).toEqual([true, true]);
  });
});

describe('a font that documents share', () => {
  const read = () => create(readFileSync(new URL('fonts/overpass-regular.ttf', import.meta.url)));

  /** Counts the words that the font itself has laid out. */
  function counting(): { font: Font; laidOut: string[] } {
    const font = read();
    const laidOut: string[] = [];
    const layout = font.layout.bind(font);
    font.layout = (text, features) => {
      laidOut.push(text);
      return layout(text, features);
    };
    return { font, laidOut };
  }

  it('lays out a word once for all documents', () => {
    const { font, laidOut } = counting();
    const ofDocument = shareFont(font);
    for (let i = 0; i < 3; i += 1) for (const word of ['bus ', 'stop ']) ofDocument().layout(word);
    expect(laidOut).toEqual(['bus ', 'stop ']);
  });

  it('forgets the words that were used longest ago', () => {
    const { font, laidOut } = counting();
    const { layout } = shareFont(font)();
    layout('always');
    for (let i = 0; i < 4_500; i += 1) {
      layout(`word${i}`);
      if (i % 100 === 0) layout('always');
    }
    laidOut.length = 0;
    layout('always');
    layout('word4499');
    layout('word0');
    expect(laidOut).toEqual(['word0']);
  });

  it('places the glyphs as the font itself does, and again after they were scaled', () => {
    const plain = ({ positions }: ReturnType<Font['layout']>) => positions.map(({ xAdvance }) => xAdvance);
    const expected = plain(read().layout('AVATAR To'));
    const ofDocument = shareFont(read());
    for (let i = 0; i < 2; i += 1) {
      const run = ofDocument().layout('AVATAR To');
      expect(plain(run)).toEqual(expected);
      for (const position of run.positions) position.xAdvance *= 7;
    }
  });
});
