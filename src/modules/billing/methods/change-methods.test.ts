import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { anActiveOrder, endOrder, type ActiveOrder } from '#tests/support/billing/active-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { deleteMethod, owesAlready, setDefault, shareMethod } from './change-methods.service.ts';
import { methodsOfUser } from './methods.queries.ts';
import { ensureMethod } from './save-method.service.ts';
import type { TypedInstrument } from './typed-instrument.ts';

let t: TestBilling;
let order: ActiveOrder;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.moveTo('2026-04-10T14:00:00Z');
  order = await anActiveOrder(t);
});

const save = (instrument: TypedInstrument, group: number | null, is_default = false) =>
  ensureMethod(t.billing, {
    user_id: order.user_id,
    program_group_id: group,
    instrument,
    key: JSON.stringify([group, instrument]),
    is_default,
    isChosen: true,
  });
const remove = (payment_method_id: number, user_id = order.user_id) =>
  t.billing.db.transaction((tx) => deleteMethod(tx, t.billing, { user_id, payment_method_id }));
const choose = (payment_method_id: number, is_default = true, user_id = order.user_id) =>
  t.billing.db.transaction((tx) => setDefault(tx, t.billing, { user_id, payment_method_id, is_default }));
const share = (payment_method_id: number, user_id = order.user_id) =>
  t.billing.db.transaction((tx) => shareMethod(tx, t.billing, { user_id, payment_method_id }));
const mine = () => methodsOfUser(t.database.db, order.user_id);
const defaults = async () => (await mine()).filter(({ is_default }) => is_default).map(({ id }) => id);
const refusedWith = (code: string) => ({ kind: { code } });
const setLater = (changes: ReturnType<typeof sql>) =>
  t.database.db.execute(sql`update payments set ${changes} where id = ${order.later_id}`);

const mastercard = typedCard(TEST_CARDS.mastercard);

describe('deleting the method that a payment to come needs', () => {
  it('is refused with the day and the order of the first such payment', async () => {
    await expect(remove(order.method.id)).rejects.toMatchObject({
      ...refusedWith('method_needed'),
      extras: { data: { day: '10/10/2026', order_id: order.order_id } },
    });
    expect(await mine()).toHaveLength(1);
  });

  it('is refused though another card is saved that nobody has made the default', async () => {
    await save(mastercard, order.program_group_id);
    await expect(remove(order.method.id)).rejects.toMatchObject(refusedWith('method_needed'));
  });

  it('is refused where the other card will have expired on the day, not where it just lasts', async () => {
    const expiring = (exp_month: number): TypedInstrument => {
      const card = typedCard(TEST_CARDS.mastercard);
      return 'cc' in card ? { cc: { ...card.cc, exp_month, exp_year: 2026 } } : card;
    };
    await save(expiring(9), null, true);
    await expect(remove(order.method.id)).rejects.toMatchObject(refusedWith('method_needed'));
    await setLater(sql`pay_on = '2026-09-30'`);
    await expect(remove(order.method.id)).resolves.toBeUndefined();
  });

  it('is refused where only the default of another school is left', async () => {
    const other = await anActiveOrder(t);
    await save(mastercard, other.program_group_id, true);
    await expect(remove(order.method.id)).rejects.toMatchObject(refusedWith('method_needed'));
  });

  it('is allowed with a general default, which pays from then on', async () => {
    const { id } = await save(typedAccount(TEST_ACCOUNTS.settles), null, true);
    await remove(order.method.id);
    expect((await mine()).map((method) => method.id)).toEqual([id]);
    await expect(remove(id)).rejects.toMatchObject(refusedWith('method_needed'));
  });

  it('is allowed once the payment is waived, paid, or its order has ended', async () => {
    await setLater(sql`status = 'cancelled'`);
    await expect(remove(order.method.id)).resolves.toBeUndefined();
    order = await anActiveOrder(t);
    await setLater(sql`status = 'paid', paid_at = now(), settled_at = now()`);
    await expect(remove(order.method.id)).resolves.toBeUndefined();
    order = await anActiveOrder(t);
    await endOrder(t.database.db, order.order_id);
    await expect(remove(order.method.id)).resolves.toBeUndefined();
  });

  it('is refused while a failed payment waits for its next day', async () => {
    await setLater(sql`status = 'failed', next_try_on = '2026-10-13'`);
    await expect(remove(order.method.id)).rejects.toMatchObject(refusedWith('method_needed'));
  });
});

