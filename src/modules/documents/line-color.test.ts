import { expect, it } from 'vitest';
import { brand } from '#brand/selected-brand.ts';
import { OTHER_LINE } from '#kit/text/line-color.ts';
import { lineColor } from './line-color.ts';

/** @shows SE13.1 */
it('a paper has the color that its school had on its day', () => {
  expect(lineColor({ path: 'hm', line_color: '#123456' })).toBe('#123456');
});

it('a paper of before has the color that the brand folder gave, or gray', () => {
  const [first] = brand.schools;
  expect(lineColor({ path: first!.path.toUpperCase() })).toBe(first!.color);
  for (const path of ['', 'constructor', '__proto__', 'hm2']) expect(lineColor({ path })).toBe(OTHER_LINE);
});
