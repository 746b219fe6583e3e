import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lineColor, OTHER_LINE } from './line-color.ts';

it('a school has the same line on paper as on the screen', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../app/ui/tokens.css'), 'utf8');
  const onScreen = [...tokens.matchAll(/--color-line-(\w+): (#[0-9a-f]{6})/g)].map(([, path, color]) => [
    path,
    color,
  ]);
  expect(onScreen.length).toBeGreaterThan(3);
  expect(onScreen.map(([path]) => [path, lineColor(path!)])).toEqual(onScreen);
  expect([lineColor('HM'), lineColor('elsewhere')]).toEqual([lineColor('hm'), OTHER_LINE]);
});
