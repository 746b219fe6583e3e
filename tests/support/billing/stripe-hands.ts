import { setImmediate } from 'node:timers/promises';
import { Secret } from '#kit/secret.ts';
import { silentLog, type Log } from '#platform/log/log.ts';
import type { Limits } from '#platform/payments/stripe/limiter.ts';
import { openStripeGateway, type StripeGateway } from '#platform/payments/stripe/open-stripe.ts';
import { createEntry } from '#tests/simulators/stripe/entries.ts';
import { notingCalls } from '#tests/simulators/stripe/contract-notes.ts';
import { inProcess, startStripe, type SimulatedStripe } from '#tests/simulators/stripe/http.ts';
import { StripeSimulator } from '#tests/simulators/stripe/simulator.ts';
import type { Typed } from '#tests/simulators/stripe/instruments.ts';
import type { EntryHands } from './entry-suite.ts';
import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import type { Enter } from './port.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from './test-instruments.ts';

export type OpenStripe = {
  gateway: StripeGateway;
  simulated: SimulatedStripe;
  /** another process on the same account, or another portal */
  another(portal?: string): Promise<StripeGateway>;
};

type Options = {
  secretKey?: string;
  portal?: string;
  timeoutMs?: number;
  /** after which a page of a list is asked for again that was one call too many */
  pauses?: readonly number[];
  limits?: Partial<Limits>;
  log?: Log;
};

/** The adapter over HTTP to a simulated account. */
export async function openOver(simulated: SimulatedStripe, options: Options = {}): Promise<StripeGateway> {
  const { secretKey = 'sk_test_simulated', portal = '6f1c', timeoutMs = 20_000, pauses = [] } = options;
  const { limits, log = silentLog() } = options;
  const gateway = await openStripeGateway({
    secretKey: new Secret(secretKey),
    webhookSecrets: [new Secret('whsec_simulated'), new Secret('whsec_rolled')],
    portal,
    log,
    simulator: { origin: simulated.origin, timeoutMs },
    // Nothing of Stripe is hurried here.
    limits: { ofEndpoint: 10_000, overall: 10_000, longestWaitMs: Infinity, pausesMs: pauses, ...limits },
  });
  return notingCalls(gateway);
}

export async function startWithGateway(options?: Options): Promise<OpenStripe> {
  const simulated = await startStripe();
  const another = (portal = options?.portal) =>
    openOver(simulated, { ...options, ...(portal && { portal }) });
  return { simulated, gateway: await another(), another };
}

/** The same without a line. */
export async function openWithoutLine(): Promise<OpenStripe> {
  const simulator = new StripeSimulator();
  const ask = inProcess(simulator);
  // Each request comes by itself, as on a line.
  const fetch: typeof ask = (...asked) => setImmediate().then(() => ask(...asked));
  const another = (portal = '6f1c') =>
    openStripeGateway({
      secretKey: new Secret('sk_test_simulated'),
      webhookSecrets: [],
      portal,
      log: silentLog(),
      simulator: { origin: 'http://127.0.0.1', fetch },
      limits: { ofEndpoint: Infinity, overall: Infinity, longestWaitMs: Infinity, pausesMs: [] },
    });
  const close = async () => simulator.expectNoFaults();
  const nowhere = { origin: '', host: '', port: 0, close };
  return { gateway: await another(), simulated: { simulator, ...nowhere }, another };
}

const CHARGES = 'POST /v1/payment_intents';
const REFUNDS = 'POST /v1/refunds';

/** The SDK asks again when its line is cut, so one lost answer takes two; without a line it takes one. */
const LOST = 2;

