import { beforeAll, describe, expect, it } from 'vitest';
import { aDocument } from '#tests/support/files/a-document.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { isInOverpass, overpassBold, overpassRegular } from './overpass.ts';
import { openPdfRenderer } from './pdf-renderer.ts';
import type { Block } from './printable-document.ts';
import { renderDocument } from './render-document.ts';

const ofTexts = (...texts: string[]) => aDocument(...texts.map((text): Block => ({ k: 'paragraph', text })));

const fonts = [
  ['regular', overpassRegular],
  ['bold', overpassBold],
] as const;

/** The letters of European names, and common signs. */
const LETTERS = Array.from({ length: 0x180 }, (_, at) => String.fromCodePoint(at + 0x20)).filter(
  isInOverpass,
);

// In each pair a glyph is a part of the other, or stands for the signs of both.
const PAIRS = [
  ['Ý Ậ Ё Ǻ', 'Yes Ạ A Е Å'],
  ['a\u00a0no-break space', 'a no-break space'],
  ['cafe\u0301 e\u0301te\u0301', 'café été'],
  ['co\u00adoperate\u2010', 'co-operate-'],
  ['ﬁ ﬂ → ← ↔', 'fi fl -> <- <->'],
  ['דוד\u00a0כהן 5', 'דוד כהן 5'],
  ['山田\u00a0太郎', '山田 太郎'],
] as const;

describe('a document', () => {
  const unusual = ofTexts(...PAIRS.map(([text]) => text));
  const usual = ofTexts(...PAIRS.map(([, text]) => text));
  let fresh: Uint8Array;
  beforeAll(async () => {
    const renderer = openPdfRenderer();
    fresh = await renderer.print(usual);
    await renderer.close();
  }, 60_000);

  it('has the bytes that a fresh thread would give it, whatever was made before', async () => {
    await renderDocument(unusual);
    expect(Buffer.compare(await renderDocument(usual), fresh)).toBe(0);
  });

  it('does not lend its glyphs to another one that is made at the same time', async () => {
    const [, ofUsual] = await Promise.all([renderDocument(unusual), renderDocument(usual)]);
    expect(Buffer.compare(ofUsual, fresh)).toBe(0);
  });

  it('is read back letter by letter: letters and signs in both weights', async () => {
    const letters = LETTERS.filter((letter) => /[\p{L}\p{N}·`´]/u.test(letter));
    const html = `<p>${letters.join(' ')}</p><p><b>${letters.join(' ')}</b></p>`;
    const { text } = await readPdf(await renderDocument(aDocument({ k: 'html', html })));
    const read = text.replaceAll(/\s+/g, '').normalize('NFKC');
    expect(read.split(letters.join('').normalize('NFKC'))).toHaveLength(3);
  });

  it('says of two letters in one glyph both', async () => {
    const text = 'office fluff affix -> <- <->';
    expect((await readPdf(await renderDocument(ofTexts(text)))).text).toContain(text);
  });
});

describe.each(fonts)('the documents’ own font (%s)', (_, font) => {
  it('gives each sign its width beside each letter', () => {
    const signs = LETTERS.filter((letter) => !/[\p{L}\p{N}]/u.test(letter));
    const lost = ['a', 'x', 'M', '0'].flatMap((letter) =>
      signs.filter((sign) => {
        const { glyphs, positions } = font.layout(letter + sign);
        const [, place] = positions;
        if (glyphs.length < 2) return false;
        return place!.xOffset !== 0 || (glyphs[1]!.advanceWidth > 0 && place!.xAdvance === 0);
      }),
    );
    expect(lost).toEqual([]);
  });

  it('places the glyphs of a word again where they were, after pdfkit has scaled them', () => {
    const plain = () => font.layout('AVATAR To').positions.map(({ xAdvance }) => xAdvance);
    const first = plain();
    for (const place of font.layout('AVATAR To').positions) place.xAdvance *= 7;
    expect(plain()).toEqual(first);
    const run = font.layout('To');
    const width = run.advanceWidth;
    for (const place of run.positions) place.xAdvance *= 7;
    expect(run.advanceWidth).toBe(width * 7);
  });
});
