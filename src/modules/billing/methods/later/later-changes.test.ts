import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { send } from '#tests/support/app/people.ts';
import { attemptsOf, untilDay } from '#tests/support/app/payment-days.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  aStudentOf,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { renewMethod } from '#modules/billing/methods/methods.queries.ts';
import { notifyLaterChanges } from './later-changes.service.ts';

vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
let staff: StaffMember;
let roundTrip: Offer;
let school: number;
let otherSchool: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const groupOf = async (path: string) =>
    (await rows(sql`select id::int from program_groups where path = ${path}`))[0].id as number;
  [school, otherSchool] = [await groupOf('hm'), await groupOf('rcs')];
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
});

const rows = async (query: ReturnType<typeof sql>) => (await shop.context.db.execute(query)).rows as any[];
const PATH = '/accounting/payment-methods';
const WITH_FEE = '$2,214.50 to Visa ****4242';
const BY_BANK = '$2,150.00 to Bank account ****6789';

type Family = Buyer & { order_id: number; user_id: number; visa: number; due: PlainDate };

/** A family with the first of two payments paid, of 2,200.00 and 2,150.00, and no unread emails. */
async function onTwoPayments(payment: object = aCard()): Promise<Family> {
  const buyer = await aBuyer(shop.app);
  const contract = aContract(buyer, roundTrip, 'HML-RT-S2');
  const user = { email: buyer.email, password: buyer.password };
  const { items, errors } = await checkOut(shop.app, buyer, { contract, payment, user });
  if (!items[0]) throw new Error(errors.join());
  const [{ id: user_id }] = (await buyer.call('GET', '/user')).items;
  const [{ id: visa }] = await methodsOf(buyer);
  await mails(buyer);
  shop.context.clock.advanceMs(60_000);
  return { ...buyer, order_id: items[0].id, user_id, visa, due: items[0].payments[1].pay_on };
}

const methodsOf = async (buyer: Buyer) => (await buyer.call('GET', `${PATH}/read/all`)).items;
async function add(buyer: Buyer, form: object, is_default: boolean, group: unknown = school) {
  const [key, typed] = Object.entries(form).find(([, value]) => typeof value === 'object')!;
  const body = { is_default, [key]: { ...typed, program_group_id: group } };
  const { status, items, errors } = await buyer.call('POST', `${PATH}/add`, body);
  expect([status, errors]).toEqual([200, []]);
  shop.context.clock.advanceMs(60_000);
  return items[0].id as number;
}
const makeDefault = (buyer: Buyer, id: number) =>
  buyer.call('POST', `${PATH}/defaultPaymentMethod`, { data: { id, is_default: true, user_id: 1 } });

/** Sends and returns the emails to the family since the last call. */
async function mails({ email }: Buyer, kind = 'later_changed') {
  shop.context.mail.sent.length = 0;
  await drainJobs(shop.context, ['outbox.drain']);
  return shop.context.mail.sent.filter(
    ({ to, ref }) => to.includes(email) && ref.startsWith(`billing.${kind}.`),
  );
}
const linesOf = (mail: { text: string } | undefined) =>
  mail?.text.split('\n').filter((line) => /^(Due on|Before|Now):/.test(line));
const night = () => drainJobs(shop.context, ['billing.later-changes']);

async function chargedLater({ order_id, due }: Family): Promise<number> {
  await untilDay(shop, addDays(due, 1));
  return (await attemptsOf(shop, order_id)).find(({ payment_number }) => payment_number === 2)!.amount;
}

