import {
  decorate,
  HAIR,
  heightOf,
  INK,
  makeRoom,
  MARGIN,
  setLetters,
  SOFT,
  tagged,
  WIDTH,
  type Doc,
  type Lettering,
  type Structure,
} from './pdf-primitives.ts';
import type { SheetAmount, SheetFact } from './printable-document.ts';

const LABEL = 128;
const AMOUNT = 100;
const HEAD: Lettering = { size: 9, colour: SOFT };
const TOTAL: Lettering = { size: 11, isBold: true };

// What is higher may be torn; what is lower stands on one page.
const HALF_PAGE = 300;

const factHeight = (doc: Doc, { value }: SheetFact) => heightOf(doc, value, WIDTH - LABEL) + 4;
const rowHeight = (doc: Doc, text: string, lettering: Lettering) =>
  heightOf(doc, text, WIDTH - AMOUNT, lettering) + 8;
const together = (heights: readonly number[]) => {
  const all = heights.reduce((sum, height) => sum + height, 0);
  return all <= HALF_PAGE ? all : (heights[0] ?? 0);
};

/** The room that facts, or a table of amounts, want before they begin. */
export const roomOfFacts = (doc: Doc, facts: readonly SheetFact[]) =>
  together(facts.map((fact) => factHeight(doc, fact)));
export const roomOfAmounts = (doc: Doc, { head, rows, total }: Sums) =>
  together([
    rowHeight(doc, head.text, HEAD),
    ...rows.map(({ text }) => rowHeight(doc, text, {})),
    rowHeight(doc, total.text, TOTAL),
  ]);

/** Labels on the left, values beside them; a list of pairs to a screen reader. */
export function factsBlock(doc: Doc, body: Structure, facts: readonly SheetFact[]): void {
  makeRoom(doc, roomOfFacts(doc, facts));
  const list = doc.struct('L');
  body.add(list);
  for (const fact of facts) {
    makeRoom(doc, factHeight(doc, fact));
    const { label, value } = fact;
    const { y } = doc;
    const item = doc.struct('LI');
    list.add(item);
    item.add(
      tagged(doc, 'Lbl', () =>
        setLetters(doc, { colour: SOFT }).text(label, MARGIN, y, { width: LABEL - 10, lineGap: 2.4 }),
      ),
    );
    const afterLabel = doc.y;
    item.add(
      tagged(doc, 'LBody', () =>
        setLetters(doc, {}).text(value, MARGIN + LABEL, y, { width: WIDTH - LABEL, lineGap: 2.4 }),
      ),
    );
    doc.y = Math.max(afterLabel, doc.y) + 2;
  }
  list.end();
}

type Sums = { head: SheetAmount; rows: readonly SheetAmount[]; total: SheetAmount };

/** Lines of money and what they come to: a table with its heads. */
export function amountsBlock(doc: Doc, body: Structure, { head, rows, total }: Sums): void {
  makeRoom(doc, roomOfAmounts(doc, { head, rows, total }));
  const table = doc.struct('Table');
  body.add(table);
  amountRow(doc, table, head, { kind: 'head', lettering: HEAD });
  decorate(doc, () =>
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(MARGIN + WIDTH, doc.y)
      .lineWidth(1.2)
      .stroke(INK),
  );
  for (const row of rows) {
    amountRow(doc, table, row, { kind: 'line', lettering: {} });
    decorate(doc, () =>
      doc
        .moveTo(MARGIN, doc.y)
        .lineTo(MARGIN + WIDTH, doc.y)
        .lineWidth(0.6)
        .stroke(HAIR),
    );
  }
  amountRow(doc, table, total, { kind: 'total', lettering: TOTAL });
  table.end();
  doc.y += 4;
}

function amountRow(
  doc: Doc,
  table: Structure,
  { text, amount }: SheetAmount,
  { kind, lettering }: { kind: 'head' | 'line' | 'total'; lettering: Lettering },
): void {
  const height = rowHeight(doc, text, lettering);
  makeRoom(doc, height);
  const y = doc.y + 5;
  const row = doc.struct('TR');
  table.add(row);
  const isHead = kind === 'head';
  const writeAmount = () =>
    setLetters(doc, lettering).text(amount, MARGIN + WIDTH - AMOUNT, y, { width: AMOUNT, align: 'right' });
  row.add(
    tagged(
      doc,
      'TH',
      () => setLetters(doc, lettering).text(text, MARGIN, y, { width: WIDTH - AMOUNT, lineGap: 2.4 }),
      isHead ? 'Column' : 'Row',
    ),
  );
  row.add(tagged(doc, isHead ? 'TH' : 'TD', writeAmount, isHead ? 'Column' : undefined));
  doc.y = y - 5 + height;
}
