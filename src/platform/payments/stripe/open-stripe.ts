import type { Secret } from '#kit/secret.ts';
import type { Log } from '#platform/log/log.ts';
import type { PaymentGateway, ProcessorEvent } from '#platform/payments/gateway.ts';
import { type Account, ask } from './ask.ts';
import * as charges from './charges.ts';
import { eventsSince, parseEvent } from './events.ts';
import { movements } from './movements.ts';
import * as refunds from './refunds.ts';

type Options = {
  secretKey: Secret;
  /** of the endpoint that events are delivered to; two while one is rolled */
  webhookSecrets: readonly Secret[];
  /** a random id of this portal's database: attempts of a database made anew have the same numbers */
  portal: string;
  log: Log;
  /** where a simulated Stripe answers */
  simulator?: { origin: string; timeoutMs?: number };
};

/** A payment gateway that is told of events by deliveries too. */
export type StripeGateway = PaymentGateway & {
  /** @throws BadSignature */
  parseEvent(delivered: Parameters<typeof parseEvent>[2]): ProcessorEvent | 'not_ours';
};

/** Below the half minute after which billing takes an answer for lost. */
const TIMEOUT_MS = 20_000;

/**
 * An account at Stripe as a payment gateway. Cards and accounts are typed into Stripe's own fields, so saving
 * one by its number is refused.
 */
export async function openStripeGateway(options: Options): Promise<StripeGateway> {
  const account = await openAccount(options);
  return {
    caps: { rawCard: false, ach: true, idemHours: 24 },
    ensureCustomer: (user_id, key) => ensureCustomer(account, user_id, key),
    saveMethod: async () => ({ k: 'refused', code: 'declined' }),
    charge: (request, key) => charges.charge(account, request, key),
    readCharge: (ref) => charges.readCharge(account, ref),
    findCharge: (asked) => charges.findCharge(account, asked),
    refund: (request, key) => refunds.refund(account, request, key),
    readRefund: (ref) => refunds.readRefund(account, ref),
    findRefund: (asked) => refunds.findRefund(account, asked),
    eventsSince: (at) => eventsSince(account, at),
    parseEvent: (delivered) => parseEvent(account, options.webhookSecrets, delivered),
    movements: () => movements(account),
  };
}

/** The package is large, so a portal without keys never reads it. */
async function openAccount({ secretKey, portal, log, simulator }: Options): Promise<Account> {
  const key = secretKey.reveal();
  const isLive = /^(sk|rk)_live_/.test(key);
  if (!isLive && !/^(sk|rk)_test_/.test(key)) throw new Error('not a secret key of Stripe');
  const { Stripe } = await import('stripe');
  const stripe = new Stripe(key, {
    maxNetworkRetries: 0,
    timeout: simulator?.timeoutMs ?? TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: 'Schoolrun' },
    ...(simulator && lineTo(simulator.origin, isLive)),
  });
  return { stripe, isLive, portal, log };
}

/** @throws Error so that no key ever goes to another machine than Stripe's, and no live key to a simulator */
function lineTo(origin: string, isLive: boolean) {
  const { hostname: host, port } = new URL(origin);
  if (isLive || host !== '127.0.0.1')
    throw new Error('a simulated Stripe is on this machine, with a test key');
  return { host, port, protocol: 'http' as const };
}

/** Never a child's name, a school or an address. @throws Unanswered  @throws Refused */
async function ensureCustomer(account: Account, user_id: number, key: string): Promise<string> {
  const metadata = { portal: account.portal, user_id: String(user_id) };
  // Another portal of the same account has the same users' numbers.
  const create = () =>
    account.stripe.customers.create({ metadata }, { idempotencyKey: `${account.portal}-${key}` });
  return (await ask(account, create, { object: 'customer', id: /^cus_/, metadata })).id;
}
