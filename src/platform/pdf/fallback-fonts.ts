import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';
import decompress from 'woff2-encoder/decompress';
import { encodeGlyph } from './encode-glyph.ts';
import { isInOverpass, nameGlyphs } from './overpass.ts';

/*
 * Names come in every script, but the default font has Latin and Cyrillic letters only. Missing letters come
 * from the Noto fonts and from Vazirmatn (the Arabic letters of Noto consist of parts, and PDF readers would
 * not find the name). The packages split each font into files by code points: only the files needed by a text
 * are read, and only on demand. A mark stands over a letter of the same file alone, and the packages put the
 * Latin, Greek and Cyrillic letters and their marks into many files, so these scripts have a whole font.
 */

const WHOLE = 'whole-noto-sans';
const FAMILIES = [
  'noto-sans',
  WHOLE,
  'noto-sans-hebrew',
  'vazirmatn',
  'noto-sans-sc',
  'noto-sans-jp',
  'noto-sans-kr',
  'noto-emoji',
] as const;
type Family = (typeof FAMILIES)[number];

const isKana = (text: string) => /[\u3040-\u30ff]/.test(text);
const isEmoji = (cluster: string) => /\p{Emoji_Presentation}|\ufe0f/u.test(cluster);

/** The order of fonts to try. A Han character is drawn in the Japanese form if the text has kana. */
function familiesFor(cluster: string, text: string): readonly Family[] {
  if (isEmoji(cluster)) return ['noto-emoji', ...FAMILIES];
  return isKana(text) ? ['noto-sans-jp', ...FAMILIES] : FAMILIES;
}

type FontFile = { url: string; ranges: [from: number, to: number][] };
const WHOLE_FILE: FontFile = {
  url: join(import.meta.dirname, 'fonts', 'noto-sans-regular.ttf'),
  // Latin, Greek, Cyrillic; their marks, longer forms and signs
  ranges: [
    [0x0, 0x52f],
    [0x1ab0, 0x1aff],
    [0x1c80, 0x1c8f],
    [0x1d00, 0x2bff],
    [0x2c60, 0x2c7f],
    [0x2de0, 0x2e7f],
    [0xa640, 0xa69f],
    [0xa700, 0xa7ff],
    [0xab30, 0xab6f],
    [0xfb00, 0xfb06],
    [0xfe20, 0xfe2f],
    [0x10780, 0x107bf],
    [0x1df00, 0x1dfff],
  ],
};
const IN_THE_WHOLE = /^(latin|greek|cyrillic|vietnamese)/;
const filesOfFamily = new Map<Family, FontFile[]>();

function filesOf(family: Family): FontFile[] {
  if (family === WHOLE) return [WHOLE_FILE];
  const known = filesOfFamily.get(family);
  if (known) return known;
  const place = `@fontsource-variable/${family}`;
  const listed = readFileSync(new URL(import.meta.resolve(`${place}/unicode.json`)), 'utf8');
  const split = Object.entries(JSON.parse(listed) as Record<string, string>);
  const files = split
    .filter(([name]) => !IN_THE_WHOLE.test(name))
    .map(([name, ranges]) => ({
      url: `${place}/files/${family}-${name.replace(/^\[(\d+)\]$/, '$1')}-wght-normal.woff2`,
      ranges: ranges.split(',').map((range): [number, number] => {
        const [from, to = from] = range.replace('U+', '').split('-');
        return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)];
      }),
    }));
  filesOfFamily.set(family, files);
  return files;
}

const isFor = ({ ranges }: FontFile, codePoint: number) =>
  ranges.some(([from, to]) => codePoint >= from && codePoint <= to);

// A thread keeps the last used fonts; a file of Han characters unpacks to some hundred kilobytes.
const KEPT = 24;
const fonts = new LRUCache<string, Promise<Font>>({ max: KEPT, memoMethod: readFont });

async function readFont(url: string): Promise<Font> {
  if (url === WHOLE_FILE.url) return openWhole(await readFile(url));
  return create(Buffer.from(await decompress(await readFile(new URL(import.meta.resolve(url))))));
}

const INVISIBLE = 0x200d;

/** A glyph for a part of a letter stands for no character; PDF readers would invent a character. */
function withNamedGlyphs(font: Font): Font {
  const layout = font.layout.bind(font);
  return Object.assign(font, {
    layout: (...text: Parameters<Font['layout']>) => {
      const run = layout(...text);
      for (const glyph of run.glyphs) if (glyph.codePoints.length === 0) glyph.codePoints = [INVISIBLE];
      return run;
    },
  });
}

