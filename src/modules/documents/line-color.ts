import { brand } from '#brand/selected-brand.ts';
import { OTHER_LINE } from '#kit/text/line-color.ts';

const FIRST_COLORS = new Map(brand.schools.map(({ path, color }) => [path, color]));

export type SchoolOfPaper = {
  path: string;
  text: string;
  /** as of the day of signing; a contract that was signed before this was kept has none */
  line_color?: string;
};

/**
 * The color of a paper. A paper keeps the color of its day, so that a lost file is printed alike; older
 * papers have had the color of the brand folder (SE13.1).
 */
export const lineColor = ({ path, line_color }: Pick<SchoolOfPaper, 'path' | 'line_color'>): string =>
  line_color ?? FIRST_COLORS.get(path.toLowerCase()) ?? OTHER_LINE;
