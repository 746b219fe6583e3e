/** The line of a school that has chosen no color. */
export const OTHER_LINE = '#4a5672';

// WCAG 2.2, 1.4.3
const LEAST_CONTRAST = 4.5;

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** @param color  such as `#8a1538` */
export function contrastWithWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16) / 255));
  return 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05);
}

/** A color in small letters on which white letters can be read. */
export const isLineColor = (color: string): boolean =>
  /^#[0-9a-f]{6}$/.test(color) && contrastWithWhite(color) >= LEAST_CONTRAST;
