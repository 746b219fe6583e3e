import { Stripe } from 'stripe';
import { afterEach, beforeEach } from 'vitest';
import { type SimulatedStripe, startStripe } from './http.ts';
import type { Typed } from './instruments.ts';

/* A simulated account for each test of a file, called by the SDK over HTTP. */

/** The page for a payer on the way back from the bank. */
export const BACK = 'https://ride.example/order/return?order=217&payment=431';

const MONDAY = new Date('2026-08-03T15:00:00Z');

let simulated: SimulatedStripe;
let client: Stripe;
let keys = 0;

/** Starts an account before each test. */
export function accountForEachTest(): void {
  beforeEach(async () => {
    simulated = await startStripe({ now: MONDAY });
    client = clientWith({ timeout: 20_000 });
  });
  afterEach(() => simulated.close());
}

export function clientWith(config: Stripe.StripeConfig): Stripe {
  const { host, port } = simulated;
  const line = { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false } as const;
  return new Stripe('sk_test_simulated', { ...line, ...config });
}

export const stripe = (): Stripe => client;
export const sim = () => simulated.simulator;
export const key = () => ({ idempotencyKey: `key-${(keys += 1)}` });

export async function aCustomer(): Promise<string> {
  const { id } = await client.customers.create({ name: 'Rowan Alder', metadata: { portal: '6f1c' } }, key());
  return id;
}

export async function anEntry(
  customer: string,
  type: 'card' | 'us_bank_account',
): Promise<Stripe.SetupIntent> {
  const types = { allowed_payment_method_types: [type] };
  return client.setupIntents.create({ customer, usage: 'off_session', ...types }, key());
}

/** @returns the method that a family has saved */
export async function saved(customer: string, typed: Typed): Promise<string> {
  const { client_secret } = await anEntry(customer, 'number' in typed ? 'card' : 'us_bank_account');
  const shown = sim().browser.confirmSetup(client_secret!, typed, { holder: { name: 'Rowan Alder' } });
  if (shown.error) throw new Error(shown.error.code);
  return shown.object.payment_method as string;
}

type Paying = { amount?: number; isAway?: boolean; idempotencyKey?: string; by?: Stripe };

/** Charges a method as the portal does. */
export async function pay(
  customer: string,
  payment_method: string,
  { amount = 10_000, isAway = true, idempotencyKey = key().idempotencyKey, by = client }: Paying = {},
): Promise<Stripe.PaymentIntent> {
  const { type } = sim().world.store.get('payment_method', payment_method);
  const presence = isAway ? { off_session: true } : { use_stripe_sdk: true, return_url: BACK };
  return by.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      customer,
      payment_method,
      allowed_payment_method_types: [type as 'card'],
      confirm: true,
      ...presence,
      metadata: { attempt_id: '412' },
      expand: ['latest_charge'],
    },
    { idempotencyKey },
  );
}

/** Charges a new card or account of a new customer. */
export async function paidBy(typed: Typed, paying?: Paying): Promise<Stripe.PaymentIntent> {
  const customer = await aCustomer();
  return pay(customer, await saved(customer, typed), paying);
}

export const chargeOf = ({ latest_charge }: Stripe.PaymentIntent) => latest_charge as Stripe.Charge;

/** What the SDK throws for a call that fails. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown === undefined) throw new Error('The call was answered.');
  return thrown as Stripe.errors.StripeError;
}
