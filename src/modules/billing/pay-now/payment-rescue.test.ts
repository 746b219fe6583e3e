import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import {
  attemptsOf,
  chooseMethod,
  onDay,
  onFourPayments,
  type PayingFamily,
} from '#tests/support/app/payment-days.ts';
import { send, sessionOf } from '#tests/support/app/people.ts';
import { aBankAccount, aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { brokenPromises } from '#tests/support/database/payment-promises.ts';

// A season of months in a test.
vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
beforeAll(async () => void (shop = await openSeasonApp()));
afterAll(() => shop.close());
beforeEach(() => {
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  shop.context.mail.sent.length = 0;
});

let presses = 0;

/** A family at the page of its second payment. */
async function atThePage(family: PayingFamily) {
  const person = await sessionOf(shop.app, family);
  const read = async () =>
    ((await person.call('GET', `/order/${family.order_id}/charges-to-come`)).items as any[])[0];
  const { payment_id } = await read();
  const pay = (body: object, key = `press ${(presses += 1)}`) =>
    send(shop.app, {
      method: 'POST',
      url: `/order/${family.order_id}/payment/${payment_id}/pay-now`,
      headers: { authorization: `Bearer ${person.tokens.access_token}`, 'idempotency-key': key },
      payload: body,
    });
  const answerBank = (client_secret: string, is_confirmed: boolean) =>
    person.call('POST', '/sandbox/confirmation', { client_secret, is_confirmed });
  return { person, payment_id, read, pay, answerBank };
}

/** The family's card asks its payer, who is away on the day of payment 2. */
async function withACardThatAsks() {
  const family = await onFourPayments(shop, aCard());
  const asking = await chooseMethod(shop, family, 'card', TEST_CARDS.asksToConfirm);
  await onDay(shop, family.due[1]!);
  return { family, asking, page: await atThePage(family) };
}

const byCard = (number: string) => ({ cc: aCard(number).cc });
const statesOf = async ({ order_id }: PayingFamily) =>
  (await attemptsOf(shop, order_id)).slice(1).map(({ state }) => state);
const mailsAbout = (kind: string) =>
  shop.context.mail.sent.filter(({ ref }) => ref.startsWith(`billing.${kind}.`));
const payOf = ({ read }: Awaited<ReturnType<typeof atThePage>>, payment_method_id: number) =>
  read().then(({ ways }) => {
    const way = ways.find((each: any) => each.payment_method_id === payment_method_id);
    return { payment_method_id, total_cents: way.total_cents };
  });

describe('a card whose bank wants its payer, who was away', () => {
  /** @shows S22.2 S22.4 */
  it('is told to each guardian with the way to the page, and pays there once it is confirmed', async () => {
    const { family, asking, page } = await withACardThatAsks();
    expect(await page.read()).toMatchObject({
      failed_because: 'The bank for Visa ****3184 needs you to confirm this payment of $1,133.00.',
      waits_for_payer: false,
    });
    const mails = mailsAbout('payment_failed');
    expect(mails.map(({ to }) => to)).toEqual([[family.email], ['second@okafor.example']]);
    for (const { subject, text } of mails) {
      expect(subject).toBe('Your bank needs you to confirm your payment of $1,133.00');
      expect(text).toContain(`/dashboard/orders/${family.order_id}/payments/${page.payment_id}/pay`);
      expect(text).toContain('Log in with the account that signed the contract');
    }
    const body = await payOf(page, asking);
    const asked = await page.pay(body, 'one press');
    expect([asked.status, asked.data.order_id]).toEqual([402, family.order_id]);
    expect((await page.answerBank(asked.data.client_secret as string, true)).status).toBe(200);
    const paid = await page.pay(body, 'one press');
    expect(paid.items).toMatchObject([{ charged_cents: 113_300, is_processing: false }]);
    expect(await statesOf(family)).toEqual(['declined', 'succeeded']);
  });

  /** @shows S22.5 */
  it('goes on with the same charge when the family presses again', async () => {
    const { family, asking, page } = await withACardThatAsks();
    const body = await payOf(page, asking);
    const first = await page.pay(body);
    expect(await page.read()).toMatchObject({ waits_for_payer: true });
    const again = await page.pay(body);
    expect(again.data.client_secret).toBe(first.data.client_secret);
    await page.answerBank(again.data.client_secret as string, true);
    expect((await page.pay(body)).status).toBe(200);
    expect(await statesOf(family)).toEqual(['declined', 'succeeded']);
  });

  /** @shows S22.5 */
  it('gives way to another card at once, without a mail, and is charged nothing', async () => {
    const { family, asking, page } = await withACardThatAsks();
    const asked = await page.pay(await payOf(page, asking));
    shop.context.mail.sent.length = 0;
    const cc = { ...byCard('5555555555554444').cc, type: 'MasterCard' };
    expect((await page.pay({ cc, total_cents: 113_300 })).status).toBe(200);
    expect(await statesOf(family)).toEqual(['declined', 'declined', 'succeeded']);
    expect((await page.answerBank(asked.data.client_secret as string, true)).status).toBe(404);
    await drainJobs(shop.context, ['outbox.drain']);
    expect(mailsAbout('payment_failed')).toEqual([]);
  });

  /** @shows S22.5 */
  it('may be left unconfirmed three times a day, and again the next day', async () => {
    const { family, asking, page } = await withACardThatAsks();
    const body = await payOf(page, asking);
    for (const _ of [1, 2, 3]) {
      const asked = await page.pay(body);
      await page.answerBank(asked.data.client_secret as string, false);
      expect((await page.pay(body)).status).toBe(402);
    }
    expect((await page.pay(body)).status).toBe(409);
    expect((await page.read()).ways.map(({ ident }: any) => ident)).toEqual(['****4242']);
    shop.context.clock.moveToDay(addDays(shop.context.clock.today(), 1), 10);
    const nextDay = await (await atThePage(family)).read();
    expect(nextDay.ways.map(({ ident }: any) => ident)).toEqual(['****3184', '****4242']);
  });

  it('is ended after half an hour when the family leaves, and can be paid anew', async () => {
    const { family, asking, page } = await withACardThatAsks();
    await page.pay(await payOf(page, asking));
    shop.context.clock.advanceMs(31 * MINUTE_MS);
    await drainJobs(shop.context, ['billing.resolve']);
    expect(await statesOf(family)).toEqual(['declined', 'declined']);
    expect((await page.read()).waits_for_payer).toBe(false);
  });
});

describe('a payment that is paid with a card that nobody has saved', () => {
  /** @shows S22.6 */
  it('is charged what the page has shown, and the card is saved once', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    await onDay(shop, family.due[1]!);
    const page = await atThePage(family);
    expect(await page.read()).toMatchObject({
      failed_because:
        'We tried to charge $1,133.00 to Visa ****6629, and it was declined: insufficient funds on the card.',
      new_ways: { credit_card: 113_300, debit_card: 110_000, bank: 110_000 },
    });
    const answers = await Promise.all(
      [1, 2].map(() => page.pay({ ...byCard(TEST_CARDS.good), total_cents: 113_300 }, 'the same press')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const saved = (await page.person.call('GET', '/accounting/payment-methods/read/all')).items;
    expect(saved.map(({ ident }: any) => ident).toSorted()).toEqual(['****4242', '****6629']);
  });

  /** @shows S22.6 */
  it('says the other sum of a debit card first, and charges it with the next press', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    await onDay(shop, family.due[1]!);
    const page = await atThePage(family);
    const asked = await page.pay({ ...byCard(TEST_CARDS.debit), total_cents: 113_300 });
    expect([asked.status, asked.errors.join()]).toEqual([409, expect.stringContaining('$1,100.00')]);
    expect(await statesOf(family)).toEqual(['declined']);
    expect((await page.pay(asked.data)).items[0]).toMatchObject({ charged_cents: 110_000 });
  });

  /** @shows S22.6 */
  it('is debited from an account that is typed, under the terms that were shown', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    await onDay(shop, family.due[1]!);
    const page = await atThePage(family);
    const { ach } = aBankAccount();
    const stale = { ach, total_cents: 110_000, acceptances: [{ kind: 'ach', text_hash: 'f'.repeat(64) }] };
    expect((await page.pay(stale)).status).toBe(409);
    const paid = await page.pay({ ach, total_cents: 110_000 });
    expect(paid.items).toMatchObject([{ charged_cents: 110_000, is_processing: true }]);
    const { rows } = await shop.context.db.execute(
      sql`select 1 from mandates where user_id = ${family.user_id}`,
    );
    expect(rows).toHaveLength(1);
  });

  it('is not charged to an account whose bank is to confirm it first, which is kept', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    await onDay(shop, family.due[1]!);
    const page = await atThePage(family);
    const { ach } = aBankAccount(TEST_ACCOUNTS.verifies);
    const waiting = await page.pay({ ach, total_cents: 110_000 });
    expect(waiting.status).toBe(409);
    expect(await statesOf(family)).toEqual(['declined']);
  });

  it('saves nothing for a payment that is made already, nor for another family’s', async () => {
    const family = await onFourPayments(shop, aCard());
    const page = await atThePage(family);
    const { ways } = await page.read();
    const { payment_method_id, total_cents } = ways[0];
    expect((await page.pay({ payment_method_id, total_cents })).status).toBe(200);
    const late = { ...byCard(TEST_CARDS.debit), total_cents: 110_000 };
    expect((await page.pay(late)).status).toBe(409);
    const stranger = await sessionOf(shop.app, await onFourPayments(shop, aCard()));
    const path = `/order/${family.order_id}/payment/${page.payment_id}/pay-now`;
    expect((await stranger.call('POST', path, late)).status).toBe(404);
    for (const person of [page.person, stranger]) {
      const saved = (await person.call('GET', '/accounting/payment-methods/read/all')).items;
      expect(saved).toHaveLength(1);
    }
  });
});

