/* oxlint-disable no-underscore-dangle -- fontkit has no other way to its glyphs */
import type { Font, Glyph, GlyphPosition } from 'fontkit';
import { latelyUsed } from './lately-used.ts';

/*
 * Reading a font and laying out words is most of what a document costs, and the next document needs nearly
 * the same words. A thread reads each font once and keeps the words that it has laid out.
 *
 * A glyph of fontkit remembers the characters that it was first used for, and a PDF says them to those who
 * copy its text. Shared as it is, a font would let one document decide what another says: a no-break space in
 * the first makes every space of the second one. So each document has its own glyphs, as if it had read the
 * font itself.
 */

type OutlinedGlyph = ReturnType<Font['getGlyph']>;

type PlainGlyph = Pick<Glyph, 'id' | 'codePoints' | 'advanceWidth'>;

/** A word as it is laid out: its glyphs and their places in units of the font. */
type Word = {
  glyphIds: number[];
  positions: GlyphPosition[];
  /** every glyph that was looked at on the way, with the characters that it stands for in this word alone */
  seen: PlainGlyph[];
};

// A contract has some six hundred words, most of them in every contract. A word takes about a kilobyte.
const WORDS_KEPT = 4_000;

/** @returns makes the font of one document */
export function shareFont(font: Font): () => Font {
  const words = latelyUsed<Word>(WORDS_KEPT);
  keepMetrics(font);
  const wordOf = (text: string, features?: string[]): Word => {
    // With features, even none, pdfkit lays out a stretch as a whole.
    const key = `${features ? features.join() : '-'} ${text}`;
    const known = words.get(key);
    if (known) return known;
    const word = layOut(font, text, features);
    words.set(key, word);
    return word;
  };
  const createSubset = subsetsOf(font);
  return () => fontOfDocument(font, { wordOf, createSubset });
}

/** What a file takes of a font: its outlines are read once, not for each document. */
function subsetsOf(font: Font): Font['createSubset'] {
  const read = new Map<number, OutlinedGlyph>();
  const getGlyph = (id: number) => {
    const known = read.get(id);
    if (known) return known;
    const glyph = font.getGlyph(id);
    const [outline, metrics] = [glyph._decode(), glyph._getMetrics()];
    const kept = Object.create(glyph, {
      _decode: { value: () => outline },
      _getMetrics: { value: () => metrics },
    }) as OutlinedGlyph;
    read.set(id, kept);
    return kept;
  };
  const outlined = Object.create(font, { getGlyph: { value: getGlyph } }) as Font;
  return () => font.createSubset.call(outlined);
}

/** The width of a glyph is read once; fontkit would read its outline for it each time it makes the glyph. */
function keepMetrics(font: Font): void {
  const known = new Map<number, unknown>();
  const make = font._getBaseGlyph.bind(font);
  font._getBaseGlyph = function makeGlyph(id, codePoints) {
    const glyph = make(id, codePoints);
    if (!glyph) return glyph;
    if (known.has(id)) glyph._metrics = known.get(id);
    else known.set(id, glyph._getMetrics());
    return glyph;
  };
}

/** Lays out a text with glyphs that stand for no character yet. */
function layOut(font: Font, text: string, features?: string[]): Word {
  font._glyphs = {};
  const { glyphs, positions } = font.layout(text, features);
  return {
    glyphIds: glyphs.map(({ id }) => id),
    positions,
    seen: Object.values(font._glyphs).map(({ id, codePoints, advanceWidth }) => ({
      id,
      codePoints,
      advanceWidth,
    })),
  };
}

type Shared = {
  wordOf: (text: string, features?: string[]) => Word;
  createSubset: Font['createSubset'];
};

function fontOfDocument(font: Font, { wordOf, createSubset }: Shared): Font {
  const glyphs = new Map<number, PlainGlyph>();
  const layout = (text: string, features?: string[]) => {
    const { glyphIds, positions, seen } = wordOf(text, features);
    for (const glyph of seen) if (!glyphs.has(glyph.id)) glyphs.set(glyph.id, glyph);
    return new DocumentLayout(
      glyphIds.map((id) => glyphs.get(id)!),
      positions,
    );
  };
  return Object.create(font, {
    layout: { value: layout },
    createSubset: { value: createSubset },
    // Made by this object, a glyph of the shared font would keep the document.
    getGlyph: { value: (id: number) => font.getGlyph(id) },
  }) as Font;
}

class DocumentLayout {
  readonly glyphs: PlainGlyph[];
  readonly positions: GlyphPosition[];
  constructor(glyphs: PlainGlyph[], positions: readonly GlyphPosition[]) {
    this.glyphs = glyphs;
    // pdfkit scales them in place.
    this.positions = positions.map((position) => ({ ...position }));
  }
  /** asked for after the places were scaled */
  get advanceWidth(): number {
    return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  }
}
