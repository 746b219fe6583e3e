import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { m } from '#i18n/messages.js';
import { addDays } from '#kit/plain-date.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { brokenPromises } from '#tests/support/database/payment-promises.ts';
import {
  attemptsOf,
  chooseMethod,
  onDay,
  onFourPayments,
  untilDay,
  type PayingFamily,
} from '#tests/support/app/payment-days.ts';
import { sessionOf } from '#tests/support/app/people.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { send } from '#tests/support/app/people.ts';

// A season of months in a test.
vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
beforeAll(async () => void (shop = await openSeasonApp()));
afterAll(() => shop.close());
beforeEach(() => {
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  shop.context.mail.sent.length = 0;
});

/** A family with its order's page open. */
async function atItsOrder(family: PayingFamily) {
  const person = await sessionOf(shop.app, family);
  const list = async () =>
    (await person.call('GET', `/order/${family.order_id}/charges-to-come`)).items as any[];
  const pressing = async (payment_id: number, body: object, key: string) =>
    send(shop.app, {
      method: 'POST',
      url: `/order/${family.order_id}/payment/${payment_id}/pay-now`,
      headers: { authorization: `Bearer ${person.tokens.access_token}`, 'idempotency-key': key },
      payload: body,
    });
  return {
    person,
    list,
    pressing,
    /** Presses Pay now at the first payment that is owed, with the first method or another one. */
    async press(key: string, wanted: { payment_method_id?: number; total_cents?: number } = {}) {
      const [{ payment_id, ways }] = await list();
      const way = ways.find((each: any) => each.payment_method_id === wanted.payment_method_id) ?? ways[0];
      const { payment_method_id, total_cents } = way;
      return pressing(payment_id, { payment_method_id, total_cents, ...wanted }, key);
    },
  };
}

const laterAttempts = async ({ order_id }: PayingFamily) =>
  (await attemptsOf(shop, order_id)).slice(1).map((one) => [one.payment_number, one.state, one.amount]);
const rowOf = async ({ order_id }: PayingFamily, payment_number: number) =>
  (
    await shop.context.db.execute(
      sql`select status, next_try_on from payments where order_id = ${order_id}
        and payment_number = ${payment_number}`,
    )
  ).rows[0];

describe('what an order still owes', () => {
  /** @shows MB7.1 */
  it('is listed by day with the method that will be charged and the total with its fee', async () => {
    const family = await onFourPayments(shop, aCard());
    const { list } = await atItsOrder(family);
    const all = await list();
    expect(all.map(({ pay_on }: any) => pay_on)).toEqual(family.due.slice(1));
    expect(all[0]).toMatchObject({
      amount_cents: 110_000,
      is_held_back: false,
      planned: {
        brand: 'Visa',
        ident: '****4242',
        kind: 'card',
        surcharge_cents: 3_300,
        total_cents: 113_300,
      },
    });
  });

  it('shows each method of the family with its own total, the planned one first', async () => {
    const family = await onFourPayments(shop, aCard());
    await chooseMethod(shop, family, 'bank', TEST_ACCOUNTS.settles);
    const [{ planned, ways }] = await (await atItsOrder(family)).list();
    expect(ways.map(({ kind, total_cents }: any) => [kind, total_cents])).toEqual([
      ['bank', 110_000],
      ['card', 113_300],
    ]);
    expect(planned).toEqual(ways[0]);
  });

  /** @shows MC5.4 */
  it('names the refusal of the bank for a later payment that no method was tried for', async () => {
    const family = await onFourPayments(shop, aCard());
    await chooseMethod(shop, family, 'bank', TEST_ACCOUNTS.returnedR02);
    await untilDay(shop, addDays(family.due[2]!, 1));
    const owed = await (await atItsOrder(family)).list();
    const later = owed.find(({ pay_on }: any) => pay_on === family.due[2]);
    expect(later).toMatchObject({ is_held_back: true, failed_because: m.server_why_held_back() });
  });

  it('is not told to another family', async () => {
    const family = await onFourPayments(shop, aCard());
    const stranger = await atItsOrder(await onFourPayments(shop, aCard()));
    const path = `/order/${family.order_id}/charges-to-come`;
    expect((await stranger.person.call('GET', path)).status).toBe(404);
  });
});