/** @shows MP1.7 */
describe('the mail about payments that will be charged otherwise than signed', () => {
  it('goes out when another default is chosen, once for all payments of the family', async () => {
    const family = await onTwoPayments();
    const second = { ...family, student_id: await aStudentOf(family, { first_name: 'Zora' }) };
    const contract = aContract(second, roundTrip, 'HML-RT-S2');
    const bought = await checkOut(shop.app, family, {
      contract,
      payment: { payment_method_id: family.visa },
    });
    expect(bought.errors).toEqual([]);
    const account = await add(family, aBankAccount(), false);
    expect(await mails(family)).toEqual([]);
    await makeDefault(family, account);
    const [mail, ...others] = await mails(family);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('Your next 2 payments change');
    expect(linesOf(mail)).toEqual([
      'Due on: 08/08/2026',
      `Before: ${WITH_FEE}`,
      `Now: ${BY_BANK}`,
      'Due on: 08/08/2026',
      `Before: ${WITH_FEE}`,
      `Now: ${BY_BANK}`,
    ]);
    expect(await chargedLater(family)).toBe(215_000);
    expect(await mails(family)).toEqual([]);
  });

  it('goes out when a method is added as the default, and when the default is deleted', async () => {
    const family = await onTwoPayments();
    const account = await add(family, aBankAccount(), true);
    const [added] = await mails(family);
    expect(added!.subject).toBe('Your next payment changes: $2,150.00 on 08/08/2026');
    expect(linesOf(added)).toEqual(['Due on: 08/08/2026', `Before: ${WITH_FEE}`, `Now: ${BY_BANK}`]);
    await family.call('POST', `${PATH}/delete`, { id: account });
    const [deleted] = await mails(family);
    expect(linesOf(deleted)).toEqual(['Due on: 08/08/2026', `Before: ${BY_BANK}`, `Now: ${WITH_FEE}`]);
    expect(await chargedLater(family)).toBe(221_450);
  });

  it('goes out when another contract saves the first method of a school', async () => {
    const family = await onTwoPayments();
    await rows(
      sql`update payment_methods set program_group_id = null where id = ${family.visa} returning id`,
    );
    const student_id = await aStudentOf(family, { first_name: 'Zora' });
    const bought = await checkOut(shop.app, family, {
      contract: aContract({ student_id }, roundTrip, 'HML-RT-S2'),
      payment: aBankAccount(),
      user: { email: family.email, password: family.password },
    });
    expect(bought.errors).toEqual([]);
    const [mail] = await mails(family);
    expect(linesOf(mail)).toEqual(['Due on: 08/08/2026', `Before: ${WITH_FEE}`, `Now: ${BY_BANK}`]);
  });

  it('goes out of what else an account would have paid that its bank refuses for good', async () => {
    const family = await onTwoPayments(aBankAccount(TEST_ACCOUNTS.returnedR02));
    await untilDay(shop, addDays(family.due, -100));
    const found = shop.context.mail.sent.filter(
      ({ to, ref }) => to.includes(family.email) && ref.startsWith('billing.later_changed.'),
    );
    expect(found.map(linesOf)).toEqual([
      [
        'Due on: 08/08/2026',
        'Before: $2,150.00 to Bank account ****1113',
        'Now: $2,150.00, no payment method chosen',
      ],
    ]);
  });

  it('names a card as its bank has renewed it, old and new', async () => {
    const family = await onTwoPayments();
    const renewed = { brand: 'Visa', last_4: '1881', exp_month: 4, exp_year: 2031 };
    await shop.context.db.transaction(async (tx) => {
      await renewMethod(tx, family.visa, { ...renewed, funding: 'debit', fingerprint: null } as any);
      await notifyLaterChanges(tx, shop.context.billing, { user_ids: [family.user_id] });
    });
    const [mail] = await mails(family);
    expect(linesOf(mail)).toEqual([
      'Due on: 08/08/2026',
      `Before: ${WITH_FEE}`,
      'Now: $2,150.00 to Visa ****1881',
    ]);
    expect(await chargedLater(family)).toBe(215_000);
  });

  it('says that no method is chosen where none can pay', async () => {
    const family = await onTwoPayments();
    await rows(sql`update payment_methods set is_active = false where id = ${family.visa} returning id`);
    await night();
    const [mail] = await mails(family);
    expect(linesOf(mail)).toEqual([
      'Due on: 08/08/2026',
      `Before: ${WITH_FEE}`,
      'Now: $2,150.00, no payment method chosen',
    ]);
    expect(mail!.text).toContain('please choose a card or bank account before the payment is due');
  });

  it('is not sent of what the family has paid by itself before it left', async () => {
    const family = await onTwoPayments();
    await add(family, aBankAccount(), true);
    const [{ planned, payment_id }] = (await family.call('GET', `/order/${family.order_id}/charges-to-come`))
      .items;
    const { payment_method_id, total_cents } = planned;
    const paid = await send(shop.app, {
      method: 'POST',
      url: `/order/${family.order_id}/payment/${payment_id}/pay-now`,
      payload: { payment_method_id, total_cents },
      headers: { authorization: `Bearer ${family.tokens.access_token}`, 'idempotency-key': 'pays-now' },
    });
    expect(paid.errors).toEqual([]);
    expect(await mails(family)).toEqual([]);
  });
});

