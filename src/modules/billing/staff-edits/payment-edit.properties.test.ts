import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { company } from '#db/tables/catalog/catalog.ts';
import { cents, toDollars } from '#kit/money.ts';
import { addDays } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { chanceOf, type Chance } from '#kit/seeded-chance.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { aSignedContract } from '#tests/support/billing/active-order.ts';
import { aFamily, aPendingOrder, type Family } from '#tests/support/billing/pending-order.ts';
import { createTestBilling, WORDS, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { cancelOrder } from '#modules/orders/staff/staff-orders.service.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { chargePayment } from './charge-payment.service.ts';
import { collect, openAttempt, openPayments } from '#modules/billing/charges/charges.service.ts';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import { editPayment } from './edit-payment.service.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import type { PaymentEdit } from './payment-edit.contract.ts';
import { readPayment } from './read-payment.service.ts';
import { resolveUnknown } from '#modules/billing/charges/charge-conversation.service.ts';

let staff: Viewer;
const LATER = cents(110_000);
const CARDS = [
  TEST_CARDS.good,
  TEST_CARDS.good,
  TEST_CARDS.firstChargeOnly,
  TEST_CARDS.declinesCharges,
  TEST_CARDS.answerLostAfterCharge,
];
const ACCOUNTS = [TEST_ACCOUNTS.settles, TEST_ACCOUNTS.returnedR01, TEST_ACCOUNTS.returnedR02];

let t: TestBilling;
/** A processor that takes its time, so that there is something to be caught in between. */
let billing: BillingContext;
afterEach(() => t.close());

type Owing = Family & { order_id: number; payment_ids: number[] };

const slow = (gateway: PaymentGateway): PaymentGateway => ({
  ...gateway,
  charge: async (request, key) => {
    await setTimeout(30);
    return gateway.charge(request, key);
  },
});

/** A family that has paid the first of four payments. */
async function anOwing(chance: Chance): Promise<Owing> {
  const family = await aFamily(t.billing.db);
  const method = await ensureMethod(t.billing, {
    ...family,
    instrument: typedCard(chance.oneOf([TEST_CARDS.good, TEST_CARDS.firstChargeOnly])),
    key: 'checkout',
  });
  const today = t.clock.today();
  const opened = await t.billing.db.transaction(async (tx) => {
    const { order_id } = await aPendingOrder(tx, family);
    const later = [2, 3, 4].map((payment_number) => ({
      payment_number,
      amount_cents: LATER,
      pay_on: addDays(today, payment_number * 9 + chance.upTo(5)),
    }));
    const rows = await openPayments(tx, {
      order_id,
      rows: [{ payment_number: 1, amount_cents: cents(120_000), pay_on: today }, ...later],
    });
    const attempt = await openAttempt(tx, {
      payment: rows[0]!,
      method,
      surcharges: [],
      ...WORDS,
      now: t.clock.now(),
    });
    return { order_id, attempt_id: attempt.id, payment_ids: rows.slice(1).map(({ id }) => id) };
  });
  await aSignedContract(t.billing.db, { order_id: opened.order_id, route_id: family.route_id });
  await collect(t.billing, opened.attempt_id);
  await t.billing.db.execute(sql`update orders set activated_at = created_at where id = ${opened.order_id}`);
  return { ...family, ...opened };
}

/** What somebody at the desk might save, sense or not. */
function anEdit(chance: Chance, version: number): PaymentEdit {
  const today = t.clock.today();
  const [reason, amount] = [{ adjustment_reason: 'As agreed' }, toDollars(cents(1 + chance.upTo(200_000)))];
  return chance.oneOf<PaymentEdit>([
    { version, amount, ...reason },
    { version, amount, pay_on: addDays(today, chance.upTo(20)), ...reason },
    { version, pay_on: addDays(today, chance.upTo(20) - 3) },
    { version, received_by: 'paymentTypeCash' },
    { version, amount, ...reason, received_by: 'paymentTypeCheck', reference: '1042' },
    { version, is_waived: true, ...reason },
    { version, notes: `Note ${chance.upTo(100)}`, reference: 'R' },
  ]);
}

type Act = () => Promise<unknown>;

function anAct(chance: Chance, family: Owing): Act {
  const { order_id } = family;
  const payment_id = chance.oneOf(family.payment_ids);
  // Somebody may have looked at it a while ago.
  const seen = async () =>
    (await readPayment(billing.db, billing, { order_id, payment_id })).version - (chance.percent(10) ? 1 : 0);
  const edit: Act = async () => {
    const asked = anEdit(chance, await seen());
    return billing.db.transaction((tx) =>
      editPayment(tx, billing, staff, { order_id, payment_id, edit: asked }),
    );
  };
  const charge: Act = async () =>
    chargePayment(billing, staff, { order_id, payment_id, version: await seen() });
  const end: Act = async () => {
    const { rows } = await billing.db.execute(
      sql`select id from orders where id = ${order_id} and status = 'active'`,
    );
    if (rows.length > 0)
      await billing.db.transaction((tx) => cancelOrder(tx, billing.clock, order_id)).catch(unlessEnded);
  };
  const jobs: Act[] = [() => collectDue(billing), () => takeEvents(billing), () => resolveUnknown(billing)];
  return chance.percent(55)
    ? edit
    : chance.percent(20)
      ? charge
      : chance.percent(8)
        ? end
        : chance.oneOf(jobs);
}

const unlessRefused = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error;
};
// Of two who end it at once, the second finds that it has ended.
const unlessEnded = (error: unknown) => {
  if (!String(error).includes('is active')) throw error;
};

