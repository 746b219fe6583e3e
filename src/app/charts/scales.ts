import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';

/** The drawing of a chart in its own units; the picture scales to the width of the page. */
export const FRAME = { width: 640, height: 280, left: 64, right: 12, top: 12, bottom: 36 } as const;

export const inner = { width: FRAME.width - FRAME.left - FRAME.right, floor: FRAME.height - FRAME.bottom };

/** From 0 to the largest value, with a little room above; 1 where every value is 0. */
export const upward = (values: readonly number[]) =>
  scaleLinear([0, Math.max(max(values) ?? 0, 1)], [inner.floor, FRAME.top]).nice(4);

export const along = (most: number) =>
  scaleLinear([0, Math.max(most, 1)], [FRAME.left, FRAME.width - FRAME.right]);

export const bands = (keys: readonly string[]) =>
  scaleBand(keys, [FRAME.left, FRAME.width - FRAME.right]).padding(0.25);