describe('a try that came to nothing by our mistake', () => {
  it('is no refusal of the family’s card', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    await onDay(shop, family.due[1]!);
    const page = await atThePage(family);
    const setCode = (code: string) =>
      shop.context.db.execute(
        sql`update charge_attempts set code = ${code} where payment_id = ${page.payment_id}`,
      );
    await setCode('refused_request');
    expect((await page.read()).failed_because).toBeNull();
    await setCode('insufficient_funds');
    expect((await page.read()).failed_because).toContain('insufficient funds');
  });
});

describe('what a family tries by itself', () => {
  /** @shows S22.7 */
  it('leaves the day on which another card is tried again', async () => {
    const family = await onFourPayments(shop, aCard(TEST_CARDS.firstChargeOnly));
    await onDay(shop, family.due[1]!);
    const page = await atThePage(family);
    const bad = { ...byCard(TEST_CARDS.declinesCharges), total_cents: 113_300 };
    expect((await page.pay(bad)).status).toBe(402);
    const { rows } = await shop.context.db.execute(
      sql`select status, next_try_on::text from payments where id = ${page.payment_id}`,
    );
    expect(rows).toEqual([{ status: 'failed', next_try_on: addDays(family.due[1]!, 3) }]);
  });

  /** @shows S22.3 */
  it('is mailed three times a day at most', async () => {
    const family = await onFourPayments(shop, aCard());
    const page = await atThePage(family);
    const owed = (await page.person.call('GET', `/order/${family.order_id}/charges-to-come`)).items;
    for (const number of [TEST_CARDS.declinesCharges, TEST_CARDS.processingError]) {
      const payment_method_id = await chooseMethod(shop, family, 'card', number);
      for (const { payment_id } of owed) {
        const path = `/order/${family.order_id}/payment/${payment_id}/pay-now`;
        const refused = await page.person.call('POST', path, { payment_method_id, total_cents: 113_300 });
        expect(refused.status).toBe(402);
      }
    }
    await drainJobs(shop.context, ['outbox.drain']);
    expect(mailsAbout('payment_failed').filter(({ to }) => to.includes(family.email))).toHaveLength(3);
  });
});

describe('after all of this', () => {
  it('the books are whole and no promise about payments is broken', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
    expect(await brokenPromises(shop.context.db)).toEqual([]);
  });
});
