import type { FallbackFonts } from './fallback-fonts.ts';
import type { Run } from './html-blocks.ts';
import { LeanDocument } from './lean-document.ts';
import { layOutMixed, type Line, type Piece } from './mixed-text.ts';
import type { PrintableDocument } from './printable-document.ts';
import { Structure } from './structure.ts';
import { isUsualText, usualFonts, written } from './usual-font.ts';
import {
  drawnLines,
  drawnParagraph,
  usualFontOf,
  usualLines,
  usualWidth,
  type UsualLine,
} from './usual-text.ts';

export type Doc = LeanDocument;

export const INK = '#13213c';
export const SOFT = '#48546f';
export const HAIR = '#dad6ca';
export const MARGIN = 60;
export const TOP = 84;
export const BOTTOM = 64;
/** LETTER is 612 by 792 points. */
export const WIDTH = 612 - 2 * MARGIN;
export const FLOOR = 792 - BOTTOM;

const fallbacksOf = new WeakMap<Doc, FallbackFonts>();

/** An empty tagged PDF with the document's title. */
export function openDoc({ title, subject, author, dated }: PrintableDocument, fallbacks: FallbackFonts): Doc {
  const doc = new LeanDocument({
    size: 'LETTER',
    margins: { top: TOP, bottom: BOTTOM, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    font: null,
    info: { Title: title, Subject: subject, Author: author, Creator: author, CreationDate: dated },
  } as object);
  // Its types know neither a font that is open already nor how many there are; the next one is F3.
  Object.assign(doc, {
    _fontCount: 2,
    _fontFamilies: { regular: usualFonts.regular.inDocument(doc), bold: usualFonts.bold.inDocument(doc) },
  });
  for (const { id, font, bold } of fallbacks.fonts) {
    doc.registerFont(id, font as never);
    if (bold) doc.registerFont(`${id}-bold`, bold as never);
  }
  fallbacksOf.set(doc, fallbacks);
  return doc;
}

export type FontStyle = { size?: number; isBold?: boolean; color?: string };

const DEFAULT_SIZE = 9.5;

function setFont(doc: Doc, { size = DEFAULT_SIZE, isBold = false, color = INK }: FontStyle): Doc {
  return doc
    .font(isBold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color);
}

/**
 * Text under the tag that says what it is.
 * @param scope  of a table's head: what it heads
 */
export function tagged(doc: Doc, tag: string, write: () => unknown, scope?: 'Column' | 'Row'): Structure {
  return new Structure(doc, tag, { scope, draw: () => void write() });
}

/** Draws decoration, which a screen reader skips. */
export function decorate(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}

/** Turns the page unless so many points are left on it. */
export function makeRoom(doc: Doc, points: number): void {
  if (doc.y + points <= FLOOR) return;
  doc.addPage();
}

export type Box = { x: number; width: number };

const LINE_GAP = 2.4;

type Place = Box & { y: number; lineGap?: number; align?: 'right'; lineBreak?: false };

/** Writes a text, each of its letters in a font that has it; `doc.y` is below it then. */
export function writeText(doc: Doc, text: string, textStyle: FontStyle, place: Place): void {
  write(doc, [{ text, isBold: Boolean(textStyle.isBold) }], textStyle, place);
}

/** Writes runs of two weights as one paragraph, from the present height on. */
export function writeRuns(
  doc: Doc,
  runs: readonly Run[],
  { x, width }: Box,
  textStyle: FontStyle = {},
): void {
  // Lines of runs that are kept are known by them.
  const weighted = textStyle.isBold ? runs.map((run) => ({ ...run, isBold: true })) : runs;
  write(doc, weighted, textStyle, { x, y: doc.y, width });
}

function write(doc: Doc, runs: readonly Run[], textStyle: FontStyle, place: Place): void {
  const isUsual = runs.every(({ text }) => isUsualText(text));
  (isUsual ? writeUsual : writeMixed)(doc, runs, textStyle, place);
}

/** How high a text will stand. */
export function heightOf(doc: Doc, text: string, width: number, textStyle: FontStyle = {}): number {
  const { size = DEFAULT_SIZE, isBold = false } = textStyle;
  const runs = [{ text, isBold }];
  const lines = isUsualText(text) ? usualLines({ runs, size, width }) : linesOf(doc, runs, textStyle, width);
  return lines.length * lineHeight(textStyle, LINE_GAP);
}

const rgb = new Map<string, string>();

/** The operator that has letters drawn in a color, `#rrggbb`. */
function inColor(color: string): string {
  const known = rgb.get(color);
  if (known) return known;
  const parts = [1, 3, 5].map((at) => written(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  const operator = `${parts.join(' ')} rg`;
  rgb.set(color, operator);
  return operator;
}

function writeUsual(
  doc: Doc,
  runs: readonly Run[],
  { size = DEFAULT_SIZE, color = INK }: FontStyle,
  { x, y, width, align, lineBreak, lineGap = LINE_GAP }: Place,
): void {
  const height = lineHeight({ size }, 0);
  const step = height + lineGap;
  const paragraph = { runs, size, width };
  const lines = usualLines(paragraph);
  const left = align && ((line: UsualLine) => width - widthOfLine(line));
  const floor = lineBreak === false ? Number.POSITIVE_INFINITY : doc.page.maxY() - height;
  let top = y;
  for (let from = 0; from < lines.length;) {
    // A text that is longer than its page goes on on the next one.
    if (top > floor) {
      doc.continueOnNewPage();
      top = doc.y;
    }
    const first = top;
    let end = from;
    do {
      top += step;
      end += 1;
    } while (end < lines.length && top <= floor);
    const isWhole = !left && end - from === lines.length;
    const drawn = isWhole
      ? drawnParagraph(paragraph, step)
      : drawnLines(lines.slice(from, end), { size, step, left });
    if (drawn.isRegular) useFont(doc, false);
    if (drawn.isBold) useFont(doc, true);
    // The page counts from its top, letters stand upright in it.
    const base = `1 0 0 -1 ${written(x)} ${written(first + ascenderOf({ size }))} Tm`;
    if (drawn.operators) doc.addContent(`BT\n${inColor(color)}\n${base}\n${drawn.operators}ET`);
    from = end;
  }
  doc.x = x;
  doc.y = top;
}

const widthOfLine = (line: UsualLine) =>
  line.reduce((widest, { x, width }) => Math.max(widest, x + width), 0);

/** Lists a font among those of the page. */
function useFont(doc: Doc, isBold: boolean): void {
  // Its types do not know which fonts a page has.
  const { fonts } = doc.page as unknown as { fonts: Record<string, unknown> };
  const { _fontFamilies: families } = doc as unknown as { _fontFamilies: Record<string, { ref(): unknown }> };
  fonts[usualFontOf(isBold).id] ??= families[isBold ? 'bold' : 'regular']!.ref();
}

/** How wide a text will stand on one line. */
export function widthOf(doc: Doc, text: string, textStyle: FontStyle): number {
  const { size = DEFAULT_SIZE, isBold = false } = textStyle;
  if (isUsualText(text)) return usualWidth(text, { size, isBold });
  const [line] = linesOf(doc, [{ text, isBold }], textStyle, Number.POSITIVE_INFINITY);
  return (line?.pieces ?? []).reduce((sum, piece) => sum + pieceWidth(doc, piece, textStyle), 0);
}

function setPieceFont(doc: Doc, { font, isBold }: Piece, textStyle: FontStyle): Doc {
  setFont(doc, { ...textStyle, isBold });
  if (!font) return doc;
  return doc.font(isBold && font.bold ? `${font.id}-bold` : font.id);
}

// With features, even none, a piece is shaped as a whole and not word by word.
const AS_A_WHOLE = { features: [] };

const pieceWidth = (doc: Doc, piece: Piece, textStyle: FontStyle) =>
  setPieceFont(doc, piece, textStyle).widthOfString(piece.text, AS_A_WHOLE);

/** Of the documents' own font, whose two weights are alike in it. */
const lineHeight = ({ size = DEFAULT_SIZE }: FontStyle, lineGap: number) =>
  (usualFonts.regular.lineHeight * size) / 1000 + lineGap;

function linesOf(doc: Doc, runs: readonly Run[], textStyle: FontStyle, width: number): Line[] {
  const fonts = fallbacksOf.get(doc)!;
  return layOutMixed(runs, { width, fonts, measure: (piece) => pieceWidth(doc, piece, textStyle) });
}

/** Letters of all fonts stand on one line, whose height is that of the document's own font. */
function writeMixed(
  doc: Doc,
  runs: readonly Run[],
  textStyle: FontStyle,
  { x, y, width, align, lineBreak, lineGap = LINE_GAP }: Place,
): void {
  const height = lineHeight(textStyle, lineGap);
  let top = y;
  for (const line of linesOf(doc, runs, textStyle, lineBreak === false ? Number.POSITIVE_INFINITY : width)) {
    // A text that is longer than its page goes on on the next one.
    if (top + height > doc.page.maxY() && lineBreak !== false) {
      doc.continueOnNewPage();
      top = doc.y;
    }
    writeLine(doc, line, textStyle, { x, width, align, baseline: top + ascenderOf(textStyle) });
    top += height;
  }
  doc.x = x;
  doc.y = top;
}

const ascenderOf = ({ size = DEFAULT_SIZE }: FontStyle) => (usualFonts.regular.ascender * size) / 1000;

function writeLine(
  doc: Doc,
  { pieces, text }: Line,
  textStyle: FontStyle,
  { x, width, align, baseline }: Box & { align?: 'right'; baseline: number },
): void {
  const widths = pieces.map((piece) => pieceWidth(doc, piece, textStyle));
  let left = align === 'right' ? x + width - widths.reduce((sum, each) => sum + each, 0) : x;
  // What a reader's program copies or reads aloud is the text itself, whatever shapes its letters have.
  doc.markContent('Span', { actual: text });
  pieces.forEach((piece, at) => {
    setPieceFont(doc, piece, textStyle).text(piece.text, left, baseline, {
      ...AS_A_WHOLE,
      lineBreak: false,
      baseline: 'alphabetic',
    });
    left += widths[at]!;
  });
  doc.endMarkedContent();
}
