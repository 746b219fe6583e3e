import { inArray, sql } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payments } from '#db/tables/billing/billing.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { Secret } from '#kit/secret.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { resolveUnknown } from '#modules/billing/charges/charge-conversation.service.ts';
import { collectAfterEvents } from '#modules/billing/processor-events/collect-after-events.service.ts';
import { silentLog } from '#platform/log/log.ts';
import { LIMITS_OF_MODE } from '#platform/payments/stripe/limiter.ts';
import { openStripeGateway } from '#platform/payments/stripe/open-stripe.ts';
import { startStripe, type SimulatedStripe } from '#tests/simulators/stripe/http.ts';
import { anActiveOrder } from '#tests/support/billing/active-order.ts';
import { openOver, savingAtStripe } from '#tests/support/billing/stripe-hands.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { inLane } from '#tests/support/lane.ts';

/** Less than two portals ask in a second, also on a busy machine. */
const LESS = 12;

const CALL = 'POST /v1/payment_intents';
const PORTAL = '6f1c';

let t: TestBilling;
let stripe: SimulatedStripe;
/** saves methods and buys, with nothing to wait for */
let opening: BillingContext;

beforeAll(async () => {
  t = await createTestBilling();
  stripe = await startStripe({ now: t.clock.now() });
  opening = await portalWith(savingAtStripe(await openOver(stripe, { portal: PORTAL }), stripe));
});
afterAll(async () => {
  await t.close();
  await stripe.close();
});

const portalWith = async (gateway: BillingContext['gateway']): Promise<BillingContext> => ({
  ...t.billing,
  gateway,
  wait,
});

/** A portal as it is with test keys, whose questions wait for their turn. */
const portal = async (): Promise<BillingContext> =>
  portalWith(
    await openStripeGateway({
      secretKey: new Secret('sk_test_simulated'),
      webhookSecrets: [],
      portal: PORTAL,
      log: silentLog(),
      simulator: { origin: stripe.origin },
    }),
  );

/** So many families with a saved card, of each of which one payment is due today. */
async function duePayments(count: number): Promise<number[]> {
  let left = count;
  const made: number[] = [];
  const make = async () => {
    while (left-- > 0) made.push((await anActiveOrder({ billing: opening, clock: t.clock })).later_id);
  };
  await Promise.all(Array.from({ length: 8 }, make));
  await t.database.db.update(payments).set({ pay_on: t.clock.today() }).where(inArray(payments.id, made));
  stripe.simulator.rate.forget();
  return made;
}

/** What was lost is asked for again by its key, minutes later. */
async function resolveAll(billing: BillingContext): Promise<void> {
  for (const minutes of [2, 6, 21]) {
    t.clock.advanceMs(minutes * MINUTE_MS);
    await stripe.simulator.advance(minutes / (24 * 60));
    await resolveUnknown(billing);
  }
}

/** Each story of a payment once: its charges at Stripe, and what our books, tries and mails have of it. */
async function storiesOf(ids: readonly number[]): Promise<string[]> {
  const charged = Map.groupBy(
    stripe.simulator.world.store.list('payment_intent').filter(({ status }) => status === 'succeeded'),
    ({ metadata }) => metadata.attempt_id!,
  );
  const { rows } = await t.database.db.execute<{ id: number; attempt_id: number; story: string }>(sql`
    select p.id::int, a.id::int as attempt_id, concat_ws(', ', p.status, 'tries ' || p.attempts,
      a.state, (select count(*) from charge_attempts x where x.payment_id = p.id) || ' attempts',
      (select count(*) from journal j where j.ref = a.gateway_ref and j.kind = 'charge') || ' booked',
      (select string_agg(x.kind, ' and ') from outbox x
        where x.payload ->> 'charge_attempt_id' = a.id::text
          or x.payload ->> 'payment_id' = p.id::text)) as story
    from payments p join charge_attempts a on a.payment_id = p.id
    where ${inArray(sql`p.id`, [...ids])} order by p.id`);
  return rows.map(
    ({ attempt_id, story }) => `${charged.get(String(attempt_id))?.length ?? 0} charged, ${story}`,
  );
}

const PAID = '1 charged, paid, tries 1, succeeded, 1 attempts, 1 booked, billing.receipt';
const each = (count: number) => Array<string>(count).fill(PAID);

/** @shows S19.17 */
describe('due payments at Stripe', { timeout: 1_500_000 }, () => {
  const COUNT = inLane({ short: 100, long: 5_000 });

  it('are each paid once while 5 % of calls are refused, and no second has too many (check 45)', async () => {
    const ids = await duePayments(COUNT);
    const { faults, rate } = stripe.simulator;
    // The first ones are refused twice, and are the resolver's.
    faults.plan({ kind: 'rate_limit', calls: CALL, times: 12 });
    for (const kind of ['rate_limit', 'lock_timeout'] as const)
      faults.plan({ kind, every: 39, times: Infinity });
    const billing = await portal();
    await collectAfterEvents(billing);
    await resolveAll(billing);
    expect(await storiesOf(ids)).toEqual(each(COUNT));
    expect(rate.mostInASecond()).toBeLessThanOrEqual(LIMITS_OF_MODE.test.overall);
    faults.clear();
  });

  it('of two portals that together ask more than Stripe takes are each paid once', async () => {
    const count = inLane({ short: 30, long: 1_000 });
    const ids = await duePayments(count);
    stripe.simulator.rate.limit = LESS;
    const portals = [await portal(), await portal()];
    // A portal whose look at the events is refused collects the next time.
    for (let time = 0; time < 3; time += 1) await Promise.all(portals.map((one) => collectAfterEvents(one)));
    expect(stripe.simulator.rate.mostInASecond()).toBeGreaterThan(LESS);
    stripe.simulator.rate.limit = Infinity;
    await resolveAll(opening);
    expect(await storiesOf(ids)).toEqual(each(count));
  });
});
