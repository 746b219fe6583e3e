import { decorate, HAIR, heightOf, INK, makeRoom, MARGIN, setLetters, SOFT, tagged, WIDTH, type Doc, type Lettering, type Structure } from './pen.ts';
import type { SheetAmount, SheetFact } from './sheet.ts';

const LABEL = 128;
const AMOUNT = 100;

/** Labels on the left, values beside them; a list of pairs to a screen reader. */
export function factsBlock(doc: Doc, body: Structure, facts: readonly SheetFact[]): void {
  const list = doc.struct('L');
  body.add(list);
  for (const { label, value } of facts) {
    makeRoom(doc, heightOf(doc, value, WIDTH - LABEL) + 4);
    const { y } = doc;
    const item = doc.struct('LI');
    list.add(item);
    item.add(tagged(doc, 'Lbl', () => setLetters(doc, { colour: SOFT }).text(label, MARGIN, y, { width: LABEL - 10, lineGap: 2.4 })));
    const afterLabel = doc.y;
    item.add(tagged(doc, 'LBody', () => setLetters(doc, {}).text(value, MARGIN + LABEL, y, { width: WIDTH - LABEL, lineGap: 2.4 })));
    doc.y = Math.max(afterLabel, doc.y) + 2;
  }
  list.end();
}

type Sums = { head: SheetAmount; rows: readonly SheetAmount[]; total: SheetAmount };

/** Lines of money and what they come to: a table with its heads. */
export function amountsBlock(doc: Doc, body: Structure, { head, rows, total }: Sums): void {
  const table = doc.struct('Table');
  body.add(table);
  amountRow(doc, table, head, { kind: 'head', lettering: { size: 9, colour: SOFT } });
  decorate(doc, () => doc.moveTo(MARGIN, doc.y).lineTo(MARGIN + WIDTH, doc.y).lineWidth(1.2).stroke(INK));
  for (const row of rows) {
    amountRow(doc, table, row, { kind: 'line', lettering: {} });
    decorate(doc, () => doc.moveTo(MARGIN, doc.y).lineTo(MARGIN + WIDTH, doc.y).lineWidth(0.6).stroke(HAIR));
  }
  amountRow(doc, table, total, { kind: 'total', lettering: { size: 11, isBold: true } });
  table.end();
  doc.y += 4;
}

function amountRow(doc: Doc, table: Structure, { text, amount }: SheetAmount, { kind, lettering }: { kind: 'head' | 'line' | 'total'; lettering: Lettering }): void {
  const height = heightOf(doc, text, WIDTH - AMOUNT, lettering) + 8;
  makeRoom(doc, height);
  const y = doc.y + 5;
  const row = doc.struct('TR');
  table.add(row);
  const isHead = kind === 'head';
  const writeAmount = () => setLetters(doc, lettering).text(amount, MARGIN + WIDTH - AMOUNT, y, { width: AMOUNT, align: 'right' });
  row.add(tagged(doc, 'TH', () => setLetters(doc, lettering).text(text, MARGIN, y, { width: WIDTH - AMOUNT, lineGap: 2.4 }), isHead ? 'Column' : 'Row'));
  row.add(tagged(doc, isHead ? 'TH' : 'TD', writeAmount, isHead ? 'Column' : undefined));
  doc.y = y - 5 + height;
}
