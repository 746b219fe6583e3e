import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';
import decompress from 'woff2-encoder/decompress';
import { encodeGlyph } from './encode-glyph.ts';
import { isInOverpass } from './overpass.ts';

/*
 * Names come in every script, and the font of the documents has Latin and Cyrillic letters only. What it
 * lacks is looked for in the Noto fonts and in Vazirmatn (Noto's Arabic letters are put together of parts, so
 * a reader's program would not find the name). Their packages split each font into files by code points: only
 * the files that a text needs are read, and no file before a text needs one.
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

/** The order in which fonts are asked; a Han character is drawn as in Japan where the text has kana. */
function familiesFor(cluster: string, text: string): readonly Family[] {
  if (isEmoji(cluster)) return ['noto-emoji', ...FAMILIES];
  return isKana(text) ? ['noto-sans-jp', ...FAMILIES] : FAMILIES;
}

type FontFile = { url: string; ranges: [from: number, to: number][] };
const filesOfFamily = new Map<Family, FontFile[]>();

/** The files of a family with the code points that each is for. */
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

// A thread keeps the fonts that were used last; a file of Han characters unpacks to some hundred kilobytes.
const KEPT = 24;
const fonts = new LRUCache<string, Promise<Font>>({ max: KEPT, memoMethod: readFont });

async function readFont(url: string): Promise<Font> {
  return create(Buffer.from(await decompress(await readFile(new URL(import.meta.resolve(url))))));
}

const INVISIBLE = 0x200d;

/**
 * The font as one document has it. A glyph keeps the characters that the glyph was first used for, and the
 * document tells these to programs that copy its text, so no two documents share a glyph.
 */
function forDocument(shared: Font): Font {
  const font = shared.getVariation({ wght: 400 });
  const createSubset = font.createSubset.bind(font);
  const layout = font.layout.bind(font);
  return Object.assign(font, {
    createSubset: () => Object.assign(createSubset(), { glyphEncoder: { encodeSimple: encodeGlyph } }),
    // A glyph that is only a part of a letter stands for no character; a reader's program would invent one.
    layout: (...text: Parameters<Font['layout']>) => {
      const run = layout(...text);
      for (const glyph of run.glyphs) if (glyph.codePoints.length === 0) glyph.codePoints = [INVISIBLE];
      return run;
    },
  });
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The letters of a text as a reader counts them: an accent or a skin tone belongs to what it stands on. */
export const clustersOf = (text: string): string[] =>
  [...clusters.segment(text)].map(({ segment }) => segment);

// They choose how the letter before them looks and have no form of their own.
const SELECTORS = /\u200c|\u200d|\ufe0e|\ufe0f/g;
const withoutSelectors = (cluster: string) => cluster.replaceAll(SELECTORS, '');
const codePointsOf = (cluster: string) =>
  [...withoutSelectors(cluster)].map((letter) => letter.codePointAt(0)!);

export type FallbackFont = { id: string; font: Font; isEmoji: boolean };

/** The fonts that a document needs beside its own; a letter that no font has stays with its own. */
export type FallbackFonts = {
  fonts: readonly FallbackFont[];
  /**
   * @param before  the font of the letter before, which spaces and signs keep
   * @returns undefined for the documents' own font
   */
  fontOf(cluster: string, before: FallbackFont | undefined): FallbackFont | undefined;
};

/** Reads the fonts for all texts of a document. */
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
      // The space of the emoji is as wide as an emoji.
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
