import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { resolveUnknown } from '#modules/billing/charges/charge-conversation.service.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { processEvents } from '#modules/billing/processor-events/process-events.service.ts';
import { sweepUnsettled } from '#modules/billing/processor-events/receive-events.service.ts';
import { startStripe, type SimulatedStripe } from '#tests/simulators/stripe/http.ts';
import { openOver, savingAtStripe } from '#tests/support/billing/stripe-hands.ts';
import { takeEvents } from '#tests/support/billing/take-events.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { inLane } from '#tests/support/lane.ts';

let t: TestBilling;
let stripe: SimulatedStripe;
let [billing, other]: BillingContext[] = [];

beforeAll(async () => {
  t = await createTestBilling();
  stripe = await startStripe({ now: t.clock.now() });
  const portal = async () => ({
    ...t.billing,
    // Whoever waits asks once: what follows is the resolver's.
    replayDelaysMs: [],
    gateway: savingAtStripe(await openOver(stripe), stripe),
  });
  [billing, other] = [await portal(), await portal()];
});
beforeEach(() => void (stripe.simulator.requests.length = 0));
afterEach(() => stripe.simulator.faults.clear());
afterAll(async () => {
  await t.close();
  await stripe.close();
});

// A line that is cut costs the SDK half a second before it asks again.
const FEW = inLane({ short: 1, long: 5 });

const CALL = 'POST /v1/payment_intents';
const sent = () => stripe.simulator.requests.filter(({ verb, path }) => `${verb} ${path}` === CALL).length;

async function pass(ms: number): Promise<void> {
  t.clock.advanceMs(ms);
  await stripe.simulator.advance(ms / DAY_MS);
}

async function resolving(ms: number, step: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    await pass(step);
    await resolveUnknown(billing!);
  }
}

const opening = (count: number, instrument = typedCard(TEST_CARDS.good)) =>
  Promise.all(Array.from({ length: count }, () => openedCharge(billing!, instrument))).then((all) =>
    all.map(({ attempt_id }) => attempt_id),
  );

/** What was booked of each attempt, and how often Stripe has charged it. */
async function booked(ids: readonly number[]) {
  const charges = stripe.simulator.world.store.list('payment_intent');
  const { rows } = await t.database.db.execute<{ id: number; row: string }>(sql`
    select a.id::int, concat_ws(', ', a.state, p.status, 'settled ' || (p.settled_at is not null),
      (select count(*) from journal j where j.ref = a.gateway_ref) || ' in the journal',
      (select count(*) from transactions t where t.payment_id = p.id) || ' lines',
      (select count(*) from outbox x where x.kind = 'billing.receipt'
        and x.payload ->> 'charge_attempt_id' = a.id::text) || ' receipts') as row
    from charge_attempts a join payments p on p.id = a.payment_id
    where a.id in ${ids} order by a.id`);
  const timesOf = (id: number) =>
    charges.filter(({ metadata, status }) => metadata.attempt_id === String(id) && status !== 'canceled')
      .length;
  return [...new Set(rows.map(({ id, row }) => `${timesOf(id)} charged, ${row}`))];
}

const PAID = '1 charged, succeeded, paid, settled true, 1 in the journal, 2 lines, 1 receipts';
const SETTLED = '1 charged, succeeded, paid, settled true, 2 in the journal, 1 lines, 1 receipts';
const ABSENT = expect.stringMatching(/^0 charged, not_found, failed, settled false, 0 in the journal/);

describe('answers that are lost at Stripe', () => {
  /** @shows S21.7 */
  it.each(['drop_after', 'drop_before'] as const)(
    'are all known when it was silent for half an hour, and nothing is charged twice (check 9): %s',
    async (kind) => {
      const ids = await opening(FEW);
      const until = stripe.simulator.world.clock.now() + 1_800;
      stripe.simulator.faults.plan({ kind, until });
      for (const id of ids) expect(await collect(billing!, id)).toEqual({ k: 'unknown' });
      await resolving(2 * HOUR_MS, 5 * MINUTE_MS);
      expect(await booked(ids)).toEqual([PAID]);
    },
  );

  /** @shows S21.7 */
  it.each([
    ['found', 'drop_after', PAID],
    ['known never to have come', 'drop_before', ABSENT],
  ] as const)(
    'are only looked up after two days, when keys are forgotten, and %s (check 10)',
    async (_, kind, as) => {
      const ids = await opening(FEW);
      stripe.simulator.faults.plan({ kind, calls: CALL, until: Infinity });
      for (const id of ids) expect(await collect(billing!, id)).toEqual({ k: 'unknown' });
      await pass(2 * DAY_MS);
      stripe.simulator.faults.clear();
      stripe.simulator.requests.length = 0;
      await resolving(2 * HOUR_MS, 15 * MINUTE_MS);
      expect(sent()).toBe(0);
      expect(await booked(ids)).toEqual([as]);
    },
  );

  /** @shows S21.2 */
  it('are replayed four times at most where Stripe keeps an error, and then found (check 11)', async () => {
    const ids = await opening(1);
    stripe.simulator.faults.plan({ kind: 'error_500_saved', calls: CALL });
    expect(await collect(billing!, ids[0]!)).toEqual({ k: 'unknown' });
    await resolving(5 * HOUR_MS, 5 * MINUTE_MS);
    const { rows } = await t.database.db.execute(
      sql`select replays from charge_attempts where id = ${ids[0]}`,
    );
    expect(rows).toEqual([{ replays: 4 }]);
    expect(await booked(ids)).toEqual([PAID]);
  });

  /** @shows S21.8 */
  it('come to the same with two portals on one database, each with its resolver (check 14)', async () => {
    const ids = await opening(4);
    stripe.simulator.faults.plan({ kind: 'drop_after', calls: CALL, until: Infinity });
    for (const id of ids) await collect(billing!, id);
    stripe.simulator.faults.clear();
    await pass(2 * MINUTE_MS);
    const both = [billing!, other!].flatMap((each) => [takeEvents(each), resolveUnknown(each)]);
    await Promise.all(both);
    expect(await booked(ids)).toEqual([PAID]);
  });
});

describe('events of Stripe', () => {
  /** @shows S21.8 */
  it('are not needed: without any, each debit is settled by a look at night (check 19)', async () => {
    const ids = await opening(5, typedAccount(TEST_ACCOUNTS.settles));
    for (const id of ids) expect(await collect(billing!, id)).toEqual({ k: 'processing' });
    for (let nights = 0; nights < 7; nights++) {
      await pass(DAY_MS);
      await sweepUnsettled(billing!);
      await processEvents(billing!);
    }
    expect(await booked(ids)).toEqual([SETTLED]);
  });

  /** @shows S21.8 */
  it('are not believed: one says succeeded, its debit is on its way, and stays so (check 20)', async () => {
    const ids = await opening(1, typedAccount(TEST_ACCOUNTS.settles));
    await collect(billing!, ids[0]!);
    const { store, events } = stripe.simulator.world;
    const [intent] = store.list('payment_intent');
    events.emit('payment_intent.succeeded', { ...intent!, status: 'succeeded' });
    await takeEvents(billing!);
    expect((await booked(ids))[0]).toMatch(/^1 charged, processing, processing, settled false/);
  });
});
