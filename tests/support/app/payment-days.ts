import { sql } from 'drizzle-orm';
import type { PlainDate } from '#kit/plain-date.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import { drainJobs } from './drain-jobs.ts';
import { aBuyer, aContract, anOffer, checkOut, type Buyer, type SeasonApp } from './season-app.ts';
import { typedAccount, typedCard } from '#tests/support/billing/test-instruments.ts';

export type PayingFamily = Buyer & { order_id: number; user_id: number; due: PlainDate[] };

/**
 * A family that has bought four payments of the demo season: 1,200.00 today, then three of 1,100.00 a month
 * apart.
 */
export async function onFourPayments(
  shop: SeasonApp,
  payment: object,
  extra: object = {},
): Promise<PayingFamily> {
  // The demo keeps this term for staff; of two schedules the cheaper one is offered (T7), so they change
  // places.
  await shop.context.db.execute(
    sql`update payment_terms set is_admin_only = (identifier = 'HMU-RT-S2')
      where identifier in ('HMU-S4', 'HMU-RT-S2')`,
  );
  const offer = await anOffer(shop.app, 'hm', 'hm-middle-upper', 'Round trip');
  const buyer = await aBuyer(shop.app, { guardian_2_email: 'second@okafor.example' });
  const body = { contract: aContract(buyer, offer, 'HMU-S4'), payment, ...extra };
  const {
    status,
    items: [order],
    errors,
  } = await checkOut(shop.app, buyer, body);
  if (status !== 200) throw new Error(`the order was refused: ${errors.join()}`);
  const [{ id: user_id }] = (await buyer.call('GET', '/user')).items;
  return { ...buyer, order_id: order.id, user_id, due: order.payments.map((payment: any) => payment.pay_on) };
}

/** What the back of the portal does on a day, at ten in the morning. */
export async function onDay({ context }: SeasonApp, day: PlainDate, hours = 10): Promise<void> {
  context.clock.moveToDay(day, hours);
  await drainJobs(context, [
    'billing.poll-events',
    'billing.events',
    'billing.resolve',
    'billing.collect',
    'billing.remind',
    'outbox.drain',
  ]);
}

/** Every day up to `last` on which anything is to happen, and `last`. */
export async function untilDay(shop: SeasonApp, last: PlainDate): Promise<void> {
  while (shop.context.clock.today() < last) await onDay(shop, await nextBusyDay(shop, last));
}

async function nextBusyDay({ context }: SeasonApp, last: PlainDate): Promise<PlainDate> {
  const { rows } = await context.db.execute<{
    day: PlainDate | null;
  }>(sql`select to_char(min(day), 'YYYY-MM-DD') as day from (
    select pay_on as day from payments where status = 'scheduled'
    union all select pay_on - 5 from payments where status = 'scheduled'
    union all select next_try_on from payments
    union all select settles_on from sandbox.charges where state = 'pending'
    union all select returns_on from sandbox.charges where state in ('pending', 'settled')) days
    where day > ${context.clock.today()}::date and day < ${last}::date`);
  return rows[0]!.day ?? last;
}

let saved = 0;

/** The family saves another card or account for general use and makes it the default of everything. */
export async function chooseMethod(
  { context }: SeasonApp,
  { user_id }: { user_id: number },
  kind: 'card' | 'bank',
  number: string,
): Promise<number> {
  const instrument = kind === 'card' ? typedCard(number) : typedAccount(number);
  const { id } = await ensureMethod(context.billing, {
    user_id,
    program_group_id: null,
    instrument,
    key: `chosen-${(saved += 1)}`,
  });
  await context.db.execute(sql`update payment_methods set is_default = false where user_id = ${user_id}`);
  await context.db.execute(sql`update payment_methods set is_default = true,
      chosen_at = ${context.clock.now()} where id = ${id}`);
  return id;
}

export type AttemptRow = { payment_number: number; day: string; state: string; amount: number };

/** Every try of an order's payments, with the company day of each. */
export async function attemptsOf({ context }: SeasonApp, order_id: number): Promise<AttemptRow[]> {
  const { rows } = await context.db.execute<AttemptRow>(sql`select p.payment_number::int,
      to_char(a.created_at at time zone ${context.clock.time_zone}, 'YYYY-MM-DD') as day,
    a.state, (a.principal_cents + a.surcharge_cents)::int as amount from charge_attempts a
    join payments p on p.id = a.payment_id
    where p.order_id = ${order_id} order by a.id`);
  return rows;
}
