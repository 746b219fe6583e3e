import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Processor } from '#platform/payments/processor.ts';
import { buildApp } from '#server/build-app.ts';
import { buyRandomCart } from '#tests/support/billing/random-carts.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { chanceOf } from '#kit/seeded-chance.ts';
import { inLane } from '#tests/support/lane.ts';
import type { SeasonApp } from '#tests/support/app/season-app.ts';
import { createSeasonContext } from '#tests/support/app/test-context.ts';

const CARTS = inLane({ short: 40, long: 1_000 });

let shop: SeasonApp;
let rules: { processor: Processor };

beforeAll(async () => {
  const context = await createSeasonContext();
  const gateway = { ...context.billing.gateway };
  rules = gateway;
  context.billing = { ...context.billing, gateway };
  const app = await buildApp(context);
  shop = { context, app, close: async () => (await app.close(), context.close()) };
});
afterAll(() => shop.close());

/** @shows S5.10 */
describe('a random cart', () => {
  it(
    'is charged what its quote said, to the cent, today and later (check 36)',
    { timeout: 900_000 },
    async () => {
      const chance = chanceOf(36);
      const fees: number[] = [];
      for (let cart = 0; cart < CARTS; cart += 1) {
        const { card, quoted, charged, fee_cents } = await buyRandomCart(shop, chance, rules);
        expect([cart, card, charged]).toEqual([cart, card, quoted]);
        fees.push(fee_cents);
      }
      expect(fees.filter((fee) => fee > 0).length).toBeGreaterThan(CARTS / 8);
      expect(fees.filter((fee) => fee === 0).length).toBeGreaterThan(CARTS / 8);
      expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
    },
  );
});
