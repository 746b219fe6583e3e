// Its types know only the default export.
// oxlint-disable-next-line no-named-as-default
import * as pdfkit from 'pdfkit';
import type { Run } from './html-blocks.ts';
import { latelyUsed } from './lately-used.ts';
import { usualFonts, written } from './usual-font.ts';

/*
 * Lines of usual text. Most paragraphs of a contract are in every contract of its school: a thread breaks a
 * paragraph into lines once, by the rule of pdfkit, and keeps how they are drawn.
 */

/** A stretch in one weight: how far from the left it begins, and what draws it. */
type Piece = { x: number; isBold: boolean; width: number; shown: string };

/** What stands on one line, from left to right. */
export type UsualLine = readonly Piece[];

type Paragraph = { runs: readonly Run[]; size: number; width: number };

/** What draws lines, from the left end of the first one's base on, and whether it needs a weight. */
type Drawn = { operators: string; isRegular: boolean; isBold: boolean };

/** A paragraph as it is broken; what draws all of it is the same wherever it stands, and kept too. */
type Broken = { lines: UsualLine[]; drawn?: { step: number } & Drawn };

const PARAGRAPHS_KEPT = 1_000;
const LONGEST_KEPT = 2_000;
type Kept = Omit<Paragraph, 'runs'> & { isBold: boolean; broken: Broken };
const kept = latelyUsed<Kept[]>(PARAGRAPHS_KEPT);

/** Of one weight it is the text itself: the same text again is found without reading all of it. */
function keyOf(runs: readonly Run[]): string {
  if (runs.length === 1) return runs[0]!.text;
  return runs.map(({ text, isBold }) => `${isBold ? '\tb' : '\tr'}${text}`).join('');
}

function brokenOf(paragraph: Paragraph): Broken {
  const { runs, size, width } = paragraph;
  const isBold = Boolean(runs[0]?.isBold);
  const key = keyOf(runs);
  const ofText = kept.get(key);
  const known = ofText?.find((one) => one.size === size && one.width === width && one.isBold === isBold);
  if (known) return known.broken;
  const broken = { lines: breakLines(paragraph) };
  if (ofText) ofText.push({ size, width, isBold, broken });
  else if (key.length <= LONGEST_KEPT) kept.set(key, [{ size, width, isBold, broken }]);
  return broken;
}

/** Breaks runs of usual text into lines; sizes and widths are in points. */
export const usualLines = (paragraph: Paragraph): UsualLine[] => brokenOf(paragraph).lines;

/** What draws a paragraph whose lines stand `step` points below each other. */
export function drawnParagraph(paragraph: Paragraph, step: number): Drawn {
  const broken = brokenOf(paragraph);
  if (broken.drawn?.step !== step)
    broken.drawn = { step, ...drawnLines(broken.lines, { size: paragraph.size, step }) };
  return broken.drawn;
}

/** What draws some lines; `left` is how far from the left each begins, where they are not aligned there. */
export function drawnLines(
  lines: readonly UsualLine[],
  { size, step, left = () => 0 }: { size: number; step: number; left?: (line: UsualLine) => number },
): Drawn {
  const weights = { isRegular: false, isBold: false };
  let operators = '';
  let weight: boolean | undefined;
  let [x, y] = [0, 0];
  lines.forEach((line, at) => {
    const start = left(line);
    for (const piece of line) {
      // Where it is to stand is written from where the last one stands, and as that was written.
      const [right, down] = [written(start + piece.x - x), written(at * step - y)];
      if (right !== 0 || down !== 0) operators += `${right} ${-down} Td\n`;
      [x, y] = [x + right, y + down];
      if (piece.isBold !== weight) operators += `/${usualFontOf(piece.isBold).id} ${size} Tf\n`;
      weight = piece.isBold;
      weights[weight ? 'isBold' : 'isRegular'] = true;
      operators += `${piece.shown} TJ\n`;
    }
  });
  return { operators, ...weights };
}

export const usualFontOf = (isBold: boolean) => (isBold ? usualFonts.bold : usualFonts.regular);

/** How wide a text is on one line. */
export const usualWidth = (text: string, { size, isBold }: { size: number; isBold: boolean }): number =>
  (usualFontOf(isBold).widthOf(text) * size) / 1000;

function pieceOf(text: string, { x, size, isBold }: { x: number; size: number; isBold: boolean }): Piece {
  const font = usualFontOf(isBold);
  const { width, shown } = font.drawn(text);
  // Its spaces at the end are no part of how wide it is.
  const inked = text.endsWith(' ') ? font.widthOf(text.trimEnd()) : width;
  return { x, isBold, width: (inked * size) / 1000, shown };
}

// The rule adds up widths of parts, which stand a little closer together when they are drawn.
const SURELY_FITS = 0.9;

function breakLines({ runs, size, width }: Paragraph): UsualLine[] {
  const [first] = runs;
  const isShort = runs.length === 1 && first!.text !== '' && !first!.text.includes('\n');
  const [piece] = isShort ? [pieceOf(first!.text, { x: 0, size, isBold: first!.isBold })] : [];
  return piece && piece.width <= width * SURELY_FITS ? [[piece]] : wrapped({ runs, size, width });
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
