import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { disputes } from '#db/tables/billing/disputes.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import { DISPUTE_STATES, type DisputeState } from '#modules/billing/dispute.states.ts';
import type { Tx } from '#platform/db/database.ts';
import { anAttemptRow, aPaymentRow } from '#tests/support/billing/payment-rows.ts';
import {
  createTestBilling,
  openedCharge,
  type Opened,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { ATTEMPT_STATES, LIVE_ATTEMPTS } from './attempt.states.ts';
import { forgetUncharged, listDue, retireMethod } from './collection.queries.ts';
import { isMethodDisputed } from './left-alone.queries.ts';
import { refuseHeldFamily } from './left-alone.service.ts';

let t: TestBilling;
let order: Opened;
let staff: { user_id: number };
beforeAll(async () => {
  t = await createTestBilling();
  staff = await aColleague(t.database.db);
});
afterAll(() => t.close());
beforeEach(async () => {
  order = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
});

const db = () => t.database.db;
const inTx = <T>(work: (tx: Tx) => Promise<T>) => t.database.db.transaction(work);
const inMinutes = (minutes: number) => new Date(t.clock.now().getTime() + minutes * MINUTE_MS);

describe('a card with a disputed charge of an order', () => {
  const dispute = (state: DisputeState) =>
    db()
      .insert(disputes)
      .values({
        gateway_ref: `dp_${state}_${order.order_id}`,
        order_id: order.order_id,
        payment_id: order.payment_id,
        charge_attempt_id: order.attempt_id,
        payment_method_id: order.method.id,
        amount_cents: cents(288_400),
        withdrawn_cents: cents(0),
        reinstated_cents: cents(0),
        fee_cents: cents(0),
        state,
        reason: 'fraudulent',
        opened_at: t.clock.now(),
      });
  const leftAlone = async (of: Opened) => {
    await db().execute(sql`update orders set status = 'active' where id = ${of.order_id}`);
    const payment = await aPaymentRow(db(), of);
    const [due] = await listDue(db(), [payment.id], t.clock.now());
    return due!.disputed_methods;
  };

  it.each(DISPUTE_STATES)('is left alone while its bank has the money: %s', async (state) => {
    await dispute(state);
    const hasMoney = state === 'open' || state === 'answered';
    expect(await isMethodDisputed(db(), order.order_id, order.method.id)).toBe(hasMoney);
    expect(await leftAlone(order)).toEqual(hasMoney ? [order.method.id] : []);
  });

  it('pays for other orders all the same, and other cards pay for this one', async () => {
    await dispute('open');
    const other = await openedCharge(t.billing, typedCard(TEST_CARDS.mastercard));
    expect(await isMethodDisputed(db(), other.order_id, order.method.id)).toBe(false);
    expect(await isMethodDisputed(db(), order.order_id, other.method.id)).toBe(false);
    expect(await leftAlone(other)).toEqual([]);
  });
});

/** The processor tells of a charge of a customer that this portal has not asked for. */
const tellForeign = (customer: string | null, { ref = `charge:ch_${customer}`, minutes = 0 } = {}) =>
  db().execute(sql`insert into audit_log (at, action, subject, detail)
    values (${inMinutes(minutes).toISOString()}, 'billing.foreign_object', ${ref},
      ${JSON.stringify(customer === null ? {} : { customer })}::jsonb)`);
const settle = (ref: string, { minutes = 0, kind = 'foreign_charge' } = {}) =>
  db().execute(sql`insert into settled_matters (kind, subject, settled_at, settled_by_id)
    values (${kind}, ${ref}, ${inMinutes(minutes).toISOString()}, ${staff.user_id})
    on conflict (kind, subject) do update set settled_at = excluded.settled_at`);
const refusalOf = async (payer: { customer?: string; isByStaff?: boolean } = {}, user_id = order.user_id) => {
  try {
    await refuseHeldFamily(db(), { user_id, isByStaff: false, ...payer });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.kind.code;
    throw error;
  }
};

describe('a family with a charge at the processor that this portal does not know (S21)', () => {
  const known = () => order.method.gateway_customer;

  it('is charged by nobody: the family and staff each read why', async () => {
    expect(await refusalOf()).toBeNull();
    await tellForeign(known());
    expect(await refusalOf()).toBe('family_held');
    expect(await refusalOf({ isByStaff: true })).toBe('charge_held');
  });

  it('is known by a card that it has put away', async () => {
    await db().execute(sql`update payment_methods set is_active = false where id = ${order.method.id}`);
    await tellForeign(known());
    expect(await refusalOf()).toBe('family_held');
  });

  it('is known as the customer it was made at the processor, without any card here', async () => {
    const { user_id } = order;
    const customer = `cus_lost_${user_id}`;
    await db().execute(sql`delete from processor_customers where user_id = ${user_id}`);
    await db().execute(sql`insert into processor_customers (user_id, processor, customer_ref, created_at)
      values (${user_id}, 'stripe_test', ${customer}, now())`);
    await tellForeign(customer);
    expect(await refusalOf()).toBe('family_held');
  });

  it('is known by the customer who is about to pay, though nothing of it is here', async () => {
    await tellForeign('cus_only_there');
    expect(await refusalOf()).toBeNull();
    expect(await refusalOf({ customer: 'cus_only_there' })).toBe('family_held');
    expect(await refusalOf({ customer: 'cus_another' })).toBeNull();
  });

  it('is not held by a charge of another family, or of no customer', async () => {
    const other = await openedCharge(t.billing, typedCard(TEST_CARDS.mastercard));
    await tellForeign(other.method.gateway_customer);
    await tellForeign(null, { ref: 'charge:ch_nobody' });
    expect(await refusalOf()).toBeNull();
    expect(await refusalOf({}, other.user_id)).toBe('family_held');
  });

  it('is charged again once staff have settled that charge, until another comes up', async () => {
    const ref = `charge:ch_settled_${order.order_id}`;
    await tellForeign(known(), { ref });
    await settle(ref, { kind: 'foreign_refund' });
    expect(await refusalOf(), 'another matter was settled').toBe('family_held');
    await settle(ref);
    expect(await refusalOf()).toBeNull();
    await tellForeign(known(), { ref, minutes: 5 });
    expect(await refusalOf(), 'more was heard of it').toBe('family_held');
    await settle(ref, { minutes: 6 });
    expect(await refusalOf()).toBeNull();
    await tellForeign(known(), { ref: `${ref}_second` });
    expect(await refusalOf(), 'a second charge').toBe('family_held');
  });

  it('is left out by the collection as well, by its customer', async () => {
    await db().execute(sql`update orders set status = 'active' where id = ${order.order_id}`);
    const payment = await aPaymentRow(db(), order);
    await tellForeign(known());
    const [due] = await listDue(db(), [payment.id], t.clock.now());
    expect(due!.held_customers).toContain(known());
  });
});

type MethodRow = { is_active: boolean; is_default: boolean; has_returned: boolean };
async function methodRow(id: number): Promise<MethodRow> {
  const { rows } = await db().execute<MethodRow>(sql`select is_active, is_default,
    returned_at is not null as has_returned from payment_methods where id = ${id}`);
  return rows[0]!;
}
const setMethod = (changes: { chosen?: boolean; is_default?: boolean; is_active?: boolean }) => {
  const { chosen = false, is_default = true, is_active = true } = changes;
  return db()
    .execute(sql`update payment_methods set chosen_at = ${chosen ? t.clock.now().toISOString() : null},
    is_default = ${is_default}, is_active = ${is_active} where id = ${order.method.id}`);
};

describe('an account whose bank has said no for good', () => {
  it('is put away and keeps the mark of the default, so that nothing steps in for it', async () => {
    await setMethod({});
    await inTx((tx) => retireMethod(tx, order.method.id, t.clock.now()));
    expect(await methodRow(order.method.id)).toEqual({
      is_active: false,
      is_default: true,
      has_returned: true,
    });
  });

  it('that the family has deleted meanwhile stays deleted', async () => {
    await setMethod({ is_active: false, is_default: false });
    await inTx((tx) => retireMethod(tx, order.method.id, t.clock.now()));
    expect(await methodRow(order.method.id)).toMatchObject({ is_default: false, has_returned: false });
  });
});

describe('a card that only a refused checkout has saved (MB8)', () => {
  const forget = () => inTx((tx) => forgetUncharged(tx, order.method.id, t.clock.now()));
  const setState = (state: string) =>
    db().execute(sql`update charge_attempts set state = ${state} where id = ${order.attempt_id}`);

  it.each(ATTEMPT_STATES)('is forgotten unless money moved or may move by it: %s', async (state) => {
    await setMethod({});
    await setState(state);
    await forget();
    const isKept = LIVE_ATTEMPTS.includes(state) || state === 'returned';
    expect(await methodRow(order.method.id)).toMatchObject({ is_active: isKept, is_default: isKept });
  });

  it('stays where the family has chosen it by itself', async () => {
    await setMethod({ chosen: true });
    await setState('declined');
    await forget();
    expect(await methodRow(order.method.id)).toMatchObject({ is_active: true, is_default: true });
  });

  it('stays where it has paid another order', async () => {
    await setMethod({});
    await setState('declined');
    const other = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    const payment = await aPaymentRow(db(), other);
    await anAttemptRow(db(), payment, { method: order.method, state: 'succeeded' });
    await forget();
    expect((await methodRow(order.method.id)).is_active).toBe(true);
  });
});
