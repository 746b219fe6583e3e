import {
  decorate,
  INK,
  makeRoom,
  MARGIN,
  SOFT,
  tagged,
  WIDTH,
  writeText,
  type Doc,
  type Structure,
} from './pdf-primitives.ts';
import type { Block } from './printable-document.ts';

const HEIGHT = 42;
const GAP = 18;
const HALF = (WIDTH - GAP) / 2;

type Blank = Extract<Block, { k: 'blanks' }>['blanks'][number];

function rowsOf(blanks: readonly Blank[]): Blank[][] {
  const rows: Blank[][] = [];
  for (const blank of blanks) {
    const last = rows.at(-1);
    if (last?.length === 1 && !last[0]!.isWide && !blank.isWide) last.push(blank);
    else rows.push([blank]);
  }
  return rows;
}

export function blanksBlock(doc: Doc, body: Structure, blanks: readonly Blank[]): void {
  const rows = rowsOf(blanks);
  makeRoom(doc, Math.min(rows.length, 3) * HEIGHT);
  for (const row of rows) {
    makeRoom(doc, HEIGHT);
    const y = doc.y + 26;
    row.forEach(({ label, isWide }, at) => {
      const x = MARGIN + at * (HALF + GAP);
      const width = isWide ? WIDTH : HALF;
      decorate(doc, () =>
        doc
          .moveTo(x, y)
          .lineTo(x + width, y)
          .lineWidth(0.8)
          .stroke(INK),
      );
      body.add(
        tagged(doc, 'P', () =>
          writeText(doc, label, { size: 8.5, color: SOFT }, { x, y: y + 3, width, lineBreak: false }),
        ),
      );
    });
    doc.y = y + HEIGHT - 26;
  }
}
