import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOMS } from '../../scripts/ladder/place.ts';

const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');

it('docs/architecture.md names the rooms of each module in the order that the ladder holds', () => {
  const told = [...page.matchAll(/^\| (\w+) \| ([\w, -]+) \|$/gm)]
    .filter(([, module]) => Object.hasOwn(ROOMS, module!))
    .map(([, module, rooms]) => [module, rooms!.split(', ')]);
  expect(Object.fromEntries(told)).toEqual(ROOMS);
});
