import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { send, type Person } from '#tests/support/app/people.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';

let shop: SeasonApp;
let offer: Offer;
let school: number;
let otherSchool: number;
const logged: string[] = [];

beforeAll(async () => {
  shop = await openSeasonApp({
    log: pino({ level: 'trace', base: undefined }, { write: (line) => void logged.push(line) }),
  });
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const groupOf = async (path: string) =>
    (await send(shop.app, { method: 'GET', url: `/program_group_path/get/path/${path}` })).items[0].id;
  [school, otherSchool] = [await groupOf('hm'), await groupOf('rcs')];
});
afterAll(() => shop.close());

const PATH = '/accounting/payment-methods';
const cardFor = (program_group_id: unknown, number?: string) => ({
  payment_type: 'paymentTypeCreditCard',
  cc: { ...aCard(number).cc, program_group_id },
});
const bankFor = (program_group_id: unknown, changes: object = {}) => ({
  payment_type: 'paymentTypeAch',
  ach: { ...aBankAccount().ach, phone: undefined, program_group_id, ...changes },
});

const add = (family: Person, payload: object, key?: string) =>
  send(shop.app, {
    method: 'POST',
    url: `${PATH}/add`,
    payload,
    headers: {
      authorization: `Bearer ${family.tokens.access_token}`,
      ...(key && { 'idempotency-key': key }),
    },
  });
const listOf = async (family: Person) => (await family.call('GET', `${PATH}/read/all`)).items;
const remove = (family: Person, id: number) => family.call('POST', `${PATH}/delete`, { id });
const defaultTo = (family: Person, id: number, changes: object = {}) =>
  family.call('POST', `${PATH}/defaultPaymentMethod`, {
    data: { id, is_default: true, user_id: 1, ...changes },
  });

/** A family with the first of two payments paid by card. */
async function aFamilyThatOwes() {
  const family = await aBuyer(shop.app);
  const { status, items } = await checkOut(shop.app, family, {
    contract: aContract(family, offer, 'HML-RT-S2'),
    payment: aCard(),
  });
  expect(status).toBe(200);
  const [method] = await listOf(family);
  return { family, order: items[0], method };
}

