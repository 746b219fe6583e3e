import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// Its types know only the default export.
// oxlint-disable-next-line no-named-as-default
import PDFDocument from 'pdfkit';
import type { Run } from './html-blocks.ts';
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

const FONTS = join(import.meta.dirname, 'fonts');
// Read once a thread; of each font only the letters that a document uses go into its file.
const regular = readFileSync(join(FONTS, 'overpass-regular.ttf'));
const bold = readFileSync(join(FONTS, 'overpass-bold.ttf'));

/** An empty tagged PDF with the document's title. */
export function openDoc({ title, subject, author, dated }: PrintableDocument): Doc {
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: { top: TOP, bottom: BOTTOM, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Subject: subject, Author: author, Creator: author, CreationDate: dated },
  } as object);
  doc.registerFont('regular', regular).registerFont('bold', bold);
  return doc;
}

export type FontStyle = { size?: number; isBold?: boolean; color?: string };

export function setFont(doc: Doc, { size = 9.5, isBold = false, color = INK }: FontStyle): Doc {
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
  // Its types do not know that a table's head has a scope.
  return doc.struct(tag, (scope ? { scope } : {}) as object, [() => void write()]);
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

/** Writes runs of two weights as one paragraph, from the present height on. */
export function writeRuns(
  doc: Doc,
  runs: readonly Run[],
  { x, width }: Box,
  textStyle: FontStyle = {},
): void {
  runs.forEach(({ text, isBold }, at) => {
    setFont(doc, { ...textStyle, isBold: isBold || textStyle.isBold });
    const options = { width, lineGap: 2.4, continued: at < runs.length - 1 };
    if (at === 0) doc.text(text, x, doc.y, options);
    else doc.text(text, options);
  });
}

/** How high a text will stand. */
export function heightOf(doc: Doc, text: string, width: number, textStyle: FontStyle = {}): number {
  return setFont(doc, textStyle).heightOfString(text, { width, lineGap: 2.4 });
}
