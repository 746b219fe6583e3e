import { htmlBlocks, type HtmlBlock, type Run } from './html-blocks.ts';
import {
  decorate,
  HAIR,
  heightOf,
  INK,
  makeRoom,
  MARGIN,
  SOFT,
  tagged,
  WIDTH,
  writeRuns,
  writeText,
  type Box,
  type Doc,
  type Structure,
} from './pdf-primitives.ts';

const PAGE: Box = { x: MARGIN, width: WIDTH };
const INDENT = 18;

const HEADING = 38;

/** The heading stays on a page with the next block, of at least `room` points. */
export function headingBlock(doc: Doc, body: Structure, text: string, room: number): void {
  doc.y += 16;
  makeRoom(doc, HEADING + room);
  decorate(doc, () =>
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(MARGIN + WIDTH, doc.y)
      .lineWidth(1.2)
      .stroke(INK),
  );
  doc.y += 8;
  body.add(
    tagged(doc, 'H2', () =>
      writeText(doc, text, { size: 13, isBold: true }, { ...PAGE, y: doc.y, lineGap: 0 }),
    ),
  );
  doc.y += 5;
}

export function paragraphBlock(
  doc: Doc,
  body: Structure,
  { text, isQuiet }: { text: string; isQuiet?: boolean },
): void {
  writeParagraph(doc, body, [{ text, isBold: false }], PAGE, isQuiet ? SOFT : INK);
}

export function htmlBlock(doc: Doc, body: Structure, html: string): void {
  for (const block of htmlBlocks(html)) flow(doc, body, block, PAGE);
}

function flow(doc: Doc, parent: Structure, block: HtmlBlock, box: Box): void {
  if (block.k === 'rule') rule(doc, box);
  else if (block.k === 'list') list(doc, parent, block.items, box);
  else if (block.k === 'table') table(doc, parent, block.rows, box);
  else if (block.k === 'heading') subheading(doc, parent, block, box);
  else writeParagraph(doc, parent, block.runs, box, INK);
}

function writeParagraph(doc: Doc, parent: Structure, runs: readonly Run[], box: Box, color: string): void {
  makeRoom(doc, 28);
  parent.add(tagged(doc, 'P', () => writeRuns(doc, runs, box, { color })));
  doc.y += 5;
}

// Headings in the text rank below the headings of the document.
function subheading(
  doc: Doc,
  parent: Structure,
  { level, runs }: { level: 2 | 3 | 4; runs: readonly Run[] },
  box: Box,
): void {
  doc.y += 5;
  makeRoom(doc, 48);
  const size = { 2: 12, 3: 10.5, 4: 9.5 }[level];
  parent.add(tagged(doc, `H${level + 1}`, () => writeRuns(doc, runs, box, { size, isBold: true })));
  doc.y += 3;
}

function list(
  doc: Doc,
  parent: Structure,
  items: readonly { marker: string; blocks: HtmlBlock[] }[],
  box: Box,
): void {
  const inner = { x: box.x + INDENT, width: box.width - INDENT };
  const whole = doc.struct('L');
  parent.add(whole);
  for (const { marker, blocks } of items) {
    makeRoom(doc, 28);
    const item = doc.struct('LI');
    whole.add(item);
    const { y } = doc;
    item.add(
      tagged(doc, 'Lbl', () => writeText(doc, marker, {}, { x: box.x, y, width: INDENT, lineBreak: false })),
    );
    doc.y = y;
    const content = doc.struct('LBody');
    item.add(content);
    for (const block of blocks) flow(doc, content, block, inner);
    if (blocks.length === 0) doc.y += 14;
  }
  whole.end();
}

function rule(doc: Doc, { x, width }: Box): void {
  makeRoom(doc, 16);
  decorate(doc, () =>
    doc
      .moveTo(x, doc.y + 4)
      .lineTo(x + width, doc.y + 4)
      .lineWidth(0.6)
      .stroke(HAIR),
  );
  doc.y += 12;
}

function table(
  doc: Doc,
  parent: Structure,
  rows: readonly { isHead: boolean; cells: Run[][] }[],
  box: Box,
): void {
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  const width = box.width / columns;
  const whole = doc.struct('Table');
  parent.add(whole);
  for (const { isHead, cells } of rows) {
    const heights = cells.map((runs) =>
      heightOf(doc, runs.map(({ text }) => text).join(''), width - 8, { isBold: isHead }),
    );
    const height = Math.max(...heights) + 8;
    makeRoom(doc, height);
    const { y } = doc;
    const row = doc.struct('TR');
    whole.add(row);
    cells.forEach((runs, at) => {
      doc.y = y + 4;
      const inner = { x: box.x + at * width, width: width - 8 };
      row.add(
        tagged(
          doc,
          isHead ? 'TH' : 'TD',
          () => writeRuns(doc, runs, inner, { isBold: isHead }),
          isHead ? 'Column' : undefined,
        ),
      );
    });
    doc.y = y + height;
    decorate(doc, () =>
      doc
        .moveTo(box.x, doc.y)
        .lineTo(box.x + box.width, doc.y)
        .lineWidth(0.6)
        .stroke(HAIR),
    );
  }
  whole.end();
  doc.y += 8;
}
