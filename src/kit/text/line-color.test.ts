import { expect, it } from 'vitest';
import { contrastWithWhite, isLineColor, OTHER_LINE } from './line-color.ts';

it('white on white has the contrast 1, black on white 21', () => {
  expect(contrastWithWhite('#ffffff')).toBeCloseTo(1);
  expect(contrastWithWhite('#000000')).toBeCloseTo(21);
});

it.each([
  [OTHER_LINE, true],
  ['#8a1538', true],
  ['#767676', true],
  ['#777777', false],
  ['#ffd500', false],
  ['#8A1538', false],
  ['8a1538', false],
  ['#8a1538;}', false],
])('%s as the color of a line: %s', (color, isGood) => expect(isLineColor(color)).toBe(isGood));
