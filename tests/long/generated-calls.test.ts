import { afterAll, beforeAll, expect, it } from 'vitest';
import { flood, IDLE_REQUESTS } from '#tests/support/endpoints/flood.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';

// SEED=… replays a run, COUNT=… makes it shorter or longer.
const SEED = Number(process.env.SEED ?? 20270908);
const COUNT = Number(process.env.COUNT ?? 100_000);

let shop: SeasonApp;
let cast: Players;

beforeAll(async () => {
  shop = await openSeasonApp(IDLE_REQUESTS);
  cast = await createPlayers(shop);
});
afterAll(() => shop.close());

it('a hundred thousand generated calls over all endpoints bring no 500', async () => {
  const began = performance.now();
  const { sent, statuses, byEndpoint, failures } = await flood(cast, {
    seed: SEED,
    count: COUNT,
    endpoints: shop.app.endpoints,
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `SEED=${SEED}: ${sent} calls of ${Object.keys(byEndpoint).length} endpoints in ${seconds} s; ` +
      JSON.stringify(statuses),
  );
  expect(failures.join('\n\n'), `replay with SEED=${SEED}`).toBe('');
  expect(sent).toBe(COUNT);
  // If nearly all calls were refused before they ran, the flood would test little.
  expect(statuses[200]).toBeGreaterThan(COUNT / 20);
}, 1_500_000);
