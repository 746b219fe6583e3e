import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anActiveOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import type { Tx } from '#platform/db/database.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { eraseBillingOf, eraseMethodsOf, eraseStaffWordsOf } from './change-methods.service.ts';
import { authorizeDebits } from './mandates.service.ts';
import { ensureMethod } from './save-method.service.ts';
import type { TypedInstrument } from './typed-instrument.ts';

let t: TestBilling;
let order: ActiveOrder;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(async () => void (order = await anActiveOrder(t, typedAccount(TEST_ACCOUNTS.settles))));

const save = (instrument: TypedInstrument) =>
  ensureMethod(t.billing, {
    user_id: order.user_id,
    program_group_id: null,
    instrument,
    key: 'beside',
  });
const authorize = (payment_method_id: number) =>
  t.billing.db.transaction((tx) =>
    authorizeDebits(tx, {
      user_id: order.user_id,
      payment_method_id,
      html: '<p>Debit me.</p>',
      ip: '192.0.2.7',
      user_agent: 'a browser',
      now: t.clock.now(),
    }),
  );
const erase = () => t.billing.db.transaction((tx) => eraseMethodsOf(tx, t.clock, order.user_id));
const rows = async (query: ReturnType<typeof sql>) => (await t.database.db.execute(query)).rows;
const methodRows = () =>
  rows(sql`select id::int, name, brand, last_4, is_active, gateway_ref like 'erased-%' as is_erased
    from payment_methods where user_id = ${order.user_id} order by id`);
const mandateRows = () =>
  rows(sql`select payment_method_id::int, ip, user_agent, revoked_at is not null as is_over from mandates
    where user_id = ${order.user_id} order by id`);

describe('the methods of an account that is deleted', () => {
  it('that paid a contract stay for the books, without their holder and their reference', async () => {
    await erase();
    expect(await methodRows()).toEqual([
      {
        id: order.method.id,
        name: 'Deleted',
        brand: 'Bank account',
        last_4: '6789',
        is_active: false,
        is_erased: true,
      },
    ]);
  });

  it('that paid nothing are gone with their authorizations, and the processor is to forget all', async () => {
    const card = await save(typedCard(TEST_CARDS.good));
    await authorize(card.id);
    await erase();
    expect((await methodRows()).map(({ id }) => id)).toEqual([order.method.id]);
    expect(await mandateRows()).toEqual([]);
    const refs = [card.gateway_ref, order.method.gateway_ref];
    const forgotten = await rows(sql`select gateway_ref from methods_to_forget`);
    expect(forgotten.map(({ gateway_ref }) => gateway_ref)).toEqual(expect.arrayContaining(refs));
  });

  it('prove a debit of a signed contract: network and browser of its authorization stay', async () => {
    await authorize(order.method.id);
    await erase();
    expect(await mandateRows()).toEqual([
      { payment_method_id: order.method.id, ip: '192.0.2.7', user_agent: 'a browser', is_over: true },
    ]);
  });

  it('prove nothing of an order that never came about, so its network and browser go', async () => {
    await authorize(order.method.id);
    await rows(sql`update orders set activated_at = null where id = ${order.order_id} returning id`);
    await erase();
    expect(await mandateRows()).toEqual([
      { payment_method_id: order.method.id, ip: '', user_agent: '', is_over: true },
    ]);
  });

  it('of another family stay as they are', async () => {
    const other = await anActiveOrder(t, typedCard(TEST_CARDS.good));
    await erase();
    const theirs = await rows(sql`select name, is_active from payment_methods
      where user_id = ${other.user_id}`);
    expect(theirs).toEqual([{ name: 'Ada Test', is_active: true }]);
  });

  it('may be erased a second time, and the day on which they ended stays', async () => {
    await erase();
    const ended = () =>
      rows(sql`select deactivated_at from payment_methods where user_id = ${order.user_id}`);
    const before = await ended();
    t.clock.advanceDays(1);
    await erase();
    expect(await ended()).toEqual(before);
  });
});

describe('what is erased of the money of an order', () => {
  const write = () =>
    rows(sql`update payments set notes = 'The father was rude.', reference = '1042'
      where id = ${order.later_id} returning id`);
  const written = async () =>
    (await rows(sql`select notes, reference from payments where id = ${order.later_id}`))[0];
  const eraseOf = (erasing: (tx: Tx, ids: number[]) => Promise<void>) =>
    t.billing.db.transaction((tx) => erasing(tx, [order.order_id]));

  /** @shows MH11.1 */
  it('with the account is what staff wrote, and the number of a check', async () => {
    await write();
    await eraseOf((tx, ids) => eraseStaffWordsOf(tx, ids, 'account'));
    expect(await written()).toEqual({ notes: null, reference: null });
  });

  it('seven years after the contract is what staff wrote, and the digits of the method', async () => {
    await write();
    await erase();
    await eraseOf(eraseBillingOf);
    expect(await written()).toMatchObject({ notes: null });
    expect(await methodRows()).toMatchObject([{ brand: '', last_4: '' }]);
  });
});
