import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginEntry, claim, enter, openHostedApp, type HostedApp } from '#tests/support/app/hosted-app.ts';
import { aBuyer, aContract, anOffer, checkOut, type Offer } from '#tests/support/app/season-app.ts';

let shop: HostedApp;
let offer: Offer;
/** takes one question of a kind in a second, and has nobody wait longer than that */
let busy: FastifyInstance;
beforeAll(async () => {
  shop = await openHostedApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  busy = await shop.beside({ ofEndpoint: 1, longestWaitMs: 1_000 });
});
afterAll(async () => {
  await busy.close();
  await shop.close();
});

const CHARGES = 'POST /v1/payment_intents';
const chargesAsked = () =>
  shop.simulator.requests.filter(({ verb, path }) => `${verb} ${path}` === CHARGES).length;

/** A family whose card is entered, with the order that it is about to press. */
async function aFamilyAboutToPay() {
  const family = await aBuyer(shop.app);
  const { entry_id } = await enter(shop, family, { number: '4242424242424242' });
  const { items } = await claim(family, entry_id);
  const order = {
    contract: aContract(family, offer, 'HML-RT-S2'),
    payment: { payment_method_id: items[0].id },
    user: { email: family.email, password: family.password },
  };
  return { family, press: () => checkOut(busy, family, order, `order-${family.email}`) };
}

const rowsLeft = async () =>
  (
    await shop.context.db.execute(sql`select (select count(*) from orders)::int as orders,
      (select count(*) from charge_attempts)::int as attempts`)
  ).rows[0];

/** @shows S25.12 */
describe('a family whose question would wait too long for the processor', () => {
  it('is told so at once, nothing is written or charged, and the same press goes through later', async () => {
    const families = [];
    for (let n = 0; n < 4; n += 1) families.push(await aFamilyAboutToPay());
    const answers = await Promise.all(families.map(({ press }) => press()));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 503, 503, 503]);
    for (const { errors } of answers.filter(({ status }) => status === 503))
      expect(errors.join()).toContain('Nothing was charged and nothing is lost');
    expect(chargesAsked()).toBe(1);
    expect(await rowsLeft()).toEqual({ orders: 1, attempts: 1 });
    for (const [nth, { press }] of families.entries()) {
      if (statuses[nth] === 200) continue;
      await wait(1_700);
      expect((await press()).status).toBe(200);
    }
    expect(chargesAsked()).toBe(4);
    expect(await rowsLeft()).toEqual({ orders: 4, attempts: 4 });
  });

  it('finds the fields for a card closed until it is its turn, and no entry is left behind', async () => {
    const families = [await aBuyer(shop.app), await aBuyer(shop.app)];
    const answers = await Promise.all(families.map((family) => beginEntry({ app: busy }, family)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 503]);
  });
});
