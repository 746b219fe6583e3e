import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginEntry, claim, enter, openHostedApp, type HostedApp } from '#tests/support/app/hosted-app.ts';
import { changeAidCode, checkOutWithAid } from '#tests/support/app/aid-to-confirm.ts';
import { send, type Answer, type Person } from '#tests/support/app/people.ts';
import { aBuyer, aContract, anOffer, checkOut, type Offer } from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';

let shop: HostedApp;
let offer: Offer;
/** takes a single question of each kind per second, and lets nobody wait longer than a second */
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

// On a slow machine the presses of one moment may come a second apart, and then each has its turn.
const AGAIN = { retry: 2 };

const CHARGES = 'POST /v1/payment_intents';
const chargesAsked = () =>
  shop.simulator.requests.filter(({ verb, path }) => `${verb} ${path}` === CHARGES).length;

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
describe('a family whose question would wait too long for the processor', AGAIN, () => {
  it('is told so at once, nothing is written or charged, and the same press goes through later', async () => {
    const families = [];
    for (let n = 0; n < 4; n += 1) families.push(await aFamilyAboutToPay());
    const answers = await Promise.all(families.map(({ pressAt }) => pressAt(busy)));
    const statuses = answers.map(({ status }) => status);
    const paid = statuses.filter((status) => status === 200).length;
    // Between the commit of an attempt and the question, a place is free for a moment.
    expect([1, 2]).toContain(paid);
    expect(statuses.filter((status) => status === 503)).toHaveLength(4 - paid);
    for (const { errors } of answers.filter(({ status }) => status === 503))
      expect(errors.join()).toContain('Nothing was charged and nothing is lost');
    expect(chargesAsked()).toBe(paid);
    expect(await rowsLeft()).toEqual({ orders: paid, attempts: paid });
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
    // Between the commit of an attempt and the question, a place is free for a moment.
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

const pressed = (staff: Person, url: string, payload: object = {}, key = url) =>
  send(busy, {
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': key },
    payload,
  });

async function anOrderThatOwes() {
  const { pressAt } = await aFamilyAboutToPay();
  const { id } = (await pressAt(shop.app)).items[0];
  const { rows } = await shop.context.db.execute<{ id: number; version: number }>(
    sql`update payments set pay_on = ${shop.context.clock.today()}::date
      where order_id = ${id} and payment_number = 2 returning id::int, version`,
  );
  return { id, payment: rows[0]! };
}

async function anOrderThatWaitsForAid() {
  const family = await aBuyer(shop.app);
  const { entry_id } = await enter(shop, family, { number: '4242424242424242' });
  const { items } = await claim(family, entry_id);
  const payment = { payment_method_id: items[0].id };
  return checkOutWithAid(shop, { amount: 1000, buyer: family, payment });
}

const TOLD = 'Nothing was changed, charged or refunded. Please try again in a minute.';

function expectTheRestTold(answers: readonly Answer[]): void {
  const refused = answers.filter(({ status }) => status === 503);
  expect([answers.length - 1, answers.length - 2]).toContain(refused.length);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(answers.length - refused.length);
  for (const { errors } of refused) expect(errors.join()).toContain(TOLD);
}

const writtenByStaff = async () =>
  (
    await shop.context.db.execute<{ attempts: number; refunds: number; confirmed: number; audited: number }>(
      sql`select (select count(*) from charge_attempts)::int as attempts,
        (select count(*) from order_refunds)::int as refunds,
        (select count(*) from contract_financial_aid where outcome = 'confirmed')::int as confirmed,
        (select count(*) from audit_log where action in ('payment.charge', 'aid.confirm'))::int
          as audited`,
    )
  ).rows[0]!;

/** @shows S27.5 */
describe('staff whose question would wait too long for the processor', AGAIN, () => {
  let staff: Person;
  beforeAll(async () => {
    staff = await aStaffMember(shop.app, shop.context.db);
    await changeAidCode(shop, { needs_confirmation: true });
  });

  it('are told so when they charge or confirm aid, nothing is written, and press again', async () => {
    const [first, second] = [await anOrderThatOwes(), await anOrderThatOwes()];
    const aided = await anOrderThatWaitsForAid();
    const presses = [
      ...[first, second].map(
        ({ id, payment }) =>
          () =>
            pressed(staff, `/order/${id}/payment/${payment.id}/charge`, { version: payment.version }),
      ),
      () => pressed(staff, `/admin/order/${aided.order_id}/aid/confirm`),
    ];
    await wait(1_700);
    const before = await writtenByStaff();
    const answers = await Promise.all(presses.map((press) => press()));
    expectTheRestTold(answers);
    const done = answers.filter(({ status }) => status === 200).length;
    const after = await writtenByStaff();
    expect([after.attempts - before.attempts, after.audited - before.audited]).toEqual([done, done]);
    expect(after.confirmed - before.confirmed).toBe(answers[2]!.status === 200 ? 1 : 0);
    for (const [nth, press] of presses.entries()) {
      if (answers[nth]!.status === 200) continue;
      await wait(1_700);
      expect((await press()).status).toBe(200);
    }
  });

  it('are told so when they give money back, nothing is reserved, and press again', async () => {
    const orders = [await anOrderThatOwes(), await anOrderThatOwes(), await anOrderThatOwes()];
    const presses = orders.map(
      ({ id }) =>
        () =>
          pressed(staff, `/admin/order/${id}/refund`, {
            amount_cents: 10_000,
            way: 'processor',
            reason: 'Moved.',
          }),
    );
    const before = await writtenByStaff();
    const answers = await Promise.all(presses.map((press) => press()));
    expectTheRestTold(answers);
    const done = answers.filter(({ status }) => status === 200).length;
    expect((await writtenByStaff()).refunds - before.refunds).toBe(done);
    for (const [nth, press] of presses.entries()) {
      if (answers[nth]!.status === 200) continue;
      await wait(1_700);
      expect((await press()).status).toBe(200);
    }
    expect((await writtenByStaff()).refunds - before.refunds).toBe(orders.length);
  });

  it('wait for nobody where no money goes through the processor', async () => {
    const orders = [await anOrderThatOwes(), await anOrderThatOwes(), await anOrderThatOwes()];
    const byCheck = { amount_cents: 10_000, way: 'check', reference: '1001', reason: 'Moved.' };
    const answers = await Promise.all(
      orders.map(({ id }) => pressed(staff, `/admin/order/${id}/refund`, byCheck)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
