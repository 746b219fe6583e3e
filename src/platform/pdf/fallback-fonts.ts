import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import decompress from 'woff2-encoder/decompress';
import { encodeGlyph } from './encode-glyph.ts';
import { isInOverpass, overpassBold, overpassRegular } from './overpass.ts';
import { shareFont } from './shared-font.ts';
import { isUsualText } from './usual-font.ts';

/*
 * Names come in every script, and the font of the documents has Latin and Cyrillic letters only. What it
 * lacks is looked for in the Noto fonts and in Vazirmatn (Noto's Arabic letters are put together of parts, so
 * a reader's program would not find the name). Their packages split each font into files by code points: only
 * the files that a text needs are read, and no file before a text needs one.
 */

// Of a font only the letters that a document uses go into its file.
const regularOfDocument = shareFont(overpassRegular);
const boldOfDocument = shareFont(overpassBold);

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
type SharedFont = { font: Font; ofDocument: () => Font };
const fonts = new Map<string, Promise<SharedFont>>();

function openFont(url: string): Promise<SharedFont> {
  const font = fonts.get(url) ?? readFont(url);
  fonts.delete(url);
  fonts.set(url, font);
  for (const oldest of fonts.keys()) {
    if (fonts.size <= KEPT) break;
    fonts.delete(oldest);
  }
  return font;
}

async function readFont(url: string): Promise<SharedFont> {
  const unpacked = await decompress(await readFile(new URL(import.meta.resolve(url))));
  const font = forPdf(create(Buffer.from(unpacked)).getVariation({ wght: 400 }));
  return { font, ofDocument: shareFont(font) };
}

const INVISIBLE = 0x200d;

/** The same font with what a PDF needs of it. */
function forPdf(font: Font): Font {
  // oxlint-disable-next-line unbound-method -- called for the object that a document's subset is made from
  const { createSubset } = font;
  const layout = font.layout.bind(font);
  return Object.assign(font, {
    createSubset(this: Font) {
      return Object.assign(createSubset.call(this), { glyphEncoder: { encodeSimple: encodeGlyph } });
    },
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
const codePointsOf = (cluster: string) =>
  [...cluster.replaceAll(SELECTORS, '')].map((letter) => letter.codePointAt(0)!);

/** `bold` where a font has that weight too. */
export type FallbackFont = { id: string; font: Font; bold?: Font; isEmoji: boolean };

/** The fonts that a document needs beside its usual letters; a letter that no font has stays with these. */
export type FallbackFonts = {
  fonts: readonly FallbackFont[];
  /**
   * @param before  the font of the letter before, which spaces and signs keep
   * @returns undefined for the usual letters
   */
  fontOf(cluster: string, before: FallbackFont | undefined): FallbackFont | undefined;
};

/** Reads the fonts for all texts of a document. */
export async function loadFallbackFonts(texts: readonly string[]): Promise<FallbackFonts> {
  const found = new Map<string, FallbackFont>();
  const chosen = new Map<string, FallbackFont>();
  for (const text of texts.filter((each) => !isUsualText(each))) {
    for (const cluster of new Set(clustersOf(text))) {
      if (chosen.has(cluster) || isUsualText(cluster)) continue;
      const isOwn = codePointsOf(cluster).every(isInOverpass);
      const font = isOwn ? ownFont(found) : await fontFor(cluster, text, found);
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

/** The documents' own font with more than its usual letters. */
function ownFont(found: Map<string, FallbackFont>): FallbackFont {
  const own = found.get('own') ?? {
    id: 'own',
    font: regularOfDocument(),
    bold: boldOfDocument(),
    isEmoji: false,
  };
  found.set('own', own);
  return own;
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
    const shared = file && (await openFont(file.url));
    if (!shared?.font.hasGlyphForCodePoint(first)) continue;
    const known = found.get(file!.url) ?? {
      id: `fallback-${found.size}`,
      font: shared.ofDocument(),
      isEmoji: family === 'noto-emoji',
    };
    found.set(file!.url, known);
    return known;
  }
  return undefined;
}
