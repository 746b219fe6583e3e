import type { Stripe } from 'stripe';
import type { Secret } from '#kit/secret.ts';
import { noteTimeOf } from '#platform/clock/clock-skew.ts';
import type { Log } from '#platform/log/log.ts';
import type { ReadDelivery } from '#platform/payments/delivered-event.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { followed } from '#platform/telemetry/activity.ts';
import type { Readiness } from '#platform/payments/readiness.ts';
import { identify, readReadiness } from './account.ts';
import type { Account } from './ask.ts';
import * as charges from './charges.ts';
import * as entries from './entries.ts';
import { pageOfDispute, readDispute } from './disputes.ts';
import { eventsSince, parseEvent } from './events.ts';
import * as methods from './methods.ts';
import { balance, movements } from './movements.ts';
import { payouts, readPayout } from './payouts.ts';
import { type InTurn, limiter, LIMITS_OF_MODE, type Limits, sharedBy } from './limiter.ts';
import * as refunds from './refunds.ts';

type Options = {
  secretKey: Secret;
  /** of the endpoint for delivered events; two while a secret is replaced */
  webhookSecrets: readonly Secret[];
  /** a random id of the database of this portal: a new database gives the same attempt numbers again */
  portal: string | (() => string);
  log: Log;
  isOpen?: () => boolean;
  onOtherMode?: () => void;
  onKeyRefused?: () => void;
  /** which send to the account at once; one if left out */
  portals?: number;
  limits?: Limits;
  simulator?: { origin: string; timeoutMs?: number; fetch?: typeof fetch };
};

export type StripeGateway = PaymentGateway & {
  /** even while payments are closed. @throws Unanswered @throws Refused */
  identify(): Promise<string>;
  /** even while payments are closed. @throws Unanswered @throws Refused */
  readReadiness(): Promise<Readiness>;
  parseEvent: ReadDelivery;
};

type Line = NonNullable<Stripe.StripeConfig['httpClient']>;

const ENDPOINT_OF = { charge: 'payment_intents', entry: 'setup_intents', refund: 'refunds' } as const;

/** Below half a minute, after which billing takes an answer for lost. */
const TIMEOUT_MS = 20_000;

/** Saving by number is refused, because cards and accounts are typed into the fields of Stripe. */
export async function openStripeGateway(options: Options): Promise<StripeGateway> {
  const account = await openAccount(options);
  return {
    identify: () => identify(account),
    readReadiness: () => readReadiness(account),
    processor: account.isLive ? 'stripe_live' : 'stripe_test',
    caps: { fields: 'hosted', ach: true, idemHours: 24, debitRefundDays: 180 },
    keepPlace: (question) => account.keepPlace(ENDPOINT_OF[question]),
    ensureCustomer: (payer, key) => methods.ensureCustomer(account, payer, key),
    beginEntry: (request, key) => entries.beginEntry(account, request, key),
    readEntry: (ref, request) => entries.readEntry(account, ref, request),
    endEntry: (ref, request, key) => entries.endEntry(account, { ref, request, key }),
    readMethod: (ref) => methods.readMethod(account, ref),
    readMandate: (ref) => methods.readMandate(account, ref),
    forgetMethod: (ref, key) => methods.forgetMethod(account, ref, key),
    saveMethod: async () => ({ k: 'refused', code: 'declined' }),
    charge: (request, key) => charges.charge(account, request, key),
    readCharge: (ref) => charges.readCharge(account, ref),
    giveUpCharge: (ref, key) => charges.giveUpCharge(account, ref, key),
    findCharge: (asked) => charges.findCharge(account, asked),
    refund: (request, key) => refunds.refund(account, request, key),
    readRefund: (ref) => refunds.readRefund(account, ref),
    findRefund: (asked) => refunds.findRefund(account, asked),
    readDispute: (ref) => readDispute(account, ref),
    pageOfDispute: (ref) => pageOfDispute(account, ref),
    eventsSince: (at) => eventsSince(account, at),
    parseEvent: (delivered) => parseEvent(account, options.webhookSecrets, delivered),
    movements: (since) => movements(account, since),
    payouts: (since) => payouts(account, since),
    readPayout: (ref) => readPayout(account, ref),
    balance: () => balance(account),
  };
}

type ClientOptions = Pick<Options, 'simulator'> & { key: string; isLive: boolean; inTurn: InTurn };

/** The large package is imported only here: a portal without keys never loads the package. */
async function openClient({ key, isLive, simulator, inTurn }: ClientOptions): Promise<Stripe> {
  const { Stripe } = await import('stripe');
  return new Stripe(key, {
    maxNetworkRetries: 0,
    timeout: simulator?.timeoutMs ?? TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: 'Schoolrun' },
    ...(simulator && lineTo(simulator.origin, isLive)),
    httpClient: lineInTurn(
      simulator?.fetch ? Stripe.createFetchHttpClient(simulator.fetch) : Stripe.createNodeHttpClient(),
      inTurn,
    ),
  });
}

async function openAccount({ secretKey, portal, log, simulator, ...gate }: Options): Promise<Account> {
  const key = secretKey.reveal();
  const isLive = /^(sk|rk)_live_/.test(key);
  if (!isLive && !/^(sk|rk)_test_/.test(key)) throw new Error('not a secret key of Stripe');
  const limits = gate.limits ?? sharedBy(gate.portals ?? 1, LIMITS_OF_MODE[isLive ? 'live' : 'test']);
  const inTurn = limiter(limits);
  return {
    stripe: await openClient({ key, isLive, simulator, inTurn }),
    isLive,
    get portal() {
      return typeof portal === 'string' ? portal : portal();
    },
    log,
    keepPlace: inTurn.keepPlace,
    pausesMs: limits.pausesMs,
    isOpen: gate.isOpen ?? (() => true),
    onOtherMode: gate.onOtherMode ?? (() => undefined),
    onKeyRefused: gate.onKeyRefused ?? (() => undefined),
  };
}

/** Counted here, because the SDK always repeats a request after a cut connection. */
function lineInTurn(line: Line, inTurn: InTurn): Line {
  const request = line.makeRequest.bind(line);
  line.makeRequest = async (...asked) => {
    const [, , path] = asked;
    const name = endpointOf(path);
    const response = await inTurn(name, () => followed({ kind: 'processor', name }, () => request(...asked)));
    noteTimeOf('processor', new Date(String(response.getHeaders()['date'])));
    return objectOnly(response);
  };
  return line;
}

/** @returns `refunds` for /v1/refunds/re_1 */
const endpointOf = (path: string): string => path.split(/[/?]/)[2] ?? path;

type Response = Awaited<ReturnType<Line['makeRequest']>>;

/** Rejects JSON without an object: the SDK would end the process. */
function objectOnly(response: Response): Response {
  const read = response.toJSON.bind(response);
  response.toJSON = async () => {
    const body: unknown = await read();
    if (typeof body !== 'object' || body === null) throw new Error('the answer is no object');
    return body;
  };
  return response;
}

/** @throws Error: a key never goes to a machine other than Stripe, and no live key to a simulator */
function lineTo(origin: string, isLive: boolean) {
  const { hostname: host, port } = new URL(origin);
  if (isLive || host !== '127.0.0.1')
    throw new Error('a simulated Stripe is on this machine, with a test key');
  return { host, port, protocol: 'http' as const };
}
