import {
  decorate,
  HAIR,
  heightOf,
  makeRoom,
  MARGIN,
  SOFT,
  tagged,
  WIDTH,
  writeText,
  type Doc,
  type Structure,
} from './pdf-primitives.ts';
import type { DocumentStop } from './printable-document.ts';

const AMOUNT = 100;
const GUTTER = 26;
const RADIUS = 5.5;

/** Stops in the past are filled; a list for screen readers. */
export function timelineBlock(
  doc: Doc,
  body: Structure,
  stops: readonly DocumentStop[],
  color: string,
): void {
  const list = doc.struct('L');
  body.add(list);
  doc.y += 4;
  stops.forEach((stop, at) => {
    const height = Math.max(30, heightOf(doc, stop.label, WIDTH - AMOUNT - GUTTER, { isBold: true }) + 17);
    makeRoom(doc, height);
    const { y } = doc;
    const next = stops[at + 1];
    decorate(doc, () =>
      drawStop(doc, {
        y,
        height: next ? height : 0,
        isPassed: stop.isPassed,
        leadsOn: Boolean(next?.isPassed),
        color,
      }),
    );
    writeStop(doc, list, stop, y);
    doc.y = y + height;
  });
  list.end();
}

type Drawing = { y: number; height: number; isPassed: boolean; leadsOn: boolean; color: string };

function drawStop(doc: Doc, { y, height, isPassed, leadsOn, color }: Drawing): void {
  const x = MARGIN + RADIUS + 1.5;
  const middle = y + 6;
  if (height > 0)
    doc
      .moveTo(x, middle)
      .lineTo(x, middle + height)
      .lineWidth(4)
      .stroke(leadsOn ? color : HAIR);
  doc
    .circle(x, middle, RADIUS)
    .lineWidth(2.5)
    .fillAndStroke(isPassed ? color : '#ffffff', color);
}

function writeStop(doc: Doc, list: Structure, { label, detail, amount }: DocumentStop, y: number): void {
  const item = doc.struct('LI');
  list.add(item);
  item.add(
    tagged(doc, 'LBody', () => {
      const box = { x: MARGIN + GUTTER, width: WIDTH - AMOUNT - GUTTER };
      writeText(doc, label, { isBold: true }, { ...box, y });
      writeText(doc, detail, { size: 8.5, color: SOFT }, { ...box, y: doc.y, lineGap: 0 });
      const right = { x: MARGIN + WIDTH - AMOUNT, y, width: AMOUNT, align: 'right' } as const;
      writeText(doc, amount, { isBold: true }, right);
    }),
  );
}
