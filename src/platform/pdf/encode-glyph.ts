import type { Path } from 'fontkit';

type Point = { x: number; y: number; isOnCurve: boolean };

const ON_CURVE = 1;

/**
 * Replaces the failing encoder of fontkit 2.0.4 for variable fonts: fontkit passes a size to a class
 * expecting a buffer. Coordinates have two bytes each.
 * @param path  of lines and quadratic curves, as in every TrueType glyph
 */
export function encodeGlyph(path: Path): Uint8Array {
  const contours = contoursOf(path);
  const points = contours.flat();
  if (points.length === 0) return new Uint8Array(0);
  const size = 10 + 2 * contours.length + 2 + 5 * points.length;
  // The table of offsets may count in steps of two.
  const bytes = Buffer.alloc(Math.ceil(size / 4) * 4);
  let at = 0;
  const write = (value: number) => (at = bytes.writeInt16BE(value, at));
  write(contours.length);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  for (const bound of [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]) write(bound);
  let last = -1;
  for (const contour of contours) write((last += contour.length));
  write(0);
  for (const { isOnCurve } of points) at = bytes.writeUInt8(isOnCurve ? ON_CURVE : 0, at);
  for (const values of [xs, ys]) values.forEach((value, index) => write(value - (values[index - 1] ?? 0)));
  return bytes;
}

/** In whole units, without a repeated closing point. */
function contoursOf({ commands }: Path): Point[][] {
  const contours: Point[][] = [];
  const add = (isOnCurve: boolean, x = 0, y = 0) =>
    contours.at(-1)?.push({ x: Math.round(x), y: Math.round(y), isOnCurve });
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([]);
    if (command === 'moveTo' || command === 'lineTo') add(true, args[0], args[1]);
    if (command === 'quadraticCurveTo') {
      add(false, args[0], args[1]);
      add(true, args[2], args[3]);
    }
  }
  for (const contour of contours) {
    const [first, last] = [contour[0]!, contour.at(-1)!];
    if (contour.length > 1 && last.isOnCurve && first.x === last.x && first.y === last.y) contour.pop();
  }
  return contours;
}
