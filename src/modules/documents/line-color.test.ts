import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lineColour, OTHER_LINE } from './line-color.ts';

it('a school has the same line on paper as on the screen', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../app/ui/tokens.css'), 'utf8');
  const onScreen = [...tokens.matchAll(/--color-line-(\w+): (#[0-9a-f]{6})/g)].map(([, path, colour]) => [
    path,
    colour,
  ]);
  expect(onScreen.length).toBeGreaterThan(3);
  expect(onScreen.map(([path]) => [path, lineColour(path!)])).toEqual(onScreen);
  expect([lineColour('HM'), lineColour('elsewhere')]).toEqual([lineColour('hm'), OTHER_LINE]);
});
