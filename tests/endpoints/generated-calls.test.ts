import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { handle } from '#server/http/handle.ts';
import { flood, IDLE_REQUESTS } from '#tests/support/endpoints/flood.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { samples } from '#tests/support/endpoints/samples.ts';

// `npm run test:long` sends a hundred thousand.
const COUNT = 3_000;

let shop: SeasonApp;
let cast: Players;

const fragile = endpoint({
  name: 'fragile',
  summary: 'breaks',
  method: 'POST',
  path: '/fragile',
  guard: 'anyone',
  body: z.object({ name: z.string(), count: z.number().optional() }),
  item: 'none',
  refusals: [],
});

beforeAll(async () => {
  shop = await openSeasonApp(IDLE_REQUESTS);
  await shop.app.register(
    async (api) =>
      handle(api, fragile, async ({ body }) => {
        if (body.name.length > 8192) throw new Error('nobody expected so long a name');
      }),
    { prefix: '/api' },
  );
  cast = await createPlayers(shop);
});
afterAll(() => shop.close());

describe('calls that a seed made up', () => {
  it('are answered or refused in the envelope at every endpoint, never with a 500', async () => {
    const endpoints = shop.app.endpoints.filter((definition) => definition !== fragile);
    const { sent, byEndpoint, failures } = await flood(cast, { seed: 20270401, count: COUNT, endpoints });
    expect(failures.join('\n\n')).toBe('');
    expect([sent, Object.keys(byEndpoint).length]).toEqual([COUNT, endpoints.length]);
  }, 180_000);

  it('find an endpoint that breaks on one value in a hundred', async () => {
    const known = { ...samples, fragile: { send: () => ({ body: { name: 'Adaeze' } }) } };
    const { failures } = await flood(cast, { seed: 20270401, count: 800, endpoints: [fragile], known });
    expect(failures[0]).toContain('fragile: answered 500');
  });
});
