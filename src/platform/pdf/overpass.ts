import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font, type GlyphRun } from 'fontkit';
import { LRUCache } from 'lru-cache';

/*
 * The default font. A thread reads each weight once, and keeps the layout of words: documents share most
 * words, and layout is most of the cost of a document.
 */

// A contract has some six hundred words.
const WORDS_KEPT = 4_000;

const LIGATURES = ['ff', 'fi', 'fl', 'ffi', 'ffl', '->', '<-', '<->', '^|', '|v', '^|v'];

/**
 * fontkit stores in a glyph the characters of the first layout, and a PDF reader copies text by these
 * characters, so every glyph is laid out once before the first document.
 */
export function nameGlyphs(font: Font): void {
  for (const text of LIGATURES) font.layout(text);
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
}

/**
 * The font treats a backtick, a raised dot and other signs as accents: such signs would stand upon the letter
 * before, without a width, and fontkit 2.0.4 fails after some letters. No text needs the accents of the font:
 * NFC joins a letter with an accent.
 */
const NO_ACCENTS = { mark: false, mkmk: false };

function layOut(layout: Font['layout'], text: string): GlyphRun {
  const run = layout(text.normalize('NFC'), NO_ACCENTS);
  run.glyphs.forEach(({ advanceWidth }, at) => (run.positions[at]!.xAdvance ||= advanceWidth));
  return run;
}

const withOwnPlaces = (run: GlyphRun): GlyphRun =>
  Object.assign(Object.create(run) as GlyphRun, { positions: run.positions.map((place) => ({ ...place })) });

function openFont(name: string): Font {
  const font = create(readFileSync(join(import.meta.dirname, 'fonts', name)));
  nameGlyphs(font);
  const layout = font.layout.bind(font);
  const words = new LRUCache<string, GlyphRun>({
    max: WORDS_KEPT,
    memoMethod: (text) => layOut(layout, text),
  });
  return Object.assign(font, { layout: (text: string): GlyphRun => withOwnPlaces(words.memo(text)) });
}

export const overpassRegular = openFont('overpass-regular.ttf');
export const overpassBold = openFont('overpass-bold.ttf');

// The font has a few Greek letters as signs; a Greek name should not mix two fonts.
const isGreek = (codePoint: number) => codePoint >= 0x370 && codePoint <= 0x3ff;
const isAccent = (codePoint: number) => /\p{M}/u.test(String.fromCodePoint(codePoint));

const letters: ReadonlySet<number> = new Set(
  overpassRegular.characterSet.filter((codePoint) => !isGreek(codePoint) && !isAccent(codePoint)),
);

export function isInOverpass(text: string): boolean {
  for (const letter of text) {
    const codePoint = letter.codePointAt(0)!;
    if (codePoint >= 0x20 && !letters.has(codePoint)) return false;
  }
  return true;
}
