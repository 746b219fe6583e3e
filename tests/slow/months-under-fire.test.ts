import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { company } from '#db/tables/catalogue.ts';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { cents } from '#kit/money.ts';
import { applyBankNews } from '#modules/billing/bank-news.service.ts';
import type { Billing } from '#modules/billing/billing.service.ts';
import { collect, openAttempt, openPayments } from '#modules/billing/charges.service.ts';
import { collectDue } from '#modules/billing/collect-due.service.ts';
import { ensureMethod } from '#modules/billing/methods.service.ts';
import { remindOfUpcoming } from '#modules/billing/notices.service.ts';
import { resolveUnknown } from '#modules/billing/resolver.service.ts';
import type { TypedInstrument } from '#modules/billing/typed-instrument.ts';
import { chanceOf, type Chance } from '../simulators/chance.ts';
import { Crashed, crashAt } from '../simulators/crash-at.ts';
import { lossyGateway, type Fate } from '../simulators/lossy-gateway.ts';
import { brokenInvariants } from '../support/money-invariants.ts';
import { aFamily, aPendingOrder } from '../support/pending-order.ts';
import { createTestBilling, type TestBilling } from '../support/test-billing.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedAccount, typedCard } from '../support/test-instruments.ts';

const SEEDS = (process.env.SEEDS ?? '1,2,3').split(',').map(Number);
const FAMILIES = 24;
const LAST_DAY = plainDate('2026-09-15');
const CARDS = [
  TEST_CARDS.good, TEST_CARDS.good, TEST_CARDS.mastercard, TEST_CARDS.firstChargeOnly, TEST_CARDS.firstChargeOnly, TEST_CARDS.declinesCharges,
  TEST_CARDS.answerLostAfterCharge, TEST_CARDS.answerLostWithoutCharge,
];
const ACCOUNTS = Object.values(TEST_ACCOUNTS);

let t: TestBilling;
afterEach(() => t.close());

const instrumentOf = (chance: Chance): TypedInstrument =>
  chance.percent(60) ? typedCard(chance.oneOf(CARDS)) : typedAccount(chance.oneOf(ACCOUNTS));

type Family = { user_id: number };

/** A family that has paid its first payment with a good card and owes three more, each on a day of its own. */
async function signed(chance: Chance): Promise<Family> {
  const family = await aFamily(t.billing.db);
  const { user_id, program_group_id } = family;
  const method = await ensureMethod(t.billing, { user_id, program_group_id, instrument: typedCard(TEST_CARDS.good), key: 'checkout' });
  const today = t.clock.today();
  const attempt_id = await t.billing.db.transaction(async (tx) => {
    const { order_id } = await aPendingOrder(tx, family);
    const later = [2, 3, 4].map((payment_number) => ({
      payment_number, amount_cents: cents(110_000), pay_on: addDays(today, (payment_number - 1) * 30 + chance.upTo(9)),
    }));
    const [first] = await openPayments(tx, { order_id, rows: [{ payment_number: 1, amount_cents: cents(120_000), pay_on: today }, ...later] });
    return (await openAttempt(tx, { payment: first!, method, surcharges: [], descriptor: 'Round trip', now: t.clock.now() })).id;
  });
  await collect(t.billing, attempt_id);
  return family;
}

/** The family saves something else and makes it what pays, with its school's mark gone. */
async function chooseAnother(chance: Chance, { user_id }: Family, key: string): Promise<void> {
  const { id } = await ensureMethod(t.billing, { user_id, program_group_id: null, instrument: instrumentOf(chance), key });
  await t.database.db.execute(sql`update payment_methods set is_default = false where user_id = ${user_id}`);
  await t.database.db.execute(sql`update payment_methods set is_default = is_active where id = ${id}`);
}

const unlessCrashed = (error: unknown) => {
  if (error instanceof Crashed) return;
  throw error;
};

/** One day: two schedulers at once, one of which is cut off somewhere; the line is bad. */
async function aDay(billing: Billing, chance: Chance): Promise<void> {
  const dying = () => ({ ...billing, crashPoint: crashAt(chance.percent(50) ? 1 + chance.upTo(12) : 0).crashPoint });
  const both = async (job: (billing: Billing) => Promise<unknown>) => {
    await Promise.all([job(dying()).catch(unlessCrashed), job(billing).catch(unlessCrashed)]);
  };
  await both(applyBankNews);
  await both(resolveUnknown);
  await both(collectDue);
  await both(remindOfUpcoming);
}