async function chooseAnother(chance: Chance, { user_id }: Owing, key: string): Promise<void> {
  const instrument = chance.percent(60)
    ? typedCard(chance.oneOf(CARDS))
    : typedAccount(chance.oneOf(ACCOUNTS));
  const { id } = await ensureMethod(t.billing, { user_id, program_group_id: null, instrument, key });
  await t.billing.db.execute(sql`update payment_methods set is_default = false where user_id = ${user_id}`);
  await t.billing.db.execute(sql`update payment_methods set is_default = is_active where id = ${id}`);
}

const rowsThat = async (broken: ReturnType<typeof sql>) => (await t.billing.db.execute(broken)).rows;

const PROMISES = {
  'a payment is what was signed and every adjustment of it': sql`select p.id from payments p
    where p.payment_number > 1 and ${LATER} + (
      select coalesce(sum(case when t.is_credit then -t.value_cents else t.value_cents end), 0)
      from transactions t
      where t.payment_id = p.id and t.is_adjustment and t.description_detail = 'Payment adjustment')
    <> case when p.status = 'cancelled' and exists (select 1 from audit_log a
        where a.action = 'payment.waive' and a.subject = 'payment:' || p.id)
      then 0 else p.amount_cents end`,
  'every adjustment has its reason and its audit row': sql`select j.ref from journal j
    where j.kind = 'adjustment' and not exists
    (select 1 from audit_log a where a.subject = 'payment:' || split_part(j.ref, '-', 2)
    and exists (select from audit_texts x
      where x.audit_id = a.id and x.name = 'reason' and x.text = 'As agreed'))`,
  'what came in has one invoice': sql`select j.ref from journal j
    where j.kind in ('charge', 'received') and j.order_id in (select id from orders)
    group by j.ref having count(*) > 1`,
  'I11 a card is tried four times at most': sql`select payment_id, payment_method_id from charge_attempts
    where state in ('declined', 'not_found') group by 1, 2 having count(*) > 4`,
  'I11 a debit comes back three times at most': sql`select payment_id, payment_method_id from charge_attempts
    where state = 'returned' group by 1, 2 having count(*) > 3`,
  'an order is past due exactly while a failed payment has no day': sql`select o.id from orders o
    where o.status = 'active' and o.past_due <> exists
    (select 1 from payments p where p.order_id = o.id and p.status in ('failed', 'returned', 'needs_method')
    and p.next_try_on is null)`,
};

