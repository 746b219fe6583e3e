import { DAY_MS } from '#kit/durations.ts';
import { Secret } from '#kit/secret.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { PaymentGateway, SaveOutcome } from '#platform/payments/gateway.ts';
import { openStripeGateway } from '#platform/payments/stripe/open-stripe.ts';
import { inProcess } from '#tests/simulators/stripe/http.ts';
import { StripeSimulator } from '#tests/simulators/stripe/simulator.ts';
import { trySaving } from '#tests/support/billing/stripe-hands.ts';
import type { Chance } from '#kit/seeded-chance.ts';
import type { TestClock } from '#tests/support/fakes/test-clock.ts';
import type { EventCounter } from '#tests/simulation/event-counts.ts';
import { reservesOf } from './reserves.ts';
import type { SimProcessor } from './processor.ts';
import { showLedger, shownName } from './shown-ledger.ts';

type Parts = { db: Database; clock: TestClock; log: Log; chance: Chance; simEvents: EventCounter };

const GOOD = '4242424242424242';
const FIRST_CHARGE_ONLY = '4000000000006629';
const CARDS = [
  GOOD,
  '5555555555554444',
  '4000056655665556',
  FIRST_CHARGE_ONLY,
  FIRST_CHARGE_ONLY,
  FIRST_CHARGE_ONLY,
  '4000000000000341',
  '4000000000000119',
  '4000000000000002',
  // Confirmed at each charge for which its payer is there, and away declined.
  '4000002760003184',
  '4000002760003184',
  '4000002760003184',
  // Refunds of these come back, or wait for days.
  '4000000000005126',
  '4000000000005126',
  '4000000000005126',
  '4000000000007726',
  // Disputed, in two ways.
  '4000000000000259',
  '4000000000002685',
];
const ACCOUNTS = ['000123456789', '000222222227', '000111111113', '000333333335', '000555555559'];

/** Stripe forgets the key of a call after a day: the same instrument typed later is a new method. */
const KEYS_KEPT_MS = DAY_MS;

/** Stripe keeps events for 30 days. */
const MOST_DAYS_AWAY = 25;

/**
 * The adapter of Stripe without a line, on a simulated account whose clock goes with the season's. Numbers
 * are typed by the hands of its browser, as if the fields were ours: fields have tests of their own.
 */
export async function openSimulatedStripe({
  db,
  clock,
  log,
  chance,
  simEvents,
}: Parts): Promise<SimProcessor> {
  const simulator = new StripeSimulator({ now: clock.now() });
  simulator.world.events.plan = 'held';
  const adapter = await openStripeGateway({
    secretKey: new Secret('sk_test_simulated'),
    webhookSecrets: [],
    portal: '6f1c',
    log,
    limits: { ofEndpoint: Infinity, overall: Infinity, longestWaitMs: Infinity, pausesMs: [] },
    simulator: { origin: 'http://127.0.0.1', fetch: inProcess(simulator) },
  });
  const { outside, world } = simulator;
  const openDisputes = () =>
    world.store.list('dispute').filter(({ status }) => status !== 'won' && status !== 'lost');
  const holdBack = reservesOf({ chance, simEvents }, (held) => void outside.reserve(held));
  return {
    gateway: asSandbox(adapter, simulator, clock),
    cards: CARDS,
    accounts: ACCOUNTS,
    mostDaysAway: MOST_DAYS_AWAY,
    letTimePass: async () => {
      world.clock.advanceTo(Math.floor(clock.now().getTime() / 1000));
      world.events.lose();
    },
    act: async () => {
      await holdBack();
      for (const { id } of openDisputes()) {
        if (!chance.percent(20)) continue;
        outside.moveDispute(id, chance.oneOf(['answered', 'won', 'lost']));
        simEvents('dispute moved');
      }
      const methods = world.store.list('payment_method').filter(({ customer }) => customer !== null);
      if (methods.length === 0 || !chance.percent(4)) return;
      await adapter.forgetMethod(chance.oneOf(methods).id, `by-hand-${world.store.list('event').length}`);
      simEvents('method taken away at the processor');
    },
    decide: async () => {
      for (const { id } of openDisputes()) outside.moveDispute(id, chance.oneOf(['won', 'lost']));
    },
    show: async () => {
      simulator.expectNoFaults();
      await showLedger(db, simulator);
    },
  };
}

/** The fields as if they were ours, one customer a family, and events by the names that the rules know. */
function asSandbox(adapter: PaymentGateway, simulator: StripeSimulator, clock: TestClock): PaymentGateway {
  const customers = new Map<number, Promise<string>>();
  const saved = new Map<string, { outcome: SaveOutcome; until: number }>();
  const save: PaymentGateway['saveMethod'] = async (raw, customer) => {
    const number = raw.kind === 'card' ? raw.number.reveal() : raw.account_number.reveal();
    const typed =
      raw.kind === 'card'
        ? { number, exp_month: raw.exp_month, exp_year: raw.exp_year }
        : { account: number };
    const ref = trySaving(simulator, customer, typed);
    if (!ref) return { k: 'refused', code: 'declined' };
    const instrument = await adapter.readMethod(ref);
    if (instrument === 'absent') throw new Error('what was saved is there');
    return { k: 'saved', instrument };
  };
  return {
    ...adapter,
    caps: { ...adapter.caps, fields: 'ours' },
    ensureCustomer: ({ user_id }, key) => {
      const payer = { user_id, email: `family${user_id}@prepared.example`, name: 'Adaeze Prepared' };
      const known = customers.get(user_id) ?? adapter.ensureCustomer(payer, key);
      customers.set(user_id, known);
      return known;
    },
    saveMethod: async (raw, customer, key) => {
      const known = saved.get(key);
      const now = clock.now().getTime();
      if (known && known.until > now) return known.outcome;
      const outcome = await save(raw, customer, key);
      saved.set(key, { outcome, until: now + KEYS_KEPT_MS });
      return outcome;
    },
    confirm: async (secret, isConfirmed) => {
      simulator.browser.handleNextAction(secret, isConfirmed ? 'good' : 'fails');
      return true;
    },
    async *eventsSince(at) {
      for await (const event of adapter.eventsSince(at))
        yield { ...event, id: shownName(simulator, event.id) };
    },
  };
}
