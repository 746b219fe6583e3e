import { buffer } from 'node:stream/consumers';
import { m } from '#i18n/messages.js';
import { blanksBlock } from './blanks-block.ts';
import { amountsBlock, factsBlock, roomOfAmounts, roomOfFacts } from './facts-and-amounts.ts';
import { loadFallbackFonts } from './fallback-fonts.ts';
import { htmlBlocks } from './html-blocks.ts';
import { headingBlock, htmlBlock, paragraphBlock } from './flowing-text.ts';
import { timelineBlock } from './timeline-block.ts';
import {
  decorate,
  FLOOR,
  HAIR,
  INK,
  makeRoom,
  MARGIN,
  openDoc,
  SOFT,
  tagged,
  WIDTH,
  widthOf,
  writeText,
  type Doc,
  type Structure,
} from './pdf-primitives.ts';
import type { Block, PrintableDocument } from './printable-document.ts';

/** US Letter, with headings, lists and tables for screen readers. */
export async function renderDocument(pdfDocument: PrintableDocument): Promise<Uint8Array> {
  const doc = openDoc(pdfDocument, await loadFallbackFonts(textsOf(pdfDocument)));
  const body = doc.struct('Document');
  doc.addStructure(body);
  head(doc, body, pdfDocument);
  for (const [at, block] of pdfDocument.blocks.entries()) {
    if (block.k === 'heading') headingBlock(doc, body, block.text, roomFor(doc, pdfDocument.blocks[at + 1]));
    else print(doc, body, block, pdfDocument.color);
  }
  body.end();
  footPages(doc, pdfDocument);
  doc.end();
  return buffer(doc);
}

/** Entities of HTML are decoded. */
function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (typeof part !== 'object' || part === null) return [];
  if ('html' in part) return textsOf(htmlBlocks(part.html as string));
  return Object.values(part).flatMap(textsOf);
}

/** Enough for two lines of a block continuing on the next page. */
const SOME_ROOM = 28;

function roomFor(doc: Doc, next: Block | undefined): number {
  if (next?.k === 'facts') return roomOfFacts(doc, next.facts);
  return next?.k === 'amounts' ? roomOfAmounts(doc, next) : SOME_ROOM;
}

function print(doc: Doc, body: Structure, block: Exclude<Block, { k: 'heading' }>, color: string): void {
  if (block.k === 'paragraph') paragraphBlock(doc, body, block);
  else if (block.k === 'facts') factsBlock(doc, body, block.facts);
  else if (block.k === 'amounts') amountsBlock(doc, body, block);
  else if (block.k === 'line') timelineBlock(doc, body, block.stops, color);
  else if (block.k === 'space') doc.y += 8;
  else if (block.k === 'blanks') blanksBlock(doc, body, block.blanks);
  else htmlBlock(doc, body, block.html);
}

const TAG_SIZE = 9;

function head(doc: Doc, body: Structure, { letterhead, tag, title, color }: PrintableDocument): void {
  const tagWidth = widthOf(doc, tag, { size: TAG_SIZE, isBold: true }) + 14;
  const tagX = MARGIN + WIDTH - tagWidth;
  decorate(doc, () => doc.roundedRect(tagX, 58, tagWidth, 18, 3).fill(color));
  body.add(
    tagged(doc, 'P', () =>
      writeText(
        doc,
        letterhead.name,
        { size: 13, isBold: true },
        { x: MARGIN, y: 58, width: WIDTH - tagWidth - 12, lineGap: 0 },
      ),
    ),
  );
  const afterName = doc.y;
  body.add(
    tagged(doc, 'P', () =>
      writeText(
        doc,
        tag,
        { size: TAG_SIZE, isBold: true, color: '#ffffff' },
        { x: tagX + 7, y: 63, width: tagWidth, lineBreak: false },
      ),
    ),
  );
  doc.y = afterName;
  for (const line of letterhead.lines) {
    body.add(
      tagged(doc, 'P', () =>
        writeText(doc, line, { size: 9, color: SOFT }, { x: MARGIN, y: doc.y, width: WIDTH, lineGap: 0 }),
      ),
    );
  }
  doc.y += 20;
  makeRoom(doc, 60);
  body.add(
    tagged(doc, 'H1', () =>
      writeText(doc, title, { size: 22, isBold: true }, { x: MARGIN, y: doc.y, width: WIDTH, lineGap: 0 }),
    ),
  );
  doc.y += 8;
}

function footPages(doc: Doc, { foot, color }: PrintableDocument): void {
  const { count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(at);
    decorate(doc, () => {
      topLine(doc, color, (at + 1) / count);
      doc
        .moveTo(MARGIN, FLOOR + 14)
        .lineTo(MARGIN + WIDTH, FLOOR + 14)
        .lineWidth(0.6)
        .stroke(HAIR);
      // Text below the margin would start a new page.
      const { bottom } = doc.page.margins;
      doc.page.margins.bottom = 0;
      const footStyle = { size: 8.5, color: SOFT };
      const y = FLOOR + 22;
      writeText(doc, foot, footStyle, { x: MARGIN, y, width: WIDTH / 2, lineBreak: false });
      const pageOf = m.document_page_of({ page: at + 1, pages: count });
      const right = { x: MARGIN + WIDTH / 2, y, width: WIDTH / 2, align: 'right', lineBreak: false } as const;
      writeText(doc, pageOf, footStyle, right);
      doc.page.margins.bottom = bottom;
    });
  }
}

// The stop moves along the line from page to page.
function topLine(doc: Doc, color: string, passed: number): void {
  const y = 40;
  const x = MARGIN + 7 + (WIDTH - 14) * passed;
  doc
    .lineCap('round')
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(4)
    .stroke(HAIR);
  doc.moveTo(MARGIN, y).lineTo(x, y).lineWidth(4).stroke(color);
  doc.circle(x, y, 6).lineWidth(2.5).fillAndStroke('#ffc21a', INK);
  doc.lineCap('butt');
}