async function run(seed: number): Promise<number> {
  t = await createTestBilling();
  staff = await aColleague(t.billing.db);
  billing = { ...t.billing, gateway: slow(t.gateway) };
  const chance = chanceOf(seed);
  await t.billing.db.insert(company).values({
    name: 'Harborline',
    dispatch_phone: '-',
    dispatch_email: '-',
    hiring_email: '-',
    customer_service_email: '-',
  });
  const families: Owing[] = [];
  for (let count = 0; count < 4; count += 1) families.push(await anOwing(chance));
  let done = 0;
  for (let step = 0; step < 30; step += 1) {
    if (chance.percent(30)) t.clock.advanceDays(1 + chance.upTo(4));
    if (chance.percent(12)) await chooseAnother(chance, chance.oneOf(families), `step-${step}`);
    // Two or three at once on one order, so that they race.
    const family = chance.oneOf(families);
    const acts = Array.from({ length: 1 + chance.upTo(3) }, () => ({
      act: anAct(chance, family),
      afterMs: chance.upTo(40),
    }));
    const ends = await Promise.all(
      acts.map(({ act, afterMs }) =>
        setTimeout(afterMs)
          .then(act)
          .then(
            () => 1,
            (error: unknown) => (unlessRefused(error), 0),
          ),
      ),
    );
    done += ends.filter(Boolean).length;
    expect([step, await brokenInvariants(t.billing.db, 'always')]).toEqual([step, []]);
  }
  for (let day = 0; day < 12; day += 1) {
    t.clock.advanceDays(1);
    await takeEvents(t.billing);
    await resolveUnknown(t.billing);
  }
  return done;
}

describe('a payment that is being charged at this moment', () => {
  it('is charged, and staff are told to wait', async () => {
    t = await createTestBilling();
    staff = await aColleague(t.billing.db);
    await t.billing.db.insert(company).values({
      name: 'Harborline',
      dispatch_phone: '-',
      dispatch_email: '-',
      hiring_email: '-',
      customer_service_email: '-',
    });
    const {
      order_id,
      payment_ids: [payment_id],
    } = await anOwing(chanceOf(1));
    const place = { order_id, payment_id: payment_id! };
    const save = async (edit: Omit<PaymentEdit, 'version'>) => {
      const { version } = await readPayment(t.billing.db, t.billing, place);
      return t.billing.db.transaction((tx) =>
        editPayment(tx, t.billing, staff, { ...place, edit: { version, ...edit } }),
      );
    };
    const said: string[] = [];
    const atTheProcessor = async () => {
      for (const edit of [{ received_by: 'paymentTypeCash' as const }, { notes: 'Now' }])
        await save(edit).catch((error: Refusal) => said.push(error.kind.code));
      await chargePayment(t.billing, staff, { ...place, version: 3 }).catch((error: Refusal) =>
        said.push(error.kind.code),
      );
    };
    const gateway: PaymentGateway = {
      ...t.gateway,
      charge: (request, key) => atTheProcessor().then(() => t.gateway.charge(request, key)),
    };
    await save({ pay_on: t.clock.today() });
    await collectDue({ ...t.billing, gateway });
    expect(said).toEqual(['payment_in_flight', 'payment_in_flight', 'payment_not_due']);
    expect(await brokenInvariants(t.billing.db, 'healed')).toEqual([]);
  });
});

describe('whatever staff do to payments, while they are collected, sent back and ended', () => {
  it.each([11, 12, 13])(
    'the books are whole after every step (seed %i)',
    { timeout: 120_000 },
    async (seed) => {
      const done = await run(seed);
      expect(await brokenInvariants(t.billing.db, 'healed')).toEqual([]);
      for (const [promise, broken] of Object.entries(PROMISES))
        expect([promise, await rowsThat(broken)]).toEqual([promise, []]);
      // A run in which everything was refused would prove nothing.
      expect(done).toBeGreaterThan(12);
      expect(await rowsThat(sql`select 1 from journal where kind in ('received', 'adjustment')`)).not.toEqual(
        [],
      );
    },
  );
});