describe('adding a payment method', () => {
  /** @shows B-155 B-156 B-290 */
  it('saves a card or a bank account for a school or for every one, masked', async () => {
    const family = await aBuyer(shop.app);
    const card = await add(family, { is_default: false, ...cardFor(school) });
    expect([card.status, card.errors]).toEqual([200, []]);
    expect(card.items[0]).toMatchObject({
      name: 'Adaeze Okafor',
      brand: 'Visa',
      ident: '****4242',
      exp_month: 12,
      exp_year: 2030,
      is_default: true,
      is_active: true,
      program_group: { id: school, programs: expect.arrayContaining([{ id: offer.program_id }]) },
    });
    const bank = await add(family, bankFor('general'));
    expect(bank.items[0]).toMatchObject({
      ident: '****6789',
      exp_month: null,
      exp_year: null,
      program_group: null,
    });
    const listed = await listOf(family);
    expect(listed.map(({ id }) => id)).toEqual([bank.items[0].id, card.items[0].id]);
    expect(Object.keys(listed[0])).toEqual(
      expect.arrayContaining([
        'id',
        'user_id',
        'name',
        'payment_type_id',
        'ident',
        'exp_month',
        'exp_year',
        'is_default',
        'is_active',
        'created_at',
        'program_group',
      ]),
    );
  });

  /** @shows B-256 B-257 */
  it('wants the program group on both forms, and of a bank account no phone', async () => {
    const family = await aBuyer(shop.app);
    for (const [form, body] of [
      ['cc', cardFor(undefined)],
      ['ach', bankFor(undefined)],
      ['cc', cardFor('')],
      ['ach', bankFor(null)],
    ] as const) {
      const refused = await add(family, body);
      expect([refused.status, refused.fields]).toEqual([
        422,
        { [`${form}.program_group_id`]: ['The school field is required'] },
      ]);
    }
    expect((await add(family, cardFor(999_999))).fields).toEqual({
      'cc.program_group_id': ['The school value is not valid'],
    });
    expect((await add(family, bankFor(school, { phone: '123' }))).fields).toEqual({
      'ach.phone': [expect.any(String)],
    });
    expect(await listOf(family)).toEqual([]);
    expect((await add(family, bankFor(school, { phone: '' }))).status).toBe(200);
  });

  it('takes the payment type as key or option id, and refuses one of another instrument', async () => {
    const family = await aBuyer(shop.app);
    const options = (await send(shop.app, { method: 'GET', url: '/option' })).items;
    const idOf = (key: string) => options.find((option: any) => option.key === key).id;
    expect(
      (await add(family, { ...cardFor(school), payment_type: idOf('paymentTypeCreditCard') })).status,
    ).toBe(200);
    for (const payment_type of ['paymentTypeAch', idOf('paymentTypeAch'), 'paymentTypeCash']) {
      expect((await add(family, { ...cardFor(school), payment_type })).fields).toHaveProperty('payment_type');
    }
    expect((await add(family, {})).fields).toHaveProperty('payment_type');
    expect((await add(family, { ...cardFor(school), ...bankFor(school) })).fields).toHaveProperty(
      'payment_type',
    );
  });

  it('saves one however often the button is pressed, and one again once it was deleted', async () => {
    const family = await aBuyer(shop.app);
    const answers = await Promise.all([1, 2, 3].map(() => add(family, cardFor(school), 'press-1')));
    expect(new Set(answers.map(({ items }) => items[0].id)).size).toBe(1);
    await Promise.all([1, 2].map(() => add(family, cardFor(otherSchool))));
    expect(await listOf(family)).toHaveLength(2);
    const [kept] = await listOf(family);
    await remove(family, kept.id);
    expect((await add(family, cardFor(otherSchool))).items[0]).toMatchObject({
      is_active: true,
      is_default: true,
    });
    expect(await listOf(family)).toHaveLength(2);
  });

  it('says why the bank refuses a card, and saves nothing', async () => {
    const family = await aBuyer(shop.app);
    const declined = await add(family, cardFor(school, '4000000000000002'));
    expect([declined.status, declined.errors[0]]).toEqual([402, expect.stringContaining('declined')]);
    expect(await listOf(family)).toEqual([]);
  });

  it('waits for whoever tries one refused card after another', async () => {
    const family = await aBuyer(shop.app);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++)
      statuses.push((await add(family, cardFor(school, '4000000000000002'))).status);
    expect(statuses).toEqual([...Array(10).fill(402), 429]);
    expect((await add(family, cardFor(school))).status).toBe(429);
    shop.context.clock.advanceMs(3_600_000);
    expect((await add(family, cardFor(school))).status).toBe(200);
    shop.context.clock.advanceMs(-3_600_000);
  });

  /** @shows H7.3 */
  it('asks the bank about ten of fifty cards that come at once, then about none at a checkout', async () => {
    const family = await aBuyer(shop.app);
    const declined = (n: number) => ({ ...cardFor(school, '4000000000000002'), is_default: n % 2 === 0 });
    const saved = vi.spyOn(shop.context.billing.gateway, 'saveMethod');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => add(family, declined(n), `try-${n}`)),
    );
    const order = { contract: aContract(family, offer, 'HML-RT-S2'), payment: aCard('4000000000000002') };
    answers.push(await checkOut(shop.app, family, order, 'try-50'));
    expect(saved).toHaveBeenCalledTimes(10);
    saved.mockRestore();
    const { refused, waiting } = Object.groupBy(answers, ({ status }) =>
      status === 402 ? 'refused' : status === 429 ? 'waiting' : 'other',
    );
    expect([refused!.length, waiting!.length]).toEqual([10, 41]);
  });

  /** @shows H7.3 */
  it('counts no card that the bank accepts, also where its answer was lost on the way', async () => {
    const family = await aBuyer(shop.app);
    expect((await add(family, cardFor(school), 'accepted')).status).toBe(200);
    const { gateway } = shop.context.billing;
    const lost = vi.spyOn(gateway, 'saveMethod').mockRejectedValue(new Error('connection reset'));
    expect((await add(family, cardFor(school), 'lost')).status).toBe(503);
    lost.mockRestore();
    const refused: number[] = [];
    for (let n = 0; n < 11; n++)
      refused.push((await add(family, cardFor(school, '4000000000000002'))).status);
    expect(refused).toEqual([...Array(10).fill(402), 429]);
  });

  it('leaves no number in the tables, the logs or the mails, whatever came of it', async () => {
    const [card, code, account, routing] = ['5555555555554444', '739', '000222222227', '110000000'];
    const typed = { cc: { ...aCard(card).cc, type: 'MasterCard', ccid: code, program_group_id: school } };
    const family = await aBuyer(shop.app);
    for (const body of [
      typed,
      { cc: { ...typed.cc, exp_month: 13 } },
      { cc: { ...typed.cc, program_group_id: '' } },
      { cc: card },
      bankFor(school, { account_number: account }),
      bankFor('', { account_number: account }),
    ]) {
      await add(family, body);
    }
    // A refusal is logged.
    await remove(family, 999_999);
    await drainJobs(shop.context);
    expect(await listOf(family)).toHaveLength(2);
    expect(logged.length).toBeGreaterThan(0);
    expect(
      findSecrets([logged.join('\n'), JSON.stringify(shop.context.mail)].join('\n'), [
        card,
        code,
        account,
        routing,
      ]),
    ).toEqual([]);
    expect(findSecrets(await dumpDatabase(shop.context.db), [card, account, routing])).toEqual([]);
  });
});

