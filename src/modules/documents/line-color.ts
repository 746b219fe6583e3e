import { brand } from '#brand/selected-brand.ts';

const COLORS = new Map(brand.schools.map(({ path, color }) => [path, color]));

export const OTHER_LINE = '#4a5672';

/**
 * Returns the line color of a school for documents; screens use the same colors from the brand's styles.
 * @param path the program group's path, case ignored; a school without a color gets gray
 */
export function lineColor(path: string): string {
  return COLORS.get(path.toLowerCase()) ?? OTHER_LINE;
}
