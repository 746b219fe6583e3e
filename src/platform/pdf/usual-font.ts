import { deflateSync } from 'node:zlib';
import type { Font } from 'fontkit';
import { invariant } from '#kit/invariant.ts';
import { byKnownPairs } from './known-pairs.ts';
import { latelyUsed } from './lately-used.ts';
import { writtenOnce } from './lean-document.ts';
import { overpassBold, overpassRegular } from './overpass.ts';

/*
 * Most documents have no other letters than these. They stand in every document under the same numbers, in a
 * font file that a thread makes once, and a word of them is laid out once: the next document has the same
 * bytes for it. A text with any other letter is drawn by mixed-text.ts.
 */

const USUAL = /^[\n -~À-ÿ–—‘’“”…•·©]*$/;
const LETTERS = Array.from({ length: 0x2122 - 0x1f }, (_, at) => String.fromCodePoint(0x20 + at)).filter(
  (letter) => USUAL.test(letter),
);
/** what the font draws as one sign */
export const LIGATURES = ['ff', 'fi', 'fl', 'ffi', 'ffl', '->', '<-', '<->', '^|', '|v', '^|v'];

export const isUsualText = (text: string): boolean => USUAL.test(text);

/** A sign as it is drawn; lengths in thousandths of the size of the letters. */
type Sign = {
  /** its number in the file */
  code: number;
  position: { xAdvance: number; advanceWidth: number; xOffset: number; yOffset: number };
  /** what it is in the operands of TJ: its number, and how much nearer than its width the next one stands */
  shown: string;
};

/** A text as it is drawn: how wide it is, and what it is in the operands of TJ. */
type Word = { width: number; shown: string };

/** Each letter, and each ligature where the font has one: it takes the longest. */
const SIGNS = /ff[il]?|f[il]|<->?|->|\^\|v?|\|v|[^]/gu;

type PdfkitReference = { data: object; end(content?: Uint8Array): void };
type PdfkitDocument = { ref(data: object): PdfkitReference };

// A contract has some six hundred words, most of them in every contract.
const WORDS_KEPT = 4_000;

const hex = (number: number) => number.toString(16).padStart(4, '0');

/** Lengths are written to a thousandth. */
export const written = (length: number): number => Math.round(length * 1000) / 1000;

/** Overpass in one weight, with the usual letters. */
export type UsualFont = ReturnType<typeof openUsualFont>;

/** @param id  how a document calls it */
export function openUsualFont(font: Font, id: string) {
  const scale = 1000 / font.unitsPerEm;
  const part = usualPartOf(font);
  const signsOf = byKnownPairs(SIGNS, (pair): Sign => {
    const { glyphs, positions } = font.layout(pair);
    // A letter that no font has is drawn as an empty box, whose number is 0.
    const code = part.numbers.get(glyphs[0]!.id) ?? 0;
    const [advanceWidth, { xAdvance, xOffset, yOffset }] = [glyphs[0]!.advanceWidth, positions[0]!];
    const position = {
      xAdvance: xAdvance * scale,
      advanceWidth: advanceWidth * scale,
      xOffset: xOffset * scale,
      yOffset: yOffset * scale,
    };
    return { code, position, shown: shownOf(code, position) };
  });
  const { wordOf, shapeOf } = shaperOf(signsOf);
  const ascender = font.ascent * scale;
  const lineHeight = (font.ascent + font.lineGap - font.descent) * scale;
  return {
    id,
    /** in thousandths of the size of the letters, as the next two */
    ascender,
    lineHeight,
    widthOf: (text: string): number => shapeOf(text).width,
    /** its width, and what the operator TJ is given to draw it */
    drawn: (text: string): Word => {
      const { width, shown } = shapeOf(text);
      return { width, shown: `[(${shown})]`.replaceAll('()', '') };
    },
    /** what one document has of the font, as pdfkit wants it */
    inDocument: (doc: PdfkitDocument) => {
      let dictionary: PdfkitReference | undefined;
      return {
        id,
        name: font.postscriptName,
        ascender,
        ref: () => (dictionary ??= doc.ref({})),
        lineHeight: (size: number) => (lineHeight * size) / 1000,
        // With features, even none, a stretch is laid out as a whole and not word by word.
        encode: (text: string) => {
          const signs = signsOf(text);
          return [signs.map(({ code }) => hex(code)), signs.map(({ position }) => position)];
        },
        widthOfString: (text: string, size: number) => (wordOf(text).width * size) / 1000,
        finalize: () => dictionary && writeFont(doc, dictionary, { font, id, scale, ...part }),
      };
    },
  };
}

