import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listMatters, settleMatter } from '#modules/billing/worklist/list-matters.service.ts';
import { accept, changeOf, propose } from '#tests/support/app/amendments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { verifyEmailOf } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  acceptancesOf,
  aContract,
  anOffer,
  aStudentOf,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { aStaffMember, impersonate, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let roundTrip: Offer;
let morning: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  morning = await anOffer(shop.app, 'hm', 'hm-lower', 'Morning only');
});
afterAll(() => shop.close());

let child: object;
let nr = 0;
beforeEach(() => {
  nr += 1;
  const first_name = `Ifeoma ${'abcdefghijklmnopqrstuvwxyz'[nr]}`;
  child = { first_name, date_of_birth: '09/14/2018', ...homeOf(nr) };
});
const homeOf = (n: number) => ({ address: `${n} Oak Road`, zip: '10002' });
const secondGuardian = (guardian_2_email: string) => ({
  guardian_2_first_name: 'Emeka',
  guardian_2_last_name: 'Okafor',
  guardian_2_phone_mobile: '718-555-0134',
  guardian_2_email,
});

const buy = (who: Buyer, { offer = roundTrip, changes = {} }: { offer?: Offer; changes?: object } = {}) =>
  checkOut(shop.app, who, {
    contract: aContract(who, offer, offer === morning ? 'HML-AM-S2' : 'HML-RT-S2', changes),
    payment: aCard(),
    acceptances: acceptancesOf(offer),
  });
const another = async (who: Buyer, changes: object = {}): Promise<Buyer> => ({
  ...who,
  student_id: await aStudentOf(who, { ...child, ...changes }),
});
const twice = async () =>
  (await listMatters(shop.context.db, shop.context.clock)).filter(({ kind }) => kind === 'child_twice');
const seatsTaken = async () =>
  (
    await shop.context.db.execute<{ n: number }>(
      sql`select seats_taken as n from routes where id = ${roundTrip.route_id}`,
    )
  ).rows[0]!.n;

/** Two accounts of the parents of one child, verified, each naming the other. */
async function separatedParents(): Promise<[mother: Buyer, father: Buyer]> {
  const father = await aBuyer(shop.app, { first_name: 'Nobody' });
  const mother = await aBuyer(shop.app, { ...child, ...secondGuardian(father.email) });
  for (const parent of [mother, father]) await verifyEmailOf(shop.app, parent);
  const own = { ...homeOf(500 + nr), ...secondGuardian(mother.email) };
  return [mother, await another(father, own)];
}

