// Its types know only the default export.
// oxlint-disable-next-line no-named-as-default
import PDFDocument from 'pdfkit';
import type { FallbackFonts } from './fallback-fonts.ts';
import type { Run } from './html-blocks.ts';
import { layOutMixed, type Line, type Piece } from './mixed-text.ts';
import { isInOverpass, overpassBold, overpassRegular } from './overpass.ts';
import type { PrintableDocument } from './printable-document.ts';

export type Doc = InstanceType<typeof PDFDocument>;
export type Structure = ReturnType<Doc['struct']>;

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

export function openDoc({ title, subject, author, dated }: PrintableDocument, fallbacks: FallbackFonts): Doc {
  const doc = new PDFDocument({
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
  doc.registerFont('regular', overpassRegular).registerFont('bold', overpassBold);
  for (const { id, font } of fallbacks.fonts) doc.registerFont(id, font);
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

export function tagged(doc: Doc, tag: string, write: () => unknown, scope?: 'Column' | 'Row'): Structure {
  return doc.struct(tag, scope ? { scope } : {}, [() => void write()]);
}

export function decorate(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}

export function makeRoom(doc: Doc, points: number): void {
  if (doc.y + points <= FLOOR) return;
  doc.addPage();
}

export type Box = { x: number; width: number };

const LINE_GAP = 2.4;

type Place = Box & { y: number; lineGap?: number; align?: 'right'; lineBreak?: false };

/** Each letter has a font with the letter; `doc.y` moves below the text. */
export function writeText(doc: Doc, text: string, textStyle: FontStyle, place: Place): void {
  const { x, y, lineGap = LINE_GAP, ...options } = place;
  if (isInOverpass(text)) setFont(doc, textStyle).text(text, x, y, { lineGap, ...options });
  else writeMixed(doc, [{ text, isBold: Boolean(textStyle.isBold) }], textStyle, place);
}

export function writeRuns(
  doc: Doc,
  runs: readonly Run[],
  { x, width }: Box,
  textStyle: FontStyle = {},
): void {
  const weighted = textStyle.isBold ? runs.map((run) => ({ ...run, isBold: true })) : runs;
  if (!runs.every(({ text }) => isInOverpass(text))) {
    writeMixed(doc, weighted, textStyle, { x, y: doc.y, width });
    return;
  }
  weighted.forEach(({ text, isBold }, at) => {
    setFont(doc, { ...textStyle, isBold });
    const options = { width, lineGap: LINE_GAP, continued: at < runs.length - 1 };
    if (at === 0) doc.text(text, x, doc.y, options);
    else doc.text(text, options);
  });
}

export function heightOf(doc: Doc, text: string, width: number, textStyle: FontStyle = {}): number {
  if (isInOverpass(text)) return setFont(doc, textStyle).heightOfString(text, { width, lineGap: LINE_GAP });
  const lines = linesOf(doc, [{ text, isBold: Boolean(textStyle.isBold) }], textStyle, width);
  return lines.length * lineHeight(doc, textStyle, LINE_GAP);
}

export function widthOf(doc: Doc, text: string, textStyle: FontStyle): number {
  const run = { text, isBold: Boolean(textStyle.isBold) };
  const [line] = linesOf(doc, [run], textStyle, Number.POSITIVE_INFINITY);
  return (line?.pieces ?? []).reduce((sum, piece) => sum + pieceWidth(doc, piece, textStyle), 0);
}

function setPieceFont(doc: Doc, { font, isBold }: Piece, textStyle: FontStyle): Doc {
  setFont(doc, { ...textStyle, isBold });
  return font ? doc.font(font.id) : doc;
}

// Even with an empty list of features, pdfkit shapes the whole piece instead of word by word.
const AS_A_WHOLE = { features: [] };

const pieceWidth = (doc: Doc, piece: Piece, textStyle: FontStyle) =>
  setPieceFont(doc, piece, textStyle).widthOfString(piece.text, AS_A_WHOLE);

const lineHeight = (doc: Doc, textStyle: FontStyle, lineGap: number) =>
  setFont(doc, textStyle).currentLineHeight(true) + lineGap;

function linesOf(doc: Doc, runs: readonly Run[], textStyle: FontStyle, width: number): Line[] {
  const fonts = fallbacksOf.get(doc)!;
  return layOutMixed(runs, { width, fonts, measure: (piece) => pieceWidth(doc, piece, textStyle) });
}

/** Letters of all fonts share a baseline; the height is the height of the default font. */
function writeMixed(
  doc: Doc,
  runs: readonly Run[],
  textStyle: FontStyle,
  { x, y, width, align, lineBreak, lineGap = LINE_GAP }: Place,
): void {
  const height = lineHeight(doc, textStyle, lineGap);
  let top = y;
  for (const line of linesOf(doc, runs, textStyle, lineBreak === false ? Number.POSITIVE_INFINITY : width)) {
    // A text longer than the page continues on the next page.
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

/** Both weights have the same ascender. */
const ascenderOf = ({ size = DEFAULT_SIZE }: FontStyle) =>
  (overpassRegular.ascent / overpassRegular.unitsPerEm) * size;

function writeLine(
  doc: Doc,
  { pieces, text }: Line,
  textStyle: FontStyle,
  { x, width, align, baseline }: Box & { align?: 'right'; baseline: number },
): void {
  const widths = pieces.map((piece) => pieceWidth(doc, piece, textStyle));
  let left = align === 'right' ? x + width - widths.reduce((sum, each) => sum + each, 0) : x;
  // Programs copy and read aloud this text, whatever shapes the letters have.
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
