import { expect, it } from 'vitest';
import { ServerLoad } from './server-load.ts';

const begin = (load: ServerLoad, count: number, network: (nr: number) => string) => {
  for (let nr = 0; nr < count; nr += 1) load.began(network(nr));
};

/** @shows MH5.1 */
it('is busy with calls of many networks, and never with those of one', () => {
  const load = new ServerLoad();
  begin(load, 998, () => 'one');
  expect(load.isBusy()).toBe(false);
  begin(load, 57, (nr) => `n${nr}`);
  expect(load.isBusy()).toBe(true);
  for (let nr = 0; nr < 57; nr += 1) load.ended(`n${nr}`);
  expect(load.isBusy()).toBe(false);
  for (let nr = 0; nr < 998; nr += 1) load.ended('one');
  begin(load, 64, (nr) => `n${nr}`);
  expect(load.isBusy()).toBe(true);
});
