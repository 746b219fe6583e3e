// Its types know only the default export.
// oxlint-disable-next-line no-named-as-default
import * as pdfkit from 'pdfkit';
import type { Run } from './html-blocks.ts';
import { usualFonts } from './usual-font.ts';

/*
 * Lines of usual text. Most paragraphs of a contract are in every contract of its school: a thread breaks a
 * paragraph into lines once, by the rule of pdfkit, and keeps how they are drawn.
 */

/** A stretch in one weight: how far from the left it begins, and what draws it. */
type Piece = { x: number; isBold: boolean; width: number; shown: string };

/** What stands on one line, from left to right. */
export type UsualLine = readonly Piece[];

type Paragraph = { runs: readonly Run[]; size: number; width: number };

const PARAGRAPHS_KEPT = 1_000;
const LONGEST_KEPT = 2_000;
type Kept = Omit<Paragraph, 'runs'> & { isBold: boolean; lines: UsualLine[] };
const kept = new Map<string, Kept[]>();

/** Of one weight it is the text itself: the same text again is found without reading all of it. */
function keyOf(runs: readonly Run[]): string {
  if (runs.length === 1) return runs[0]!.text;
  return runs.map(({ text, isBold }) => `${isBold ? '\tb' : '\tr'}${text}`).join('');
}

/** Breaks runs of usual text into lines; sizes and widths are in points. */
export function usualLines(paragraph: Paragraph): UsualLine[] {
  const { runs, size, width } = paragraph;
  const isBold = Boolean(runs[0]?.isBold);
  const key = keyOf(runs);
  const ofText = kept.get(key) ?? [];
  const known = ofText.find((one) => one.size === size && one.width === width && one.isBold === isBold);
  const lines = known?.lines ?? breakLines(paragraph);
  if (!known) ofText.push({ size, width, isBold, lines });
  kept.delete(key);
  if (key.length <= LONGEST_KEPT) kept.set(key, ofText);
  if (kept.size > PARAGRAPHS_KEPT) kept.delete(kept.keys().next().value!);
  return lines;
}

export const usualFontOf = (isBold: boolean) => (isBold ? usualFonts.bold : usualFonts.regular);

/** How wide a text is on one line. */
export const usualWidth = (text: string, { size, isBold }: { size: number; isBold: boolean }): number =>
  (usualFontOf(isBold).widthOf(text) * size) / 1000;

function pieceOf(text: string, { x, size, isBold }: { x: number; size: number; isBold: boolean }): Piece {
  return {
    x,
    isBold,
    width: usualWidth(text.trimEnd(), { size, isBold }),
    shown: usualFontOf(isBold).shownOf(text),
  };
}

// The rule adds up widths of parts, which stand a little closer together when they are drawn.
const SURELY_FITS = 0.9;

function breakLines({ runs, size, width }: Paragraph): UsualLine[] {
  const [first] = runs;
  const isShort = runs.length === 1 && first!.text !== '' && !first!.text.includes('\n');
  if (isShort && usualWidth(first!.text, { size, ...first! }) <= width * SURELY_FITS)
    return [[pieceOf(first!.text, { x: 0, size, isBold: first!.isBold })]];
  return wrapped({ runs, size, width });
}

/** What pdfkit's rule asks of a document. `y` counts lines here; there is one page without an end. */
type Canvas = {
  x: number;
  y: number;
  page: { maxY(): number };
  widthOfString(text: string): number;
  currentLineHeight(): number;
};
type Wrapper = {
  on(event: 'line', drawLine: (text: string) => void): void;
  wrap(text: string, options: { width: number; continued: boolean }): void;
};
// Its types do not know what it exports beside the document.
const { LineWrapper } = pdfkit as unknown as {
  LineWrapper: new (canvas: Canvas, options: { width: number }) => Wrapper;
};

function wrapped({ runs, size, width }: Paragraph): UsualLine[] {
  const lines: Piece[][] = [];
  let isBold = false;
  const canvas: Canvas = {
    x: 0,
    y: 0,
    page: { maxY: () => Number.POSITIVE_INFINITY },
    widthOfString: (text) => usualWidth(text, { size, isBold }),
    currentLineHeight: () => 1,
  };
  const wrapper = new LineWrapper(canvas, { width });
  wrapper.on('line', (text) => {
    const line = (lines[canvas.y] ??= []);
    const drawn = text.replaceAll('\n', '');
    if (drawn !== '') line.push(pieceOf(drawn, { x: canvas.x, size, isBold }));
    canvas.y += 1;
  });
  runs.forEach((run, at) => {
    ({ isBold } = run);
    wrapper.wrap(run.text, { width, continued: at < runs.length - 1 });
  });
  return lines;
}
