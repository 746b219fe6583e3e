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
  writeText,
  type Doc,
  type Structure,
  type FontStyle,
} from './pdf-primitives.ts';
import type { DocumentAmount, DocumentFact } from './printable-document.ts';

const LABEL = 128;
const AMOUNT = 100;
const HEAD: FontStyle = { size: 9, color: SOFT };
const TOTAL: FontStyle = { size: 11, isBold: true };

// A higher block may be split between pages; a lower block stays on a single page.
const HALF_PAGE = 300;

const factHeight = (doc: Doc, { value }: DocumentFact) => heightOf(doc, value, WIDTH - LABEL) + 4;
const rowHeight = (doc: Doc, text: string, textStyle: FontStyle) =>
  heightOf(doc, text, WIDTH - AMOUNT, textStyle) + 8;
const together = (heights: readonly number[]) => {
  const all = heights.reduce((sum, height) => sum + height, 0);
  return all <= HALF_PAGE ? all : (heights[0] ?? 0);
};

export const roomOfFacts = (doc: Doc, facts: readonly DocumentFact[]) =>
  together(facts.map((fact) => factHeight(doc, fact)));
export const roomOfAmounts = (doc: Doc, { head, rows, total }: Sums) =>
  together([
    rowHeight(doc, head.text, HEAD),
    ...rows.map(({ text }) => rowHeight(doc, text, {})),
    ...(total ? [rowHeight(doc, total.text, TOTAL)] : []),
  ]);

/** A list of pairs for a screen reader. */
export function factsBlock(doc: Doc, body: Structure, facts: readonly DocumentFact[]): void {
  const heights = facts.map((fact) => factHeight(doc, fact));
  makeRoom(doc, together(heights));
  const list = doc.struct('L');
  body.add(list);
  for (const [at, { label, value }] of facts.entries()) {
    makeRoom(doc, heights[at]!);
    const { y } = doc;
    const item = doc.struct('LI');
    list.add(item);
    item.add(
      tagged(doc, 'Lbl', () => writeText(doc, label, { color: SOFT }, { x: MARGIN, y, width: LABEL - 10 })),
    );
    const afterLabel = doc.y;
    item.add(
      tagged(doc, 'LBody', () => writeText(doc, value, {}, { x: MARGIN + LABEL, y, width: WIDTH - LABEL })),
    );
    doc.y = Math.max(afterLabel, doc.y) + 2;
  }
  list.end();
}

type Sums = { head: DocumentAmount; rows: readonly DocumentAmount[]; total?: DocumentAmount };

export function amountsBlock(doc: Doc, body: Structure, { head, rows, total }: Sums): void {
  makeRoom(doc, roomOfAmounts(doc, { head, rows, total }));
  const table = doc.struct('Table');
  body.add(table);
  amountRow(doc, table, head, { kind: 'head', textStyle: HEAD });
  decorate(doc, () =>
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(MARGIN + WIDTH, doc.y)
      .lineWidth(1.2)
      .stroke(INK),
  );
  for (const row of rows) {
    amountRow(doc, table, row, { kind: 'line', textStyle: {} });
    decorate(doc, () =>
      doc
        .moveTo(MARGIN, doc.y)
        .lineTo(MARGIN + WIDTH, doc.y)
        .lineWidth(0.6)
        .stroke(HAIR),
    );
  }
  if (total) amountRow(doc, table, total, { kind: 'total', textStyle: TOTAL });
  table.end();
  doc.y += 4;
}

function amountRow(
  doc: Doc,
  table: Structure,
  { text, amount }: DocumentAmount,
  { kind, textStyle }: { kind: 'head' | 'line' | 'total'; textStyle: FontStyle },
): void {
  const height = rowHeight(doc, text, textStyle);
  makeRoom(doc, height);
  const y = doc.y + 5;
  const row = doc.struct('TR');
  table.add(row);
  const isHead = kind === 'head';
  const writeAmount = () =>
    writeText(doc, amount, textStyle, { x: MARGIN + WIDTH - AMOUNT, y, width: AMOUNT, align: 'right' });
  row.add(
    tagged(
      doc,
      'TH',
      () => writeText(doc, text, textStyle, { x: MARGIN, y, width: WIDTH - AMOUNT }),
      isHead ? 'Column' : 'Row',
    ),
  );
  row.add(tagged(doc, isHead ? 'TH' : 'TD', writeAmount, isHead ? 'Column' : undefined));
  doc.y = y - 5 + height;
}
