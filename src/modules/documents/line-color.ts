import { brand } from '#brand/selected-brand.ts';

const COLORS = new Map(brand.schools.map(({ path, color }) => [path, color]));

export const OTHER_LINE = '#4a5672';

/** Screens use the same colors from the brand's styles; a school without a color gets gray. */
export function lineColor(path: string): string {
  return COLORS.get(path.toLowerCase()) ?? OTHER_LINE;
}