/** Puts texts together from their words, and these from their signs. */
function shaperOf(signsOf: (text: string) => readonly Sign[]) {
  const words = latelyUsed<Word>(WORDS_KEPT);
  const wordOf = (text: string): Word => {
    const known = words.get(text);
    if (known) return known;
    const word = { width: 0, shown: '' };
    for (const { position, shown } of signsOf(text)) {
      word.width += position.xAdvance;
      word.shown += shown;
    }
    words.set(text, word);
    return word;
  };
  /** Each word goes with the space after it. */
  const shapeOf = (text: string): Word => {
    const whole = { width: 0, shown: '' };
    for (let from = 0; from < text.length;) {
      const space = text.indexOf(' ', from);
      const end = space === -1 ? text.length : space + 1;
      const { width, shown } = wordOf(text.slice(from, end));
      whole.width += width;
      whole.shown += shown;
      from = end;
    }
    return whole;
  };
  return { wordOf, shapeOf };
}

/** The signs that end a line or a string, or begin another. */
const ESCAPED: readonly number[] = ['\n', '\r', '(', ')', '\\'].map((sign) => sign.charCodeAt(0));

const byteOf = (byte: number): string =>
  ESCAPED.includes(byte) ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte);

/** A number as two bytes of a string: half of what it is in hexadecimal digits, to be packed and unpacked. */
function shownOf(code: number, { xAdvance, advanceWidth }: Sign['position']): string {
  const drawn = byteOf(code >> 8) + byteOf(code & 0xff);
  return xAdvance === advanceWidth ? drawn : `${drawn})${written(advanceWidth - xAdvance)}(`;
}

/** The font file of the usual letters: the number of each glyph in it, its width and what it stands for. */
function usualPartOf(font: Font) {
  const subset = font.createSubset();
  const glyphOfNothing = font.getGlyph(0);
  const numbers = new Map([[glyphOfNothing.id, 0]]);
  const widths = [glyphOfNothing.advanceWidth];
  const characters = [[0]];
  for (const text of [...LETTERS, ...LIGATURES]) {
    const { glyphs } = font.layout(text);
    invariant(glyphs.length === 1, `“${text}” is one glyph`);
    numbers.set(glyphs[0]!.id, subset.includeGlyph(glyphs[0]!.id));
    widths.push(glyphs[0]!.advanceWidth);
    characters.push([...text].map((letter) => letter.codePointAt(0)!));
  }
  const file = subset.encode();
  return {
    numbers,
    /** from the first one on, in thousandths of the size of the letters */
    widths: writtenOnce([0, widths.map((width) => (width * 1000) / font.unitsPerEm)]),
    fileLength: file.length,
    file: deflateSync(file),
    cmap: deflateSync(cmapOf(characters)),
  };
}

/** What each glyph says to those who copy the text or hear it. */
function cmapOf(characters: readonly number[][]): string {
  const said = characters.map((codePoints) => `<${codePoints.map(hex).join(' ')}>`);
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <<
  /Registry (Adobe)
  /Ordering (UCS)
  /Supplement 0
>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
1 beginbfrange
<0000> <${hex(said.length - 1)}> [${said.join(' ')}]
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

type Written = { font: Font; id: string; scale: number } & ReturnType<typeof usualPartOf>;

const SYMBOLIC = 4;

function writeFont(doc: PdfkitDocument, dictionary: PdfkitReference, part: Written): void {
  const { font, id, scale, widths, fileLength, file, cmap } = part;
  const put = (data: object, content?: Uint8Array) => {
    const object = doc.ref(data);
    object.end(content);
    return object;
  };
  const { bbox } = font;
  // Six letters say which part of a font it is.
  const BaseFont = `USUAL${id === 'F1' ? 'R' : 'B'}+${font.postscriptName}`;
  const FontDescriptor = put({
    Type: 'FontDescriptor',
    FontName: BaseFont,
    Flags: SYMBOLIC,
    FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((edge) => edge * scale),
    ItalicAngle: font.italicAngle,
    Ascent: font.ascent * scale,
    Descent: font.descent * scale,
    CapHeight: font.capHeight * scale,
    XHeight: font.xHeight * scale,
    StemV: 0,
    FontFile2: put({ Filter: 'FlateDecode', Length1: fileLength }, file),
  });
  const descendant = put({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont,
    CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
    FontDescriptor,
    W: widths,
    CIDToGIDMap: 'Identity',
  });
  dictionary.data = {
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: put({ Filter: 'FlateDecode' }, cmap),
  };
  dictionary.end();
}

export const usualFonts = {
  regular: openUsualFont(overpassRegular, 'F1'),
  bold: openUsualFont(overpassBold, 'F2'),
};
