import { describe, expect, it } from 'vitest';
import { aDocument } from '#tests/support/files/a-document.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { hasAll, loadFallbackFonts } from './fallback-fonts.ts';
import { layOutMixed } from './mixed-text.ts';
import { isInOverpass, overpassRegular } from './overpass.ts';
import { renderDocument } from './render-document.ts';

const isMark = (codePoint: number) => /\p{M}/u.test(String.fromCodePoint(codePoint));

async function drawnGlyphs(cluster: string) {
  const fonts = await loadFallbackFonts([cluster]);
  const font = fonts.fontOf(cluster.normalize('NFC'), undefined)?.font ?? overpassRegular;
  const { glyphs, positions } = font.layout(cluster.normalize('NFC'));
  let pen = 0;
  return glyphs.map(({ id, codePoints, bbox }, at) => {
    const { xAdvance, xOffset, yOffset } = positions[at]!;
    const left = pen + xOffset + bbox.minX;
    pen += xAdvance;
    return {
      id,
      isMark: codePoints.every(isMark),
      left,
      right: left + bbox.maxX - bbox.minX,
      bottom: yOffset + bbox.minY,
      top: yOffset + bbox.maxY,
    };
  });
}

/** Each mark over, under or in its letter; `lost` are glyphs that the font lacks. */
async function marksOf(cluster: string) {
  const glyphs = await drawnGlyphs(cluster);
  const letter = glyphs.find((glyph) => !glyph.isMark)!;
  const marks = glyphs.filter((glyph) => glyph.isMark);
  const isOver = ({ left, right }: (typeof marks)[number]) => {
    const middle = (left + right) / 2;
    return middle > letter.left && middle < letter.right;
  };
  return {
    lost: glyphs.filter(({ id }) => id === 0).length,
    astray: marks.filter((mark) => !isOver(mark)).length,
    marks,
    letter,
  };
}

/** @shows MD19.1 */
describe('a mark without a joined letter in Unicode', () => {
  it.each([
    ['Salish', 'x̌ X̌ q̓ m̓'],
    ['Yoruba', 'Ẹ̀ Ọ̀ Ẹ́ ọ́ é̩'],
    ['Ewe', 'ɔ̀ Ɔ̂ ɛ̃ Ɛ́ ɔ̌'],
    ['Guarani and Marshallese', 'g̃ G̃ m̄ n̄ o̧'],
    ['Navajo and Lithuanian', 'ą́ Ą́ ė́ ą̃'],
    ['Vietnamese, with marks apart', 'ễ Ặ Ữ ậ ộ'.normalize('NFD')],
    ['Cyrillic', 'а́ ы̄ о̄ И̇'],
    ['Greek', 'ᾱ́ α̂ ᾧ'],
    ['Hebrew', 'נָ שִׂ בֶּ לִ'],
    ['Arabic', 'حَ مُ شِ مَّ'],
  ])('stands at its letter: %s', async (_, clusters) => {
    const astray: string[] = [];
    for (const cluster of clusters.split(' ')) {
      const { lost, astray: strayed } = await marksOf(cluster);
      if (lost > 0 || strayed > 0) astray.push(cluster);
    }
    expect(astray).toEqual([]);
  });

  it.each(['x̌', 'Ɔ̂', 'Ẹ̀', 'ы̄'])('stands above %s, clear of the letter', async (cluster) => {
    const { letter, marks } = await marksOf(cluster);
    expect(marks.length).toBeGreaterThan(0);
    expect(marks.every(({ top }) => top > letter.top)).toBe(true);
  });

  it('stands above another mark, not in its place', async () => {
    const { marks } = await marksOf('x̌̄');
    expect(marks).toHaveLength(2);
    expect(marks[1]!.bottom).toBeGreaterThanOrEqual(marks[0]!.top);
  });

  it('is found in the text of the PDF', async () => {
    const name = 'Ẹ̀bùn X̌ʷay Ɔ̂fori';
    const { text, fonts } = await readPdf(await renderDocument(aDocument({ k: 'paragraph', text: name })));
    expect(text).toContain(name);
    expect(fonts.some((font) => font.endsWith('+NotoSans-Regular'))).toBe(true);
  });

  it('leaves the bytes of a later document alone', async () => {
    const paper = (text: string) => renderDocument(aDocument({ k: 'paragraph', text }));
    const first = await paper('X̌ʷay');
    await paper('ǰ ɔ̌ x̣̌ ﬁ ʷ̌');
    expect(Buffer.compare(await paper('X̌ʷay'), first)).toBe(0);
  });
});