/** @shows MC10.2 */
describe('a second record of a child in one account', () => {
  it('buys no second seat on the route, and no seat is taken', async () => {
    const first = await aBuyer(shop.app, child);
    expect((await buy(first)).status).toBe(200);
    const taken = await seatsTaken();
    const answer = await buy(await another(first));
    expect([answer.status, answer.fields]).toEqual([
      409,
      {
        'contract.route_id': [
          'This student already has a contract on this route. You will find it under Orders.',
        ],
      },
    ]);
    expect(await seatsTaken()).toBe(taken);
    expect((await buy(await another(first), { offer: morning })).status).toBe(200);
  });

  it('buys none at the same moment', async () => {
    const first = await aBuyer(shop.app, child);
    const second = await another(first);
    const answers = await Promise.all([buy(first), buy(second)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('buys one with another name or day of birth', async () => {
    const first = await aBuyer(shop.app, child);
    expect((await buy(first)).status).toBe(200);
    expect((await buy(await another(first, { date_of_birth: '09/15/2018' }))).status).toBe(200);
    expect((await buy(await another(first, { first_name: 'Ngozi' }))).status).toBe(200);
    expect(await twice()).toEqual([]);
  });

  it('is sold by staff, who find it among the payment issues', async () => {
    const first = await aBuyer(shop.app, child);
    const order_id = (await buy(first)).items[0].id;
    const [saved] = (await first.call('GET', '/accounting/payment-methods/read/all')).items;
    const staff = await aStaffMember(shop.app, shop.context.db);
    const second = await another(first);
    const sold = await checkOut(shop.app, await impersonate(shop.app, staff, first), {
      contract: aContract(second, roundTrip, 'HML-RT-S2'),
      payment: { payment_method_id: saved.id },
      acceptances: acceptancesOf(roundTrip).filter(({ kind }) => kind !== 'ach'),
    });
    expect([sold.status, sold.errors]).toEqual([200, []]);
    expect(await twice()).toMatchObject([
      { subject: `same_child:${sold.items[0].id}`, other_order_id: order_id },
    ]);
  });
});

/** @shows MC10.3 */
describe('the accounts of two guardians who name each other', () => {
  it('buy one seat for their child, and the second is told nothing of the first', async () => {
    const [mother, father] = await separatedParents();
    expect((await buy(mother)).status).toBe(200);
    const before = await twice();
    const answer = await buy(father);
    expect([answer.status, answer.errors, answer.fields, answer.items, answer.data]).toEqual([
      409,
      ['We can’t complete this order online. Nothing was charged. Please call us, and we’ll help you.'],
      {},
      [],
      {},
    ]);
    expect(await twice()).toEqual(before);
    expect((await buy(father, { offer: morning })).status).toBe(200);
  });

  it('earn no sibling discount by the other’s number, and earn one for a sister', async () => {
    const [mother, father] = await separatedParents();
    const contract_number = (await buy(mother)).items[0].order_detail.contract.contract_number;
    const priced = (who: Buyer) =>
      who.call('POST', '/order/quote', {
        contract: aContract(who, roundTrip, 'HML-RT-S2', {
          route_discounts: [{ id: roundTrip.discount(), contract_number }],
        }),
      });
    const refused = await priced(father);
    expect([refused.status, refused.errors]).toEqual([
      422,
      ['The contract number is not valid for a sibling discount.'],
    ]);
    const sister = await another(father, { first_name: 'Ngozi', ...secondGuardian(mother.email) });
    expect((await priced(sister)).items[0].discount_cents).toBe(25_000);
    const twin = await another(mother);
    expect((await priced(twin)).status).toBe(422);
  });
});

/** @shows MC10.4 */
describe('a child who may be the same in two accounts', () => {
  it.each([
    ['lives at the same home', {}],
    ['lives at the same home, typed otherwise', { zip: '10002-1234', apt: '9' }],
  ])('and %s is sold, answered like any other, and stands among the payment issues', async (_, home) => {
    const first = await aBuyer(shop.app, child);
    const order_id = (await buy(first)).items[0].id;
    const second = await aBuyer(shop.app, { ...child, ...home });
    const bought = await buy(second);
    expect(bought.status).toBe(200);
    expect(Object.keys(bought.items[0])).toEqual(Object.keys((await buy(await aBuyer(shop.app))).items[0]));
    const later = bought.items[0].id;
    const found = (await twice()).filter(({ subject }) => subject === `same_child:${later}`);
    expect(found).toMatchObject([{ other_order_id: order_id, payment: { order_id: later } }]);
  });

  it('and names a verified guardian of the other account is sold, and stands there too', async () => {
    const first = await aBuyer(shop.app, child);
    await verifyEmailOf(shop.app, first);
    await buy(first);
    const named = { ...homeOf(700), ...secondGuardian(first.email) };
    const bought = await buy(await aBuyer(shop.app, { ...child, ...named }));
    expect(bought.status).toBe(200);
    expect((await twice()).some(({ subject }) => subject === `same_child:${bought.items[0].id}`)).toBe(true);
  });

  it('but shares neither home nor guardian, stands nowhere', async () => {
    const first = await aBuyer(shop.app, child);
    await buy(first);
    const before = await twice();
    expect((await buy(await aBuyer(shop.app, { ...child, ...homeOf(800) }))).status).toBe(200);
    expect(await twice()).toEqual(before);
  });

  it('leaves the list when staff resolve it, or when one of the contracts ends', async () => {
    const families = [1, 2, 3].map(() => aBuyer(shop.app, child));
    const orders: number[] = [];
    for (const family of families) orders.push((await buy(await family)).items[0].id);
    const own = async () => (await twice()).filter(({ other_order_id }) => other_order_id === orders[0]);
    expect(await own()).toHaveLength(2);
    const staff = await aColleague(shop.context.db);
    const settled = { kind: 'child_twice', subject: `same_child:${orders[1]}`, done: 'two cousins' } as const;
    await shop.context.db.transaction((tx) => settleMatter(tx, shop.context.clock, staff, settled));
    expect((await own()).map(({ subject }) => subject)).toEqual([`same_child:${orders[2]}`]);
    await shop.context.db.execute(sql`update orders set status = 'cancelled' where id = ${orders[0]}`);
    expect(await own()).toEqual([]);
  });
});

/** @shows MC10.5 */
describe('a child whose record is changed after the purchase', () => {
  const rename = async (who: Buyer, changes: object) => {
    const [student] = (await who.call('GET', `/student/${who.student_id}`)).items;
    const kept = Object.keys(aStudentForm()).map((name) => [name, student[name] ?? '']);
    return who.call('PUT', `/student/${who.student_id}`, { ...Object.fromEntries(kept), ...changes });
  };
  const told = async (order_id: number) =>
    (await twice()).filter(({ subject }) => subject === `same_child:${order_id}`);

  it.each([
    ['name', { first_name: 'Nobody' }],
    ['date of birth', { date_of_birth: '09/15/2018' }],
    ['address', homeOf(900)],
  ])(
    'is compared by its new %s, in one account and in two, and the family reads nothing of it',
    async (_, was) => {
      const first = await aBuyer(shop.app, child);
      const order_id = (await buy(first)).items[0].id;
      const second = await aBuyer(shop.app, { ...child, ...was });
      const later = (await buy(second)).items[0].id;
      expect(await told(later)).toEqual([]);
      const answer = await rename(second, child);
      expect([answer.status, answer.errors]).toEqual([200, []]);
      expect(await told(later)).toMatchObject([{ other_order_id: order_id, payment: { order_id: later } }]);
    },
  );

  it('is compared in its own account too', async () => {
    const first = await aBuyer(shop.app, child);
    const order_id = (await buy(first)).items[0].id;
    const second = await another(first, { first_name: 'Nobody' });
    const later = (await buy(second)).items[0].id;
    expect((await rename(second, child)).status).toBe(200);
    expect(await told(later)).toMatchObject([{ other_order_id: order_id }]);
  });

  it('is one issue, from whichever side and however often it is changed, and stays settled', async () => {
    const first = await aBuyer(shop.app, child);
    await buy(first);
    const second = await aBuyer(shop.app, { ...child, first_name: 'Nobody' });
    const later = (await buy(second)).items[0].id;
    const before = (await twice()).length;
    for (const who of [second, first, second]) expect((await rename(who, child)).status).toBe(200);
    expect(await twice()).toHaveLength(before + 1);
    const staff = await aColleague(shop.context.db);
    const settled = { kind: 'child_twice', subject: `same_child:${later}`, done: 'two cousins' } as const;
    await shop.context.db.transaction((tx) => settleMatter(tx, shop.context.clock, staff, settled));
    await rename(second, child);
    expect(await twice()).toHaveLength(before);
  });

  it('is no issue without a contract in force, on another route, or with nothing in common', async () => {
    const first = await aBuyer(shop.app, child);
    await buy(first);
    const before = await twice();
    const others = [
      await aBuyer(shop.app, { ...child, first_name: 'Nobody' }),
      await aBuyer(shop.app, { ...child, first_name: 'Nobody' }),
      await aBuyer(shop.app, { ...child, first_name: 'Nobody', ...homeOf(901) }),
    ];
    await buy(others[1]!, { offer: morning });
    await buy(others[2]!);
    await rename(others[0]!, child);
    await rename(others[1]!, child);
    await rename(others[2]!, { ...child, ...homeOf(901) });
    expect(await twice()).toEqual(before);
  });
});

/** @shows MC10.7 OF5.16 */
describe('a contract that moves to another route', () => {
  let staff: StaffMember;
  beforeAll(async () => void (staff = await aStaffMember(shop.app, shop.context.db)));

  const toMorning = async (order_id: number) => {
    const contract = { route_id: morning.route_id, payment_term_id: morning.term('HML-AM-S2') };
    return propose(shop, staff, { order_id, change: await changeOf(staff, order_id, { contract }) });
  };

  it('gives its child no second seat, be the other one bought before or after the proposal', async () => {
    const first = await aBuyer(shop.app, child);
    const order_id = (await buy(first)).items[0].id;
    const second = await another(first);
    expect((await toMorning(order_id)).errors).toEqual([]);
    expect((await buy(second, { offer: morning })).status).toBe(200);
    const refused = await accept(first, order_id);
    expect([refused.status, refused.errors[0]]).toEqual([
      409,
      expect.stringMatching(/ already has a contract on Morning only/),
    ]);
    const [waiting] = (await staff.call('GET', `/admin/order/${order_id}/amendments`)).items[0].amendments;
    await staff.call('POST', `/admin/amendments/${waiting.id}/withdraw`, { reason: 'Rides there already.' });
    expect((await toMorning(order_id)).errors[0]).toMatch(/ already has a contract on Morning only/);
  });

  it('to the route of a child that may be the same one is a payment issue', async () => {
    const [one, other] = [await aBuyer(shop.app, child), await aBuyer(shop.app, child)];
    const order_id = (await buy(one)).items[0].id;
    const beside = (await buy(other, { offer: morning })).items[0].id;
    expect((await toMorning(order_id)).errors).toEqual([]);
    expect((await accept(one, order_id)).errors).toEqual([]);
    expect((await twice()).filter(({ subject }) => subject === `same_child:${order_id}`)).toMatchObject([
      { other_order_id: beside },
    ]);
  });
});