describe('Pay now', () => {
  /** @shows MB1.5 */
  it('charges what the bank has sent back, to the card that the parent chooses', async () => {
    const family = await onFourPayments(shop, aCard());
    await chooseMethod(shop, family, 'bank', TEST_ACCOUNTS.returnedR02);
    await untilDay(shop, addDays(family.due[1]!, 14));
    const order = await atItsOrder(family);
    const [owed] = await order.list();
    expect(owed).toMatchObject({ planned: null, is_held_back: true });
    expect(owed.ways.map(({ ident }: any) => ident)).toEqual(['****4242']);
    const paid = await order.press('once');
    expect([paid.status, paid.items]).toEqual([
      200,
      [{ payment_id: owed.payment_id, charged_cents: 113_300, is_processing: false }],
    ]);
    expect(await laterAttempts(family)).toEqual([
      [2, 'returned', 110_000],
      [2, 'succeeded', 113_300],
    ]);
    // The payments after it wait for their own act.
    await untilDay(shop, addDays(family.due[2]!, 1));
    expect(await laterAttempts(family)).toHaveLength(2);
  });

  /** @shows MB1.7 */
  it('pressed twice, at once or later, charges once and answers the same', async () => {
    const family = await onFourPayments(shop, aCard());
    const order = await atItsOrder(family);
    const [{ payment_id, ways }] = await order.list();
    const { payment_method_id, total_cents } = ways[0];
    const press = () => order.pressing(payment_id, { payment_method_id, total_cents }, 'the same press');
    const answers = [...(await Promise.all([press(), press(), press()])), await press()];
    expect(answers.map(({ status, items }) => [status, items[0]?.charged_cents])).toEqual(
      answers.map(() => [200, 113_300]),
    );
    expect(await laterAttempts(family)).toEqual([[2, 'succeeded', 113_300]]);
    const again = await order.pressing(payment_id, { payment_method_id, total_cents }, 'another press');
    expect([again.status, again.errors.join()]).toEqual([409, expect.stringContaining('already been made')]);
  });

  it('pays before its day, and the day passes without another charge', async () => {
    const family = await onFourPayments(shop, aCard());
    expect((await (await atItsOrder(family)).press('early')).status).toBe(200);
    await untilDay(shop, addDays(family.due[1]!, 1));
    expect(await laterAttempts(family)).toEqual([[2, 'succeeded', 113_300]]);
  });

  it('that is declined before the day says so, and what was planned stays planned', async () => {
    const family = await onFourPayments(shop, aCard());
    const { rows } = await shop.context.db.execute<{ id: number }>(
      sql`select id::int from payment_methods where user_id = ${family.user_id}`,
    );
    const bad = await chooseMethod(shop, family, 'card', TEST_CARDS.declinesCharges);
    const order = await atItsOrder(family);
    const declined = await order.press('bad card', { payment_method_id: bad });
    expect([declined.status, declined.errors.join()]).toEqual([402, expect.stringContaining('declined')]);
    expect(await rowOf(family, 2)).toEqual({ status: 'scheduled', next_try_on: null });
    const again = await order.press('bad card again', { payment_method_id: bad, total_cents: 113_300 });
    expect([again.status, again.errors.join()]).toEqual([409, expect.stringContaining('choose another one')]);
    const makeDefault = { data: { id: rows[0]!.id, is_default: true } };
    await order.person.call('POST', '/accounting/payment-methods/defaultPaymentMethod', makeDefault);
    await onDay(shop, family.due[1]!);
    expect((await laterAttempts(family)).map(([, state]) => state)).toEqual(['declined', 'succeeded']);
  });

  it('refuses a sum that is no longer what was shown, and a card of another family', async () => {
    const family = await onFourPayments(shop, aCard());
    const order = await atItsOrder(family);
    const otherSum = await order.press('sum', { total_cents: 110_000 });
    expect([otherSum.status, otherSum.errors.join()]).toEqual([409, expect.stringContaining('has changed')]);
    const others = await onFourPayments(shop, aCard());
    const [{ ways }] = await (await atItsOrder(others)).list();
    const theirs = { payment_method_id: ways[0].payment_method_id, total_cents: 113_300 };
    expect((await order.press('theirs', theirs)).status).toBe(404);
    expect(await laterAttempts(family)).toEqual([]);
  });
});

describe('after all of this', () => {
  it('the books are whole and no promise about payments is broken', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
    expect(await brokenPromises(shop.context.db)).toEqual([]);
  });
});