/** @shows MD19.2 */
it('a word with such a letter is in one font, and the words beside it are not', async () => {
  const text = 'Contract of Ẹ̀bùn Adeyemi';
  const fonts = await loadFallbackFonts([text]);
  const [line] = layOutMixed([{ text, isBold: false }], { width: 1_000, fonts, measure: () => 1 });
  const words = line!.pieces.map((piece) => [piece.text, piece.font !== undefined]);
  expect(words).toEqual([
    ['Contract of ', false],
    ['Ẹ̀bùn', true],
    [' Adeyemi', false],
  ]);
});

/** As they are drawn, composed. */
async function undrawn(letters: readonly string[]): Promise<string[]> {
  const composed = letters.map((letter) => letter.normalize('NFC'));
  const fonts = await loadFallbackFonts(composed);
  return composed.filter((letter) => {
    const font = fonts.fontOf(letter, undefined)?.font;
    return font ? !hasAll(font, letter) : !isInOverpass(letter);
  });
}

const between = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).filter((letter) =>
    /\p{L}|\p{M}/u.test(letter),
  );

/** @shows MD19.3 */
describe('the list of scripts', () => {
  it.each([
    ['Latin', [...between(0x41, 0x24f), ...between(0x250, 0x2af), ...between(0x1e00, 0x1eff)]],
    ['marks', between(0x300, 0x36f)],
    ['Greek', [...between(0x370, 0x3e1), ...between(0x3f0, 0x3ff), ...between(0x1f00, 0x1fff)]],
    ['Cyrillic', [...between(0x400, 0x52f), ...between(0xa640, 0xa69f)]],
    ['Hebrew', between(0x591, 0x5f4)],
    ['Devanagari', between(0x900, 0x97f)],
    ['Hiragana and Katakana', [...between(0x3041, 0x3096), ...between(0x30a1, 0x30fa)]],
    ['Arabic', [...'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيًٌٍَُِّْٰٱ']],
    ['Persian, Urdu, Pashto', [...'پچژکگیٹڈڑںھہۂۃےۓټځڅډړږښګڼۍې']],
    ['Kurdish, Uyghur', [...'ڤڵڕۆێەڭۇۈۋې']],
  ])('is true of %s: each letter is in a font', async (_, letters) => {
    expect(await undrawn(letters)).toEqual([]);
  });

  it('names the one emoji that no font has', async () => expect(await undrawn(['👪'])).toEqual(['👪']));

  it('names the letters of Arabic that no font has', async () =>
    expect(await undrawn([...'ٻٺڄڇڏڙۄٲ'])).toEqual([...'ٻٺڄڇڏڙۄٲ']));

  it('names Thai, Armenian, Georgian, Bengali, Tamil and Ethiopic as not drawn', async () =>
    expect(await undrawn([...'กԱგকகአ'])).toEqual([...'กԱგকகአ']));

  it('has a box of the documents’ own font for a missing letter, and the letter for a copy', async () => {
    const text = 'Ada \u0e01\u0e49 B';
    const fonts = await loadFallbackFonts([text]);
    const [line] = layOutMixed([{ text, isBold: false }], { width: 1_000, fonts, measure: () => 1 });
    expect(line!.pieces.map((piece) => piece.text)).toEqual(['Ada □ B']);
    expect(line!.text).toBe(text);
  });
});
