import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { sessionOf, send, type Person } from '#tests/support/app/people.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { chooseMethod, onDay, attemptsOf } from '#tests/support/app/payment-days.ts';
import {
  aBankAccount,
  acceptancesOf,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, impersonate, type StaffMember } from '#tests/support/app/staff.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { cancelOrder } from '#modules/orders/staff/staff-orders.service.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let staff: StaffMember;
let offer: Offer;

// A Friday at noon in New York.
const start = new Date('2026-04-10T16:00:00Z');
beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(start);
  staff = await aStaffMember(shop.app, shop.context.db);
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Afternoon only');
});
afterAll(() => shop.close());

beforeEach(async () => {
  shop.context.clock.moveTo(start);
  shop.context.mail.sent.length = 0;
  await shop.context.db.execute(sql`update orders set status = 'cancelled'`);
  await shop.context.db.execute(sql`update payments set status = 'cancelled' where paid_at is null`);
  await shop.context.db.execute(sql`update routes set seats_taken = 0`);
  await shop.context.db.execute(
    sql`update congestion_fees set withdrawn_at = announced_at, withdrawn_by = announced_by`,
  );
});

type Bought = Buyer & { order_id: number; user_id: number };

async function buy(payment: object = aCard(), term = 'HML-PM-FE', of = offer): Promise<Bought> {
  const buyer = await aBuyer(shop.app, { guardian_2_email: 'second@okafor.example' });
  const body = {
    contract: aContract(buyer, of, term),
    payment,
    acceptances: acceptancesOf(of),
    user: { email: buyer.email, password: buyer.password },
  };
  const {
    items: [order],
    errors,
    status,
  } = await checkOut(shop.app, buyer, body);
  if (status !== 200) throw new Error(errors.join());
  const [{ id: user_id }] = (await buyer.call('GET', '/user')).items;
  return { ...buyer, order_id: order.id, user_id };
}

async function neverAccepted(): Promise<Bought> {
  await shop.context.db.execute(
    sql`update routes set has_surge_pricing = false where id = ${offer.route_id}`,
  );
  const buyer = await buy();
  await shop.context.db.execute(sql`update routes set has_surge_pricing = true where id = ${offer.route_id}`);
  return buyer;
}

const FIRST = plainDate('2026-04-13');
// The clock moves beyond the life of an access token.
const orderOf = async (family: Bought) =>
  (await (await sessionOf(shop.app, family)).call('GET', `/order/${family.order_id}`)).items[0];
const office = () => sessionOf(shop.app, staff);
const feesOf = async (family: Bought) =>
  (await orderOf(family)).payments.filter((payment: any) => payment.is_congestion_fee);
const preview = async (route_id = offer.route_id) =>
  (await (await office()).call('GET', `/admin/congestion-fees/preview/${route_id}`)).items[0];
let press = 0;
const announce = async (changes: object = {}, key = `press-${(press += 1)}`, who?: Person) => {
  const { tokens } = who ?? (await office());
  const payload = {
    route_id: offer.route_id,
    amount_cents: 2500,
    reason: 'The bridge has a new toll.',
    charge_on: FIRST,
    contracts: 1,
    ...changes,
  };
  return send(shop.app, {
    method: 'POST',
    url: '/admin/congestion-fees',
    payload,
    headers: { authorization: `Bearer ${tokens.access_token}`, 'idempotency-key': key },
  });
};
const withdraw = async (id: number, body: object = {}) =>
  (await office()).call('POST', `/admin/congestion-fees/${id}/withdraw`, body);
const lastFee = async () =>
  (await (await office()).call('GET', '/admin/congestion-fees')).items.toSorted((a, b) => b.id - a.id)[0];
const mailsTo = (family: Bought, about: string) =>
  shop.context.mail.sent.filter(
    (mail) => mail.to.includes(family.email) && mail.ref.startsWith(`billing.${about}.`),
  );
const audited = async (action: string) =>
  (await shop.context.db.execute(sql`select subject, detail from audit_log where action = ${action}`)).rows;

