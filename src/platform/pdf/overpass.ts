import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';

const FONTS = join(import.meta.dirname, 'fonts');
const readFont = (name: string) => withSignsApart(create(readFileSync(join(FONTS, name))));

/**
 * Overpass takes a backtick and a raised dot for accents: they would stand upon the letter before, and after
 * a letter that has no place for them fontkit 2.0.4 fails. Here an accent is what Unicode calls one.
 */
function withSignsApart(font: Font): Font {
  Object.assign(font.GDEF, { glyphClassDef: null });
  // oxlint-disable-next-line no-underscore-dangle -- fontkit has no other way to it
  const positioning = font._layoutEngine.engine.GPOSProcessor;
  const set = positioning.applyAnchor.bind(positioning);
  positioning.applyAnchor = (mark, place, letterAt) => {
    if (place && positioning.glyphIterator.cur.isMark) set(mark, place, letterAt);
  };
  return font;
}

// Read once a thread.
export const overpassRegular = readFont('overpass-regular.ttf');
export const overpassBold = readFont('overpass-bold.ttf');

// Names may have any letter of Unicode.
const knownCodePoints = new LRUCache<number, boolean>({ max: 10_000 });

// Overpass has a few letters of Greek, as signs; a Greek name is written in one font.
const isGreek = (codePoint: number) => codePoint >= 0x370 && codePoint <= 0x3ff;

/** Whether the font of the documents has this letter. */
export function isInOverpass(codePoint: number): boolean {
  const known = knownCodePoints.get(codePoint);
  if (known !== undefined) return known;
  const isIn = codePoint < 0x20 || (!isGreek(codePoint) && overpassRegular.hasGlyphForCodePoint(codePoint));
  knownCodePoints.set(codePoint, isIn);
  return isIn;
}
