import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import {
  aBankAccount,
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

let shop: SeasonApp;
let roundTrip: Offer;
let buyer: Buyer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  buyer = await aBuyer(shop.app, { first_name: 'Chidi' });
});
afterAll(() => shop.close());

const withLateBus = (who: Buyer = buyer) =>
  aContract(who, roundTrip, 'HML-RT-S2', { addon_ids: [roundTrip.addon('late-bus')] });
const scheduledOn = () => addDays(shop.context.clock.today(), 120);

describe('a quote', () => {
  it('has every line for bank and for card, today and later', async () => {
    const {
      status,
      items: [quote],
    } = await buyer.call('POST', '/order/quote', { contract: withLateBus() });
    expect(status).toBe(200);
    expect(quote).toMatchObject({ subtotal_cents: 280_000, discount_cents: 0, net_cents: 280_000 });
    const { paymentTypeAch: bank, paymentTypeCreditCard: card } = quote.by_payment_type;
    expect(bank).toMatchObject({
      surcharge_cents: 0,
      due_today_cents: 280_000,
      later: [{ pay_on: scheduledOn(), amount_cents: 215_000 }],
    });
    expect(card).toMatchObject({ surcharge_cents: 8_400, due_today_cents: 288_400 });
    expect(card.lines.map((line: any) => line.amount_cents)).toEqual([220_000, 60_000, 8_400]);
  });
});

describe('an order by card', () => {
  it('takes what is due today once and schedules the rest', async () => {
    const {
      status,
      items: [order],
      errors,
    } = await checkOut(shop.app, buyer, { contract: withLateBus(), payment: aCard() });
    expect([status, errors]).toEqual([200, []]);
    expect(order).toMatchObject({
      is_active: true,
      _order_total: 5034,
      _order_due: 2150,
      next_payment_on: scheduledOn(),
    });
    expect(order.order_detail.contract.contract_number).toMatch(/^27-HM-\d{6}-[A-Z]$/);
    expect(
      order.transactions.map(({ value, is_success, description_detail }: any) => [
        value,
        is_success,
        description_detail,
      ]),
    ).toEqual([
      [2800, true, null],
      [84, true, 'Payment surcharge'],
    ]);
    expect(
      order.payments.map(({ payment_number, amount, pay_on, is_success }: any) => [
        payment_number,
        amount,
        pay_on,
        is_success,
      ]),
    ).toEqual([
      [1, 2800, shop.context.clock.today(), true],
      [2, 2150, scheduledOn(), false],
    ]);
    expect(order.invoices).toHaveLength(1);
  });

  it('keeps the contract as it was signed', async () => {
    const {
      items: [order],
    } = await buyer.call('GET', '/order');
    const { contract } = order.order_detail;
    expect(contract).toMatchObject({ base_contract_cost: 4350, notes: null, special_request: null });
    expect(contract.contract_detail).toMatchObject({
      student: { first_name: 'Chidi', parent: { email: buyer.email } },
      program_group: { path: 'hm' },
      route: { name: 'Round trip', contract_pdf: 'hm-lower-round-trip.pdf' },
      payment_term: { name: 'Two payments', deposit: 2200, amount: 2150, number_payments: 2 },
      route_addons: [{ name: 'late-bus', amount: 600 }],
      financial_aid: null,
    });
  });

  it('shows its family the words that were signed, and nobody else', async () => {
    const {
      items: [order],
    } = await buyer.call('GET', '/order');
    const {
      status,
      items: [signed],
    } = await buyer.call('GET', `/order/${order.id}/contract`);
    expect([status, signed.order_id, signed.contract_number]).toEqual([
      200,
      order.id,
      order.order_detail.contract.contract_number,
    ]);
    expect(signed.texts[0]).toMatchObject({
      kind: 'contract',
      html: expect.stringContaining('Transportation Contract'),
    });
    const stranger = await aBuyer(shop.app, { first_name: 'Bo' });
    expect((await stranger.call('GET', `/order/${order.id}/contract`)).status).toBe(404);
  });

  it('is confirmed by one mail with the contract number', async () => {
    await drainJobs(shop.context);
    await drainJobs(shop.context);
    const [{ order_detail }] = (await buyer.call('GET', '/order')).items;
    const mails = shop.context.mail
      .to(buyer.email)
      .filter(({ subject }) => subject.includes(order_detail.contract.contract_number));
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('$2,884.00');
  });

  it('counts as a contract of the student', async () => {
    const {
      items: [student],
    } = await buyer.call('GET', `/student/${buyer.student_id}`);
    expect(student.contract_details_count).toBe(1);
  });

  it('may be paid by the card that was saved with it', async () => {
    const [method] = (await buyer.call('GET', '/accounting/payment-methods/read/all')).items;
    const morning = await anOffer(shop.app, 'hm', 'hm-lower', 'Morning only');
    const contract = aContract(buyer, morning, 'HML-AM-S2');
    const {
      status,
      items: [order],
    } = await checkOut(shop.app, buyer, { contract, payment: { payment_method_id: method.id } });
    expect([status, order.transactions[0].user_payment_method.ident]).toEqual([200, '****4242']);
  });
});