describe('the default of a school', () => {
  /** @shows B-292 */
  it('is the first method until another one is chosen, one a school and one of general use', async () => {
    const family = await aBuyer(shop.app);
    const ids: number[] = [];
    for (const body of [cardFor(school), bankFor(school), cardFor(otherSchool), cardFor('general')])
      ids.push((await add(family, body)).items[0].id);
    const defaults = async () =>
      (await listOf(family))
        .filter(({ is_default }) => is_default)
        .map(({ id }) => id)
        .toSorted();
    expect(await defaults()).toEqual([ids[0], ids[2], ids[3]]);
    const marked = await defaultTo(family, ids[1]!);
    expect([marked.status, marked.items[0]]).toMatchObject([200, { id: ids[1], is_default: true }]);
    expect(await defaults()).toEqual([ids[1], ids[2], ids[3]]);
    expect(
      (await add(family, { is_default: true, ...cardFor(school, '4000000000006629') })).items[0].is_default,
    ).toBe(true);
    expect(await defaults()).not.toContain(ids[1]);
    expect((await defaultTo(family, ids[2]!, { is_default: false })).items[0].is_default).toBe(false);
  });

  it("reads no user's id, and refuses a stranger's method under both names of its errors", async () => {
    const [family, stranger] = [await aBuyer(shop.app), await aBuyer(shop.app)];
    const {
      items: [method],
    } = await add(stranger, cardFor(school));
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api${PATH}/defaultPaymentMethod`,
      headers: { authorization: `Bearer ${family.tokens.access_token}` },
      payload: { data: { id: method.id, is_default: true, user_id: method.user_id } },
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      {
        success: false,
        errors: ['Payment method not found.'],
        del_errors: ['Payment method not found.'],
      },
    ]);
    expect((await remove(family, method.id)).errors).toEqual(['Payment method not found.']);
  });

  it('is no card that has expired', async () => {
    const family = await aBuyer(shop.app);
    await add(family, cardFor(school, '4000000000006629'));
    const {
      items: [card],
    } = await add(family, { cc: { ...cardFor(school).cc, exp_month: 4, exp_year: 2026 } });
    shop.context.clock.advanceDays(30);
    expect((await defaultTo(await again(family), card.id)).errors[0]).toContain('expired');
    shop.context.clock.advanceDays(-30);
  });
});

/** The token of a month ago is dead. */
async function again(family: Person): Promise<Person> {
  const { items } = await send(shop.app, {
    method: 'POST',
    url: '/login',
    payload: { email: family.email, password: family.password },
  });
  return {
    ...family,
    call: (method, path, payload) =>
      send(shop.app, {
        method,
        url: path,
        headers: { authorization: `Bearer ${items[0].access_token}` },
        ...(payload && { payload }),
      }),
  };
}

describe('deleting a payment method', () => {
  /** @shows B-291 */
  it('takes it from the list and keeps it for the charges that name it', async () => {
    const { family, order, method } = await aFamilyThatOwes();
    const other = (await add(family, { is_default: true, ...bankFor(school) })).items[0];
    expect((await remove(family, method.id)).status).toBe(200);
    expect((await listOf(family)).map(({ id }) => id)).toEqual([other.id]);
    const [read] = (await family.call('GET', `/order/${order.id}`)).items;
    expect(read.transactions[0].user_payment_method).toMatchObject({ ident: '****4242' });
    expect((await remove(family, method.id)).status, 'a second time it is gone').toBe(404);
  });

  it('is refused for the only one that a payment to come could use', async () => {
    const { family, order, method } = await aFamilyThatOwes();
    const { pay_on } = order.payments[1];
    const [year, month, day] = pay_on.split('-');
    const day_text = `${month}/${day}/${year}`;
    const refusal = `The payment for order ${order.id} due on ${day_text} has no other payment method.`;
    const refused = await remove(family, method.id);
    expect([refused.status, refused.errors]).toEqual([409, [refusal]]);
    // A method without the default mark, or of another school, would not be charged either.
    await add(family, bankFor(school));
    await add(family, cardFor(otherSchool));
    expect((await remove(family, method.id)).errors).toEqual([refusal]);
    await add(family, { is_default: true, ...cardFor('general', '4000000000006629') });
    expect((await remove(family, method.id)).status).toBe(200);
  });

  it('leaves one of two that are deleted at the same moment', async () => {
    const { family, method } = await aFamilyThatOwes();
    const other = (await add(family, { is_default: true, ...bankFor(school) })).items[0];
    const answers = await Promise.all([method.id, other.id].map((id) => remove(family, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await listOf(family)).toHaveLength(1);
  });

  it('is not refused to a family that owes nothing', async () => {
    const family = await aBuyer(shop.app);
    const {
      items: [method],
    } = await add(family, cardFor(school));
    expect((await remove(family, method.id)).status).toBe(200);
    expect(await listOf(family)).toEqual([]);
  });
});