const rowsThat = async (broken: ReturnType<typeof sql>) => (await t.database.db.execute(broken)).rows;

// What M5 to M7 promise of every payment, whatever happened on the way.
const PROMISES = {
  'I11 a card is tried four times at most': sql`select payment_id, payment_method_id from charge_attempts where state in ('declined', 'not_found')
    group by 1, 2 having count(*) > 4`,
  'I11 a debit comes back three times at most': sql`select payment_id, payment_method_id from charge_attempts where state = 'returned' group by 1, 2 having count(*) > 3`,
  'I11 an account that its bank closed is debited no more': sql`select a.id from charge_attempts a join charge_attempts b on b.payment_method_id = a.payment_method_id
    and a.state = 'returned' and a.code not in ('R01', 'R09') and b.created_at > a.finished_at`,
  'no payment is tried before its day': sql`select a.id from charge_attempts a join payments p on p.id = a.payment_id
    where (a.created_at at time zone 'America/New_York')::date < p.pay_on`,
  'one mail a failed payment and method, one a return': sql`select a.payment_id from charge_attempts a where a.state in ('declined', 'not_found') and not exists
    (select 1 from outbox x where x.kind = 'mail.payment_failed' and x.ref = a.payment_id || '-' || a.payment_method_id)
    union all select a.id from charge_attempts a where a.state = 'returned' and not exists (select 1 from outbox x where x.kind = 'mail.bank_return' and x.ref = a.id::text)`,
  'an order is past due exactly while a failed payment has no day': sql`select o.id from orders o where o.status = 'active' and o.past_due <> exists
    (select 1 from payments p where p.order_id = o.id and p.status in ('failed', 'returned', 'needs_method') and p.next_try_on is null)`,
};

async function season(seed: number) {
  t = await createTestBilling();
  const [chance, line] = [chanceOf(seed), { isBad: true }];
  const fate = (): Fate => (!line.isBad || chance.percent(75) ? 'through' : chance.oneOf(['dropped_before', 'dropped_after']));
  const billing: Billing = { ...t.billing, gateway: lossyGateway(t.gateway, fate) };
  await t.database.db.insert(company).values({ name: 'Harborline', dispatchPhone: '-', dispatchEmail: '-', hiringEmail: '-', customerServiceEmail: '-' });
  const families: Family[] = [];
  for (let count = 0; count < FAMILIES; count++) families.push(await signed(chance));
  for (let day = 0; t.clock.today() < LAST_DAY; day++) {
    // Now and then the portal is away for days.
    t.clock.advanceDays(chance.percent(10) ? 1 + chance.upTo(6) : 1);
    if (chance.percent(35)) await chooseAnother(chance, chance.oneOf(families), `day-${day}`);
    await aDay(billing, chance);
    const broken = await brokenInvariants(t.database.db, 'always');
    if (broken.length > 0) return broken;
  }
  line.isBad = false;
  for (let day = 0; day < 20; day++) {
    t.clock.advanceDays(1);
    for (const job of [applyBankNews, resolveUnknown]) await job(billing);
  }
  return brokenInvariants(t.database.db, 'healed');
}

describe('two dozen families on four payments, over five months of crashes, lost answers and returned debits', () => {
  it.each(SEEDS)('pay each payment once, are tried as often as promised, and hear of it (seed %i)', { timeout: 300_000 }, async (seed) => {
    expect(await season(seed)).toEqual([]);
    for (const [promise, broken] of Object.entries(PROMISES)) expect([promise, await rowsThat(broken)]).toEqual([promise, []]);
    const [tried] = await rowsThat(sql`select count(*) filter (where state = 'declined')::int as declined, count(*) filter (where state = 'returned')::int as returned,
      count(*) filter (where state = 'succeeded')::int as succeeded from charge_attempts`);
    // A run in which nothing failed would prove nothing.
    expect(Object.values(tried as object).every((count) => count > 5)).toBe(true);
  });
});