describe('an order by bank', () => {
  const byBank = async (changes: object = {}) => {
    const family = await aBuyer(shop.app);
    const user = { email: family.email, password: family.password };
    return {
      family,
      answer: await checkOut(shop.app, family, {
        contract: withLateBus(family),
        payment: aBankAccount(),
        user,
        ...changes,
      }),
    };
  };

  it('takes no fee and shows the debit as on its way', async () => {
    const {
      answer: {
        status,
        items: [order],
      },
    } = await byBank();
    expect(status).toBe(200);
    expect(order.transactions.map((line: any) => line.value)).toEqual([2800]);
    expect(order.payments[0]).toMatchObject({ amount: 2800, is_processing: true, is_success: true });
  });

  it('keeps what was accepted: the contract, the terms of the debit, by whom and from where', async () => {
    const {
      answer: {
        items: [order],
      },
    } = await byBank();
    const { rows } = await shop.context.db
      .execute(sql`select a.kind, encode(a.text_hash, 'hex') as hash, a.ip, t.html from acceptances a
      join accepted_texts t on t.hash = a.text_hash where a.order_id = ${order.id} order by a.kind`);
    expect(rows).toMatchObject([
      { kind: 'ach', hash: roundTrip.texts.ach, ip: '127.0.0.1' },
      {
        kind: 'contract',
        hash: roundTrip.texts.contract,
        html: expect.stringContaining('Transportation Contract'),
      },
    ]);
    const mandates = await shop.context.db.execute(
      sql`select encode(text_hash, 'hex') as hash from mandates where order_id = ${order.id}`,
    );
    expect(mandates.rows).toEqual([{ hash: roundTrip.texts.ach }]);
  });

  it.each([
    ['without the password', { user: undefined }],
    ['with a wrong password', { user: { email: 'somebody@else.example', password: 'not the right one' } }],
  ])('%s is refused and saves nothing', async (_, changes) => {
    const { family, answer } = await byBank(changes);
    expect([answer.status, answer.errors]).toEqual([422, ['The email address or password is not correct.']]);
    expect((await family.call('GET', '/accounting/payment-methods/read/all')).items).toEqual([]);
    expect((await family.call('GET', '/order')).items).toEqual([]);
  });

  it('asks for the password again for a saved account', async () => {
    const { family } = await byBank();
    const [method] = (await family.call('GET', '/accounting/payment-methods/read/all')).items;
    const morning = await anOffer(shop.app, 'hm', 'hm-lower', 'Morning only');
    const body = {
      contract: aContract(family, morning, 'HML-AM-S2'),
      payment: { payment_method_id: method.id },
    };
    expect((await checkOut(shop.app, family, body)).status).toBe(422);
    const user = { email: family.email, password: family.password };
    expect((await checkOut(shop.app, family, { ...body, user })).status).toBe(200);
  });
});

describe('an order with nothing due today', () => {
  it('is active at once, without a method, with a transaction of nothing', async () => {
    const family = await aBuyer(shop.app);
    const shuttle = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Campus shuttle');
    const contract = aContract(family, shuttle, 'EC-SH');
    const {
      status,
      items: [order],
    } = await checkOut(shop.app, family, { contract, payment: { payment_type: 'paymentTypeNone' } });
    expect(status).toBe(200);
    expect(order).toMatchObject({
      is_active: true,
      _order_total: 0,
      payments: [],
      transactions: [{ value: 0, is_success: true }],
    });
    expect(order.order_detail.contract.contract_number).toMatch(/^27-ECFS-/);
  });

  it('may owe everything later', async () => {
    const family = await aBuyer(shop.app);
    const split = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Middle School split');
    const {
      items: [order],
    } = await checkOut(shop.app, family, { contract: aContract(family, split, 'EC-S0') });
    expect(order).toMatchObject({
      _order_due: 4350,
      next_payment_on: scheduledOn(),
      payments: [{ payment_number: 2, amount: 4350 }],
    });
  });
});

describe('the books', () => {
  it('are in order after all of that', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});

describe('a contract', () => {
  it('gets the next number where another contract has the one that is its turn', async () => {
    const numberOf = async () => {
      const child = await aBuyer(shop.app);
      const { items } = await checkOut(shop.app, child, {
        contract: aContract(child, roundTrip, 'HML-RT-S2'),
        payment: aCard(),
      });
      return items[0].order_detail.contract.contract_number.slice(0, -2);
    };
    const first = await numberOf();
    await shop.context.db.execute(sql`update contract_number_counters set last_number = last_number - 1`);
    const serial = Number(first.slice(-6)) + 1;
    expect(await numberOf()).toBe(`27-HM-${String(serial).padStart(6, '0')}`);
  });
});
