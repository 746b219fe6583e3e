import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginEntry, claim, enter, openHostedApp, type HostedApp } from '#tests/support/app/hosted-app.ts';
import { send } from '#tests/support/app/people.ts';
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
  return { family, pressAt: (app: FastifyInstance) => checkOut(app, family, order, `order-${family.email}`) };
}

/** A family that has ordered, with its next payment as its page shows it. */
async function aFamilyThatOwes() {
  const { family, pressAt } = await aFamilyAboutToPay();
  const { id: order_id } = (await pressAt(shop.app)).items[0];
  const [{ payment_id, ways }] = (await family.call('GET', `/order/${order_id}/charges-to-come`))
    .items as any[];
  const { payment_method_id, total_cents } = ways[0];
  const payNow = () =>
    send(busy, {
      method: 'POST',
      url: `/order/${order_id}/payment/${payment_id}/pay-now`,
      headers: {
        authorization: `Bearer ${family.tokens.access_token}`,
        'idempotency-key': `pay-${order_id}`,
      },
      payload: { payment_method_id, total_cents },
    });
  return { payment_id, payNow };
}

const rowsLeft = async () =>
  (
    await shop.context.db.execute(sql`select (select count(*) from orders)::int as orders,
      (select count(*) from charge_attempts)::int as attempts`)
  ).rows[0];

const stateOf = async (payment_id: number) =>
  (await shop.context.db.execute(sql`select status from payments where id = ${payment_id}`)).rows[0]?.status;

/** @shows S25.12 */
describe('a family whose question would wait too long for the processor', () => {
  it('is told so at once, nothing is written or charged, and the same press goes through later', async () => {
    const families = [];
    for (let n = 0; n < 4; n += 1) families.push(await aFamilyAboutToPay());
    const answers = await Promise.all(families.map(({ pressAt }) => pressAt(busy)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 503, 503, 503]);
    for (const { errors } of answers.filter(({ status }) => status === 503))
      expect(errors.join()).toContain('Nothing was charged and nothing is lost');
    expect(chargesAsked()).toBe(1);
    expect(await rowsLeft()).toEqual({ orders: 1, attempts: 1 });
    for (const [nth, { pressAt }] of families.entries()) {
      if (statuses[nth] === 200) continue;
      await wait(1_700);
      expect((await pressAt(busy)).status).toBe(200);
    }
    expect(chargesAsked()).toBe(4);
    expect(await rowsLeft()).toEqual({ orders: 4, attempts: 4 });
  });

  it('reads so at Pay now too, owes what it owed, and its next press goes through', async () => {
    await wait(1_700);
    const families = [await aFamilyThatOwes(), await aFamilyThatOwes(), await aFamilyThatOwes()];
    const asked = chargesAsked();
    const { attempts } = (await rowsLeft()) as { attempts: number };
    const answers = await Promise.all(families.map(({ payNow }) => payNow()));
    const statuses = answers.map(({ status }) => status);
    // A place is free for a moment between the commit of an attempt and its question.
    expect([1, 2]).toContain(statuses.filter((status) => status === 503).length);
    const paid = statuses.filter((status) => status === 200).length;
    expect(chargesAsked()).toBe(asked + paid);
    expect(await rowsLeft()).toMatchObject({ attempts: attempts + paid });
    for (const [nth, { payment_id, payNow }] of families.entries()) {
      if (statuses[nth] === 200) continue;
      expect(answers[nth]!.errors.join()).toContain('Nothing was charged and nothing is lost');
      expect(await stateOf(payment_id)).toBe('scheduled');
      await wait(1_700);
      expect((await payNow()).status).toBe(200);
      expect(await stateOf(payment_id)).toBe('paid');
    }
  });

  it('finds the fields for a card closed until it is its turn, and no entry is left behind', async () => {
    const families = [await aBuyer(shop.app), await aBuyer(shop.app)];
    const answers = await Promise.all(families.map((family) => beginEntry({ app: busy }, family)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 503]);
  });
});
