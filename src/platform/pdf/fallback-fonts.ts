import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';
import decompress from 'woff2-encoder/decompress';
import { encodeGlyph } from './encode-glyph.ts';
import { isInOverpass } from './overpass.ts';

/*
 * Names come in every script, but the default font has Latin and Cyrillic letters only. Missing letters come
 * from the Noto fonts and from Vazirmatn (the Arabic letters of Noto consist of parts, and PDF readers would
 * not find the name). The packages split each font into files by code points: only the files needed by a text
 * are read, and only on demand.
 */

const FAMILIES = [
  'noto-sans',
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
const filesOfFamily = new Map<Family, FontFile[]>();

function filesOf(family: Family): FontFile[] {
  const known = filesOfFamily.get(family);
  if (known) return known;
  const place = `@fontsource-variable/${family}`;
  const listed = readFileSync(new URL(import.meta.resolve(`${place}/unicode.json`)), 'utf8');
  const files = Object.entries(JSON.parse(listed) as Record<string, string>).map(([name, ranges]) => ({
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
  return create(Buffer.from(await decompress(await readFile(new URL(import.meta.resolve(url))))));
}

const INVISIBLE = 0x200d;

/** The document exposes the characters of a glyph's first use: documents must not share glyphs. */
function forDocument(shared: Font): Font {
  const font = shared.getVariation({ wght: 400 });
  const createSubset = font.createSubset.bind(font);
  const layout = font.layout.bind(font);
  return Object.assign(font, {
    createSubset: () => Object.assign(createSubset(), { glyphEncoder: { encodeSimple: encodeGlyph } }),
    // A glyph for a part of a letter stands for no character; PDF readers would invent a character.
    layout: (...text: Parameters<Font['layout']>) => {
      const run = layout(...text);
      for (const glyph of run.glyphs) if (glyph.codePoints.length === 0) glyph.codePoints = [INVISIBLE];
      return run;
    },
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

export type FallbackFont = { id: string; font: Font; isEmoji: boolean };

/** A letter missing in every font stays in the default font. */
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
  for (const text of texts.filter((each) => !isInOverpass(each))) {
    for (const cluster of new Set(clustersOf(text))) {
      if (chosen.has(cluster) || isInOverpass(withoutSelectors(cluster).normalize('NFC'))) continue;
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

const hasAll = (font: Font, cluster: string) =>
  codePointsOf(cluster).every((codePoint) => font.hasGlyphForCodePoint(codePoint));

async function fontFor(
  cluster: string,
  text: string,
  found: Map<string, FallbackFont>,
): Promise<FallbackFont | undefined> {
  const [first] = codePointsOf(cluster);
  if (first === undefined) return undefined;
  for (const family of familiesFor(cluster, text)) {
    const file = filesOf(family).find((each) => isFor(each, first));
    const shared = file && (await fonts.memo(file.url));
    if (!shared?.hasGlyphForCodePoint(first)) continue;
    const known = found.get(file!.url) ?? {
      id: `fallback-${found.size}`,
      font: forDocument(shared),
      isEmoji: family === 'noto-emoji',
    };
    found.set(file!.url, known);
    return known;
  }
  return undefined;
}