/** Reading the rules of the font takes longer than a document may: all documents share the font. */
function openWhole(file: Buffer): Font {
  const font = create(file);
  nameGlyphs(font);
  for (let id = 0; id < font.numGlyphs; id += 1) font.getGlyph(id);
  return withNamedGlyphs(font);
}

/** The document exposes the characters of a glyph's first use: documents must not share such glyphs. */
function forDocument(shared: Font): Font {
  const font = withNamedGlyphs(shared.getVariation({ wght: 400 }));
  const createSubset = font.createSubset.bind(font);
  return Object.assign(font, {
    createSubset: () => Object.assign(createSubset(), { glyphEncoder: { encodeSimple: encodeGlyph } }),
  });
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** An accent or a skin tone belongs to the base letter. */
export const clustersOf = (text: string): string[] =>
  [...clusters.segment(text)].map(({ segment }) => segment);

// Selectors change the look of the letter before and have no shape.
const SELECTORS = /\u200c|\u200d|\ufe0e|\ufe0f/g;
const withoutSelectors = (cluster: string) => cluster.replaceAll(SELECTORS, '');
const codePointsOf = (cluster: string) =>
  [...withoutSelectors(cluster)].map((letter) => letter.codePointAt(0)!);

const BOX = '\u25a1';

/** A letter of no font is a box of the default font: pdfkit gives a glyph of no letter a wrong width. */
export const shapeOf = (cluster: string, font: FallbackFont | undefined): string =>
  font || isInOverpass(withoutSelectors(cluster)) ? cluster : BOX;

export type FallbackFont = { id: string; font: Font; isEmoji: boolean };

export type FallbackFonts = {
  fonts: readonly FallbackFont[];
  /**
   * @param before  the font of the letter before, kept for spaces and signs
   * @returns undefined for the default font
   */
  fontOf(cluster: string, before: FallbackFont | undefined): FallbackFont | undefined;
};

export async function loadFallbackFonts(texts: readonly string[]): Promise<FallbackFonts> {
  const found = new Map<string, FallbackFont>();
  const chosen = new Map<string, FallbackFont>();
  for (const text of texts.filter((each) => !isInOverpass(each)).map((each) => each.normalize('NFC'))) {
    for (const cluster of new Set(clustersOf(text))) {
      if (chosen.has(cluster) || isInOverpass(withoutSelectors(cluster))) continue;
      const font = await fontFor(cluster, text, found);
      if (font) chosen.set(cluster, font);
    }
  }
  return {
    fonts: [...found.values()],
    fontOf: (cluster, before) => {
      const isNeutral = !/[\p{L}\p{N}]/u.test(cluster);
      // The space of the emoji font is as wide as an emoji.
      if (isNeutral && before && !before.isEmoji && hasAll(before.font, cluster)) return before;
      return chosen.get(cluster);
    },
  };
}

export const hasAll = (font: Font, cluster: string): boolean =>
  codePointsOf(cluster).every((codePoint) => font.hasGlyphForCodePoint(codePoint));

/** The first font with all of the cluster, or else with its letter. */
async function fontFor(
  cluster: string,
  text: string,
  found: Map<string, FallbackFont>,
): Promise<FallbackFont | undefined> {
  const [first] = codePointsOf(cluster);
  if (first === undefined) return undefined;
  let withoutMarks: FallbackFont | undefined;
  for (const family of familiesFor(cluster, text)) {
    const file = filesOf(family).find((each) => isFor(each, first));
    if (!file) continue;
    const shared: Font = await fonts.memo(file.url);
    if (!shared.hasGlyphForCodePoint(first)) continue;
    const opened = openedIn(found, file, shared);
    if (hasAll(shared, cluster)) return opened;
    withoutMarks ??= opened;
  }
  return withoutMarks;
}

function openedIn(found: Map<string, FallbackFont>, file: FontFile, shared: Font): FallbackFont {
  const known = found.get(file.url) ?? {
    id: `fallback-${found.size}`,
    font: file === WHOLE_FILE ? shared : forDocument(shared),
    isEmoji: file.url.includes('noto-emoji'),
  };
  found.set(file.url, known);
  return known;
}
