import { brand } from '#brand/selected-brand.ts';

const COLORS = new Map(brand.schools.map(({ path, color }) => [path, color]));

export const OTHER_LINE = '#4a5672';

/**
 * The line color of a school as documents carry it; screens have the same from the brand's styles.
 * @param path  the program group's path, case ignored; a school without a color of its own rides the gray
 *   line
 */
export function lineColor(path: string): string {
  return COLORS.get(path.toLowerCase()) ?? OTHER_LINE;
}
