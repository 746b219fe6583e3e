/**
 * The line colors of the schools as they are printed; the screens' are in app/ui/tokens.css, and a test
 * keeps the two equal.
 */
const COLORS: Readonly<Record<string, string>> = {
  ecfs: '#00697a',
  hm: '#8a1538',
  rcs: '#2f55b5',
  nga: '#a34700',
};

export const OTHER_LINE = '#4a5672';

/**
 * @param path  the program group's path, case ignored; a school without a color of its own rides the grey
 * line
 */
export function lineColor(path: string): string {
  return COLORS[path.toLowerCase()] ?? OTHER_LINE;
}