/** What the sandbox's own numbers do is done by the line at Stripe, or by a number of Stripe's. */
const BY_OTHER_MEANS: Readonly<Record<string, (simulator: StripeSimulator, lost: number) => Typed>> = {
  [TEST_CARDS.answerLostAfterCharge]: ({ faults }, lost) => {
    for (const calls of [CHARGES, REFUNDS]) faults.plan({ kind: 'drop_after', calls, times: lost });
    return { number: TEST_CARDS.good };
  },
  [TEST_CARDS.answerLostWithoutCharge]: ({ faults }, lost) => {
    faults.plan({ kind: 'drop_before', calls: CHARGES, times: 3 * lost });
    return { number: TEST_CARDS.good };
  },
  [TEST_CARDS.refundRequestLost]: ({ faults }, lost) => {
    faults.plan({ kind: 'drop_before', calls: REFUNDS, times: 3 * lost });
    return { number: TEST_CARDS.good };
  },
  // How it is decided is done by hand.
  [TEST_CARDS.disputedThenWon]: () => ({ number: TEST_CARDS.disputedThenLost }),
  // What is disputed is not given back.
  [TEST_CARDS.refundRefused]: () => ({ number: '4000000000000259' }),
  [TEST_CARDS.refundShortOfBalance]: ({ world }) => {
    world.switches.refunds.push('refused_for_balance');
    return { number: TEST_CARDS.good };
  },
  [TEST_CARDS.refundPending]: () => ({ number: '4000000000007726' }),
  // Our balance does not reach for it, and still does not when it would be carried out.
  [TEST_CARDS.refundPendingThenRefused]: ({ world }) => {
    world.switches.refunds.push('no_balance', 'no_balance');
    return { number: TEST_CARDS.good };
  },
  [TEST_ACCOUNTS.verifies]: () => BY_DEPOSIT,
  [TEST_ACCOUNTS.neverVerified]: () => BY_DEPOSIT,
};

const BY_DEPOSIT: Typed = { account: TEST_ACCOUNTS.settles, plan: { verified: 'by_deposit' } };

/** What is typed at Stripe for what the sandbox's number does. */
export function typedAtStripe(
  { simulator }: SimulatedStripe,
  instrument: TypedInstrument,
  lost: number = LOST,
): Typed {
  simulator.faults.clear();
  simulator.world.switches.refunds.length = 0;
  const isBank = 'ach' in instrument;
  const number = isBank ? instrument.ach.account_number : instrument.cc.number;
  return BY_OTHER_MEANS[number]?.(simulator, lost) ?? (isBank ? { account: number } : { number });
}

/** What a family does in Stripe's fields. */
export const enterAtStripe =
  (simulated: SimulatedStripe, lost: number = LOST): Enter =>
  async (_, customer, instrument) =>
    saveTyped(simulated.simulator, customer, typedAtStripe(simulated, instrument, lost));

/** The same in fields that the adapter has opened. */
export const handsAt = (
  { simulator: { browser, faults } }: SimulatedStripe,
  lost: number = LOST,
): EntryHands => ({
  type: (client_secret, number) =>
    void browser.confirmSetup(client_secret, { number }, { holder: { name: 'Ada Test' } }),
  loseAnswer: () => faults.plan({ kind: 'drop_after', calls: 'POST /v1/setup_intents', times: lost }),
});

/** The gateway as if the fields were ours: a number is typed by the hands of a browser. */
export const savingAtStripe = (gateway: StripeGateway, { simulator }: SimulatedStripe): StripeGateway => ({
  ...gateway,
  saveMethod: async (raw, customer) => {
    const number = raw.kind === 'card' ? raw.number.reveal() : raw.account_number.reveal();
    const ref = saveTyped(simulator, customer, raw.kind === 'card' ? { number } : { account: number });
    const instrument = await gateway.readMethod(ref);
    if (instrument === 'absent') throw new Error('what was saved is there');
    return { k: 'saved', instrument };
  },
});

/** Saves by the hands of a browser, past the adapter. */
export function saveTyped(simulator: StripeSimulator, customer: string, typed: Typed): string {
  const saved = trySaving(simulator, customer, typed);
  if (!saved) throw new Error('the bank has refused what was typed');
  return saved;
}

/** @returns undefined when its bank refuses it; a payer who is asked to confirm does */
export function trySaving(
  { browser, world }: StripeSimulator,
  customer: string,
  typed: Typed,
): string | undefined {
  const type = 'number' in typed ? 'card' : 'us_bank_account';
  const params = { customer, usage: 'off_session', allowed_payment_method_types: [type] };
  const { client_secret } = createEntry(world, { params, id: '', key: null });
  const shown = browser.confirmSetup(client_secret!, typed, { holder: { name: 'Ada Test' } });
  return shown.error ? undefined : (shown.object.payment_method as string);
}