describe('deleting any method', () => {
  it('is refused to another family, and a second time, as if it were not there', async () => {
    const other = await anActiveOrder(t);
    await expect(remove(order.method.id, other.user_id)).rejects.toMatchObject(
      refusedWith('method_not_found'),
    );
    const { id } = await save(mastercard, null);
    await remove(id);
    await expect(remove(id)).rejects.toMatchObject(refusedWith('method_not_found'));
  });

  it('keeps its row for the charges of before, and takes the account away at the processor', async () => {
    const { id, gateway_ref } = await save(mastercard, null);
    await remove(id);
    const { rows } = await t.database.db.execute(sql`select m.is_active, m.is_default,
        m.deactivated_at is not null as is_dated, f.gateway_ref
      from payment_methods m left join methods_to_forget f on f.gateway_ref = m.gateway_ref
      where m.id = ${id}`);
    expect(rows).toEqual([{ is_active: false, is_default: false, is_dated: true, gateway_ref }]);
  });
});

describe('choosing the default', () => {
  it('changes the default of its own school or of general use, and leaves the other alone', async () => {
    const general = await save(mastercard, null, true);
    const school = await save(typedCard(TEST_CARDS.discover), order.program_group_id);
    expect(await defaults()).toEqual(expect.arrayContaining([order.method.id, general.id]));
    await choose(school.id);
    expect((await defaults()).toSorted()).toEqual([general.id, school.id].toSorted());
  });

  it('notes when the family chose, which allows the card after a final return (M7)', async () => {
    const { id } = await save(mastercard, null);
    t.clock.advanceDays(1);
    await choose(id);
    const chosen = (await mine()).find((method) => method.id === id)!;
    expect(chosen.chosen_at).toEqual(t.clock.now());
  });

  it('is refused of a card that has expired, and not on the last day of its month', async () => {
    const { id } = await save(mastercard, null);
    await t.database.db.execute(
      sql`update payment_methods set exp_month = 4, exp_year = 2026 where id = ${id}`,
    );
    t.clock.moveToDay(plainDate('2026-04-30'), 23);
    await expect(choose(id)).resolves.toMatchObject({ is_default: true });
    t.clock.moveToDay(plainDate('2026-05-01'), 0);
    await expect(choose(id)).rejects.toMatchObject(refusedWith('card_expired'));
  });

  it('can be undone while the card of the checkout still pays, and not where it is gone', async () => {
    await expect(choose(order.method.id, false)).resolves.toMatchObject({ is_default: false });
    const general = await save(mastercard, null, true);
    await remove(order.method.id);
    await expect(choose(general.id, false)).rejects.toMatchObject(refusedWith('method_needed'));
  });

  it('is refused of a method of another family', async () => {
    const other = await anActiveOrder(t);
    await expect(choose(other.method.id)).rejects.toMatchObject(refusedWith('method_not_found'));
    expect(await defaults()).toEqual([order.method.id]);
  });
});

describe('whether a family owes already', () => {
  it('is so from the day of its payment on, and no more once it is paid', async () => {
    const owes = () => owesAlready(t.database.db, t.clock, order.user_id);
    const due = plainDate('2026-10-10');
    t.clock.moveToDay(addDays(due, -1), 23);
    expect(await owes()).toBe(false);
    t.clock.moveToDay(due, 0);
    expect(await owes()).toBe(true);
    await setLater(sql`status = 'paid', paid_at = now(), settled_at = now()`);
    expect(await owes()).toBe(false);
  });
});

/** @shows MP10.14 */
describe('a card of one school that is used for another', () => {
  const of = async (id: number) => (await mine()).find((method) => method.id === id)!;

  it('serves every school from then on, and stays the default where it was', async () => {
    const shared = await share(order.method.id);
    expect(shared).toMatchObject({ id: order.method.id, program_group: null, is_default: true });
    expect(await of(order.method.id)).toMatchObject({ program_group_id: null, is_default: true });
    // Pressed twice, it changes nothing more.
    expect(await share(order.method.id)).toEqual(shared);
  });

  it('that is no default becomes none', async () => {
    const { id } = await save(mastercard, order.program_group_id);
    expect(await share(id)).toMatchObject({ program_group: null, is_default: false });
    expect(await defaults()).toEqual([order.method.id]);
  });

  it('is refused where the default of its school would give way to the one for general use', async () => {
    await save(mastercard, null, true);
    await expect(share(order.method.id)).rejects.toMatchObject(refusedWith('general_default_taken'));
    expect(await of(order.method.id)).toMatchObject({ program_group_id: order.program_group_id });
  });

  it('is found where the same card is saved for general use already', async () => {
    const general = await save(mastercard, null);
    const { id } = await save(mastercard, order.program_group_id);
    expect(id).not.toBe(general.id);
    expect(await share(id)).toMatchObject({ id: general.id, program_group: null });
    expect(await of(id)).toMatchObject({ program_group_id: order.program_group_id });
  });

  it('is a card: an account was authorized in the words of its school', async () => {
    const { id } = await save(typedAccount(TEST_ACCOUNTS.settles), order.program_group_id);
    await expect(share(id)).rejects.toMatchObject(refusedWith('only_cards_are_shared'));
  });

  it('is the family’s own, and in use', async () => {
    const stranger = await anActiveOrder(t);
    await expect(share(stranger.method.id)).rejects.toMatchObject(refusedWith('method_not_found'));
  });
});
