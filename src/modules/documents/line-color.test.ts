import { expect, it } from 'vitest';
import { brandStyles } from '#brand/brand-styles.ts';
import { brand } from '#brand/selected-brand.ts';
import { lineColor, OTHER_LINE } from './line-color.ts';

it('a school has the same line on paper as on the screen', () => {
  const onScreen = [...brandStyles(brand).matchAll(/\[data-line='(\w+)'\]\{--line:(#[0-9a-f]{6})\}/g)].map(
    ([, path, color]) => [path, color],
  );
  expect(onScreen.length).toBeGreaterThan(3);
  expect(onScreen.map(([path]) => [path, lineColor(path!)])).toEqual(onScreen);
  expect([lineColor('HM'), lineColor('elsewhere')]).toEqual([lineColor('hm'), OTHER_LINE]);
});