describe('a congestion fee', () => {
  it('is charged on its day with the card’s own fee, only to the contracts that accepted it', async () => {
    const [family, other] = [await buy(), await neverAccepted()];
    expect(await preview()).toMatchObject({
      accepted: 1,
      not_accepted: 1,
      from_bank: 0,
      first_charge_on: '2026-04-13',
      first_bank_charge_on: '2026-04-21',
    });
    expect(await orderOf(family)).toMatchObject({ _order_total: 2781, _order_due: 0, next_payment_on: null });
    const {
      status,
      items: [fee],
    } = await announce();
    expect([status, fee]).toMatchObject([
      200,
      {
        amount_cents: 2500,
        contracts: 1,
        paid: 0,
        state: 'announced',
        charge_on: FIRST,
        last_charge_on: FIRST,
      },
    ]);
    expect(await orderOf(family)).toMatchObject({
      _order_total: 2806,
      _order_due: 25,
      next_payment_on: FIRST,
    });
    expect(await audited('congestion_fee.announce')).toMatchObject([
      { subject: `congestion_fee:${fee.id}`, detail: { after: { contracts: 1, charge_on: FIRST } } },
    ]);

    await onDay(shop, addDays(FIRST, -1), 23.9);
    expect(await attemptsOf(shop, family.order_id)).toHaveLength(1);
    await onDay(shop, FIRST);
    expect((await attemptsOf(shop, family.order_id))[1]).toEqual({
      payment_number: 2,
      day: FIRST,
      state: 'succeeded',
      amount: 2575,
    });
    const order = await orderOf(family);
    expect(order).toMatchObject({ _order_total: 2806.75, _order_due: 0 });
    expect(order.transactions.slice(2).map((line: any) => [line.description, line.value])).toEqual([
      ['Congestion fee, Lower Division, Nursery to 5th, Afternoon only', 25],
      ['Credit card convenience fee', 0.75],
    ]);
    expect(order.invoices[1].description).toBe(`Congestion fee of order ${family.order_id}`);
    const { receipts } = (
      await (await sessionOf(shop.app, family)).call('GET', `/order/${family.order_id}/documents`)
    ).items[0];
    const { text } = await readPdf((await shop.app.inject(receipts[1].path)).rawPayload);
    expect(text).toContain('Congestion fee, Lower Division, Nursery to 5th, Afternoon only');
    expect(text).toContain('$25.75');
    expect(mailsTo(family, 'receipt')[1]!.text).toContain(
      'Congestion fee, Lower Division, Nursery to 5th, Afternoon only: $25.00',
    );

    expect(await feesOf(other)).toEqual([]);
    expect(mailsTo(other, 'congestion_fee')).toEqual([]);
    expect(await lastFee()).toMatchObject({ state: 'finished', paid: 1, paid_cents: 2500, failed: 0 });
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  it('is announced to both guardians: amount, day, reason, accepted text; and not reminded of', async () => {
    const family = await buy();
    await announce();
    await drainJobs(shop.context, ['outbox.drain']);
    const [notice, ...more] = mailsTo(family, 'congestion_fee');
    expect(more).toEqual([]);
    expect(notice!.subject).toBe('A congestion fee of $25.75 will be charged on 04/13/2026');
    expect(shop.context.mail.readersOf(notice!)).toContain('second@okafor.example');
    for (const said of [
      'Visa ****4242',
      'Reason: The bridge has a new toll.',
      'You agreed to this with your contract on 04/10/2026',
      'congestion fee',
      'notice 2 days before the fee is billed',
      'Congestion fee: $25.00',
      'Credit card convenience fee: $0.75',
    ]) {
      expect(notice!.text.replaceAll(/\s+/g, ' ').toLowerCase()).toContain(said.toLowerCase());
    }
    await onDay(shop, addDays(FIRST, -1));
    expect(mailsTo(family, 'payment_upcoming')).toEqual([]);
  });

  it('gets a reminder five days before a day further away, and another when staff changed it', async () => {
    const family = await buy();
    const day = addDays(FIRST, 20);
    await announce({ charge_on: day });
    await onDay(shop, addDays(day, -5));
    expect(mailsTo(family, 'payment_upcoming')).toHaveLength(1);
    const soon = await buy();
    await announce({ charge_on: addDays(day, -1), contracts: 2 });
    await shop.context.db.execute(
      sql`update payments set version = 2
        where order_id = ${soon.order_id} and congestion_fee_id is not null`,
    );
    await onDay(shop, addDays(day, -4));
    expect(mailsTo(soon, 'payment_upcoming')).toHaveLength(1);
  });

  it('gives a bank account ten days, or the chosen day where that is later', async () => {
    const [card, bank] = [await buy(), await buy(aBankAccount())];
    expect(await preview()).toMatchObject({ accepted: 2, from_bank: 1 });
    const {
      items: [fee],
    } = await announce({ contracts: 2 });
    expect(fee).toMatchObject({ charge_on: FIRST, last_charge_on: '2026-04-21' });
    expect([(await feesOf(card))[0].pay_on, (await feesOf(bank))[0].pay_on]).toEqual([FIRST, '2026-04-21']);
    await announce({ contracts: 2, charge_on: '2026-05-04' });
    expect([(await feesOf(card))[1].pay_on, (await feesOf(bank))[1].pay_on]).toEqual([
      '2026-05-04',
      '2026-05-04',
    ]);
  });

  it('gives ten days too where a card has expired by its day and a bank account steps in', async () => {
    shop.context.clock.moveTo(new Date('2026-04-28T16:00:00Z'));
    const family = await buy(aBankAccount());
    const card = await chooseMethod(shop, family, 'card', '5555555555554444');
    await shop.context.db.execute(
      sql`update payment_methods set exp_month = 4, exp_year = 2026 where id = ${card}`,
    );
    await announce({ charge_on: '2026-05-01' });
    expect((await feesOf(family))[0].pay_on).toBe('2026-05-11');
  });

  it('is tried again and reported like every payment, under its own name, after a decline', async () => {
    const family = await buy(aCard(TEST_CARDS.firstChargeOnly));
    await announce();
    await onDay(shop, FIRST);
    const [failed] = mailsTo(family, 'payment_failed');
    expect(failed!.text).toContain('For: Congestion fee');
    await chooseMethod(shop, family, 'card', '4242424242424242');
    await onDay(shop, addDays(FIRST, 1));
    expect(await orderOf(family)).toMatchObject({ _order_due: 0 });
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  it('is never taken for what checkout takes, also where that was nothing', async () => {
    const family = await buy();
    await shop.context.db.execute(
      sql`update payment_terms set deposit_cents = 0
        where route_id = ${offer.route_id} and identifier = 'HML-PM-FE'`,
    );
    const free = await buy({ payment_type: 'paymentTypeNone' });
    await shop.context.db.execute(
      sql`update payment_terms set deposit_cents = 270000
        where route_id = ${offer.route_id} and identifier = 'HML-PM-FE'`,
    );
    await announce({ contracts: 2 });
    expect([(await feesOf(family))[0].payment_number, (await feesOf(free))[0].payment_number]).toEqual([
      2, 2,
    ]);
    await onDay(shop, FIRST);
    expect(mailsTo(free, 'payment_failed')[0]!.text).toContain(
      'we have no card or bank account that we can charge',
    );
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});

describe('staff who announce a fee', () => {
  it('raise it once, however often the request arrives, and no other fee under the same key', async () => {
    const family = await buy();
    const answers = await Promise.all([1, 2, 3].map(() => announce({}, 'one press')));
    expect(answers.map(({ status, items }) => [status, items[0]?.id])).toEqual(
      [1, 2, 3].map(() => [200, answers[0]!.items[0].id]),
    );
    expect(await feesOf(family)).toHaveLength(1);
    expect(await announce({ amount_cents: 9900 }, 'one press')).toMatchObject({
      status: 409,
      errors: ['This request has already been used for another fee.'],
    });
    expect(await announce()).toMatchObject({
      status: 409,
      errors: [expect.stringContaining('already been announced for that day')],
    });
    await drainJobs(shop.context, ['outbox.drain']);
    expect(mailsTo(family, 'congestion_fee')).toHaveLength(1);
  });

  it('hear when somebody bought since they looked, and nobody is charged', async () => {
    const family = await buy();
    await buy();
    expect(await announce({ contracts: 1 })).toMatchObject({
      status: 409,
      errors: [expect.stringContaining('2 would be charged now')],
    });
    expect(await feesOf(family)).toEqual([]);
  });

  it('charge no earlier than two full days after the email, and at most 120 days ahead', async () => {
    await buy();
    expect(await announce({ charge_on: '2026-04-12' })).toMatchObject({
      status: 422,
      errors: [expect.stringContaining('earliest date you can charge this fee is 04/13/2026')],
    });
    expect(await announce({ charge_on: '2026-08-09' })).toMatchObject({
      status: 422,
      errors: [expect.stringContaining('latest date you can choose now is 08/08/2026')],
    });
    // 23:30 in New York; the next day in London.
    shop.context.clock.moveTo(new Date('2026-04-11T03:30:00Z'));
    expect((await announce({ charge_on: '2026-04-12' })).status).toBe(422);
    expect((await announce()).status).toBe(200);
    shop.context.clock.moveTo(new Date('2026-04-11T04:00:00Z'));
    expect((await announce({ charge_on: FIRST })).status).toBe(422);
  });

  it('choose an amount between one and a thousand dollars and give a reason', async () => {
    await buy();
    for (const wrong of [
      { amount_cents: 99 },
      { amount_cents: 100_001 },
      { amount_cents: 25.5 },
      { reason: ' ' },
      { reason: 'x'.repeat(501) },
      { charge_on: '04/13/2026' },
    ]) {
      expect((await announce(wrong)).status).toBe(422);
    }
  });

  it('have routes with surge pricing of the current school year to choose from, and no other', async () => {
    const { items: routes } = await staff.call('GET', '/admin/congestion-fees/routes');
    expect(routes.map(({ id }: any) => id)).toContain(offer.route_id);
    const roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
    expect((await announce({ route_id: roundTrip.route_id })).status).toBe(422);
    expect((await staff.call('GET', `/admin/congestion-fees/preview/${roundTrip.route_id}`)).status).toBe(
      422,
    );
    await buy();
    const [{ id }] = (
      await shop.context.db.execute<{ id: number }>(sql`select current_period_id as id from program_groups`)
    ).rows as [{ id: number }];
    await shop.context.db.execute(
      sql`update program_groups set current_period_id = (select min(id) from periods where id <> ${id})`,
    );
    expect(await announce()).toMatchObject({
      status: 422,
      errors: [expect.stringContaining('only to a route with surge pricing')],
    });
    await shop.context.db.execute(sql`update program_groups set current_period_id = ${id}`);
  });

  it('charge nobody on a route where nobody has accepted', async () => {
    await neverAccepted();
    expect(await announce()).toMatchObject({
      status: 409,
      errors: [expect.stringContaining('no one would be charged')],
    });
  });

  it('are staff, and not looking through a parent’s eyes', async () => {
    const family = await buy();
    const impersonator = await impersonate(shop.app, staff, family);
    expect((await announce({}, 'parent', family)).status).toBe(403);
    expect((await announce({}, 'impersonator', impersonator)).status).toBe(403);
  });
});

describe('staff who edit the payment of a fee', () => {
  it('leave the family the notice that it was promised, and a new one for a higher sum', async () => {
    const family = await buy();
    await announce({ charge_on: addDays(FIRST, 7) });
    const [{ id }] = await feesOf(family);
    const edit = async (changes: object) => {
      const { version } = (
        await shop.context.db.execute<{ version: number }>(sql`select version from payments where id = ${id}`)
      ).rows[0]!;
      return (await office()).call('PUT', `/order/${family.order_id}/payment/${id}`, { version, ...changes });
    };
    expect(await edit({ pay_on: addDays(FIRST, -1) })).toMatchObject({
      status: 422,
      fields: { pay_on: [expect.stringContaining('earliest date you can charge this fee is 04/13/2026')] },
    });
    expect((await edit({ pay_on: FIRST })).status).toBe(200);
    shop.context.clock.moveToDay(addDays(FIRST, -1), 10);
    expect(await edit({ amount: 40, adjustment_reason: 'A second toll.' })).toMatchObject({
      status: 422,
      fields: { pay_on: [expect.stringContaining('earliest date you can charge this fee is 04/15/2026')] },
    });
    expect((await edit({ amount: 20, adjustment_reason: 'Half a year only.' })).status).toBe(200);
    expect((await edit({ received_by: 'paymentTypeCheck', reference: '104' })).status).toBe(200);
    const order = await orderOf(family);
    expect(order.invoices[1].description).toBe(`Congestion fee of order ${family.order_id}`);
    expect(order.transactions.at(-1).description).toBe(
      'Congestion fee, Lower Division, Nursery to 5th, Afternoon only, payment 2, check 104',
    );
    expect((await withdraw((await lastFee()).id)).status).toBe(409);
    expect(await withdraw((await lastFee()).id, { paid: 'later' })).toMatchObject({
      status: 200,
      items: [{ paid: 1, cancelled: 0, state: 'withdrawn' }],
    });
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});

describe('an order that ends', () => {
  it('owes its fee no more, and one that has ended before is not asked', async () => {
    const [family, ended] = [await buy(), await buy()];
    await shop.context.db.transaction((tx) => cancelOrder(tx, shop.context.clock, ended.order_id));
    expect(await preview()).toMatchObject({ accepted: 1 });
    await announce();
    await shop.context.db.transaction((tx) => cancelOrder(tx, shop.context.clock, family.order_id));
    await onDay(shop, FIRST);
    expect(
      [await attemptsOf(shop, family.order_id), await attemptsOf(shop, ended.order_id)].map(
        (attempts) => attempts.length,
      ),
    ).toEqual([1, 1]);
    expect(await lastFee()).toMatchObject({ contracts: 1, cancelled: 1, state: 'finished' });
  });
});

describe('a fee that staff withdraw', () => {
  it('is owed no more, and everybody who was told hears of it, once', async () => {
    const family = await buy();
    const {
      items: [fee],
    } = await announce();
    await drainJobs(shop.context, ['outbox.drain']);
    shop.context.clock.moveToDay(addDays(FIRST, -1), 23.9);
    expect(await withdraw(fee.id)).toMatchObject({
      status: 200,
      items: [{ state: 'withdrawn', cancelled: 1 }],
    });
    expect(await withdraw(fee.id)).toMatchObject({
      status: 200,
      items: [{ state: 'withdrawn', cancelled: 1 }],
    });
    await onDay(shop, FIRST);
    expect(await orderOf(family)).toMatchObject({ _order_due: 0, next_payment_on: null });
    expect(await attemptsOf(shop, family.order_id)).toHaveLength(1);
    expect(
      mailsTo(family, 'congestion_fee_withdrawn').map((mail) => [
        mail.subject,
        shop.context.mail.readersOf(mail).includes('second@okafor.example'),
      ]),
    ).toEqual([['The congestion fee for 04/13/2026 has been withdrawn', true]]);
    expect(
      (await audited('congestion_fee.withdraw')).filter(
        ({ subject }) => subject === `congestion_fee:${fee.id}`,
      ),
    ).toHaveLength(1);
  });

  it('may be announced again for the same day', async () => {
    const family = await buy();
    const {
      items: [fee],
    } = await announce();
    await withdraw(fee.id);
    expect((await announce()).status).toBe(200);
    expect(await feesOf(family)).toHaveLength(1);
  });

  it('stands once its day has come, and there is none by another id', async () => {
    await buy();
    const {
      items: [fee],
    } = await announce();
    shop.context.clock.moveToDay(FIRST, 0.01);
    expect(await withdraw(fee.id)).toMatchObject({
      status: 409,
      errors: ['You can no longer withdraw this fee, because its charge date has come.'],
    });
    expect((await withdraw(987_654)).status).toBe(404);
  });
});