/** @shows MP1.8 */
describe('what changes nothing for the family', () => {
  it('is not mailed: another school, a method beside the default, the way there and back', async () => {
    const family = await onTwoPayments();
    await add(family, aBankAccount(), true, otherSchool);
    expect(await mails(family)).toEqual([]);
    const mastercard = { cc: { ...aCard(TEST_CARDS.mastercard).cc, type: 'MasterCard' } };
    const other = await add(family, mastercard, false);
    await makeDefault(family, other);
    await makeDefault(family, family.visa);
    expect(await mails(family)).toEqual([]);
    await night();
    expect(await mails(family)).toEqual([]);
  });

  it('is one mail when there and on, from what the family has read to what holds', async () => {
    const family = await onTwoPayments();
    const mastercard = { cc: { ...aCard(TEST_CARDS.mastercard).cc, type: 'MasterCard' } };
    await makeDefault(family, await add(family, mastercard, false));
    await add(family, aBankAccount(), true);
    const found = await mails(family);
    expect(found.map(linesOf)).toEqual([['Due on: 08/08/2026', `Before: ${WITH_FEE}`, `Now: ${BY_BANK}`]]);
  });

  it('is told by its own mail where staff change the amount, with method and total', async () => {
    const family = await onTwoPayments();
    const at = await staffPaymentsOf(shop, staff, family.order_id);
    expect((await at.edit(2, { amount: 2000, adjustment_reason: 'Agreed' })).status).toBe(200);
    const [mail] = await mails(family, 'payment_changed');
    expect(mail!.text).toContain('Payment method: Visa ****4242');
    expect(mail!.text).toContain('Total: $2,060.00');
    await night();
    expect(await mails(family)).toEqual([]);
    expect(await chargedLater(family)).toBe(206_000);
  });
});

/** @shows MP1.9 */
describe('a change that nobody has made at the screen', () => {
  it('is mailed by the night before anything is charged', async () => {
    const family = await onTwoPayments();
    await lowerFee();
    await night();
    const [mail] = await mails(family);
    expect(linesOf(mail)).toEqual([
      'Due on: 08/08/2026',
      `Before: ${WITH_FEE}`,
      'Now: $2,182.25 to Visa ****4242',
    ]);
    expect(await chargedLater(family)).toBe(218_225);
    await restoreFee();
  });

  it('is mailed with the charge at the latest', async () => {
    const family = await onTwoPayments();
    await lowerFee();
    expect(await chargedLater(family)).toBe(218_225);
    const sent = await rows(sql`select payload from outbox where kind = 'billing.later_changed'
      and payload ->> 'user_id' = ${String(family.user_id)}`);
    expect(sent).toHaveLength(1);
    await restoreFee();
  });
});

const settle = (settings: ReturnType<typeof sql>) =>
  shop.context.db.execute(sql`update company set ${settings}`);
const lowerFee = () => settle(sql`card_fee_cap = 1500`);
const restoreFee = () => settle(sql`card_fee_cap = default`);

/** @shows MP1.10 */
describe('the reminder five days before a payment', () => {
  it('names the account that pays once the card has expired, and the sum without its fee', async () => {
    const expiring = { ...aCard().cc, exp_month: 7, exp_year: 2026 };
    const family = await onTwoPayments({ ...aCard(), cc: expiring });
    await add(family, aBankAccount(), true, 'general');
    const pay_on = '2026-08-02' as PlainDate;
    await shop.context.db.execute(
      sql`update payments set pay_on = ${pay_on} where order_id = ${family.order_id} and payment_number = 2`,
    );
    shop.context.clock.moveToDay(addDays(pay_on, -5), 10);
    await mails(family);
    await drainJobs(shop.context, ['billing.remind']);
    const [mail] = await mails(family, 'payment_upcoming');
    expect(mail!.subject).toBe('Your payment of $2,150.00 is due on 08/02/2026');
    expect(mail!.text).toContain('Bank account ****6789');
  });
});

describe('the books', () => {
  it('are in order after all of that', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});
