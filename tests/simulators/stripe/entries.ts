import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import {
  type BankPlan,
  type CardPlan,
  type Decline,
  type Plan,
  planOf,
  type Typed,
  type Wallet,
} from './instruments.ts';
import { noteAttempt } from './setup-attempts.ts';
import { made } from './store.ts';
import { invalid, refusedByBank } from './stripe-error.ts';
import { type Asked, metadataOf, stamp, type World } from './world.ts';

/* Customers, and the methods that are saved for them by set-up intents. */

export type Holder = { name?: string; email?: string; /** of a card, in the United States */ zip?: string };
export type Confirmation = 'good' | 'fails' | 'never';
type LastError = Stripe.SetupIntent.LastSetupError;

export function createCustomer(world: World, { params }: Asked): Stripe.Customer {
  const { email = null, name } = params as Stripe.CustomerCreateParams;
  const customer = made<Stripe.Customer>('Customer', {
    id: world.store.nextId('cus'),
    balance: 0,
    email: email || null,
    name: name ?? null,
    metadata: metadataOf({ metadata: params.metadata }),
    ...stamp(world),
  });
  world.events.emit('customer.created', customer);
  return world.store.add(customer);
}

/** One that was deleted is told so by its id, and by nothing else. */
export function readCustomer({ store }: World, { id }: Asked): object {
  const found = store.find(id);
  return found?.object === 'customer' && found.deleted ? found : store.get('customer', id);
}

export function updateCustomer(world: World, { params, id }: Asked): Stripe.Customer {
  const customer = world.store.get('customer', id);
  const { email = customer.email, name = customer.name } = params as Stripe.CustomerUpdateParams;
  const metadata = { ...customer.metadata, ...metadataOf({ metadata: params.metadata }) };
  Object.assign(customer, { email: email || null, name: name || null, metadata });
  return customer;
}

export function createEntry(world: World, { params }: Asked): Stripe.SetupIntent {
  const {
    customer,
    usage = 'off_session',
    allowed_payment_method_types,
    payment_method_options,
  } = params as Stripe.SetupIntentCreateParams;
  if (customer) world.store.get('customer', customer, 'customer');
  const id = world.store.nextId('seti');
  const entry = made<Stripe.SetupIntent>('SetupIntent', {
    id,
    client_secret: `${id}_secret_${hash(id).slice(0, 24)}`,
    customer: customer ?? null,
    metadata: metadataOf(params),
    payment_method_types: allowed_payment_method_types ?? ['card'],
    payment_method_options: optionsOf(payment_method_options),
    status: 'requires_payment_method',
    usage,
    ...stamp(world),
  });
  world.store.add(entry);
  world.events.emit('setup_intent.created', entry);
  return entry;
}

type Options = Stripe.SetupIntent['payment_method_options'];

function optionsOf(sent: Stripe.SetupIntentCreateParams['payment_method_options']): Options {
  const account = sent?.us_bank_account;
  if (!account) return null;
  const { verification_method, financial_connections = {} } = account;
  const us_bank_account = {
    verification_method,
    financial_connections: { prefetch: null, ...financial_connections },
  };
  return { us_bank_account } as Options;
}

export function cancelEntry(world: World, { params, id }: Asked): Stripe.SetupIntent {
  const entry = world.store.get('setup_intent', id);
  if (entry.status === 'succeeded' || entry.status === 'canceled') throw notNow(entry);
  const { cancellation_reason = null } = params as Stripe.SetupIntentCancelParams;
  Object.assign(entry, { status: 'canceled', cancellation_reason, next_action: null });
  world.events.emit('setup_intent.canceled', entry);
  return entry;
}

/** The call of a server that confirms by itself; the portal leaves it to the browser. */
export function confirmEntry(world: World, { params, id }: Asked): Stripe.SetupIntent {
  const entry = world.store.get('setup_intent', id);
  const { payment_method } = params as Stripe.SetupIntentConfirmParams;
  const method = world.store.get('payment_method', payment_method, 'payment_method');
  return enter(world, entry, method, 'never');
}

/** @throws StripeRefusal 402 when bank or payer refuse */
export function enter(
  world: World,
  entry: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  confirmation: Confirmation,
): Stripe.SetupIntent {
  if (['succeeded', 'canceled', 'processing'].includes(entry.status)) throw notNow(entry);
  if (entry.customer) world.store.get('customer', entry.customer, 'customer');
  const plan = world.plans.get(method.id)!;
  Object.assign(entry, { payment_method: method.id, last_setup_error: null, next_action: null });
  if (plan.kind === 'bank') return enterAccount(world, entry, method, plan);
  if (typeof plan.setUp === 'object') throw failEntry(world, entry, method, plan.setUp);
  if (plan.setUp === 'good' || confirmation === 'good') return finishEntry(world, entry, method);
  if (confirmation === 'fails')
    throw failEntry(world, entry, method, { code: 'setup_intent_authentication_failure' });
  Object.assign(entry, {
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  });
  noteAttempt(world, { entry, method }, 'requires_action');
  world.events.emit('setup_intent.requires_action', entry);
  return entry;
}

function enterAccount(
  world: World,
  entry: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  { verified }: BankPlan,
): Stripe.SetupIntent {
  entry.mandate = signMandate(world, method, verified === 'instantly' ? 'active' : 'pending').id;
  if (verified === 'instantly') return finishEntry(world, entry, method);
  const verify = {
    arrival_date: world.clock.afterBankDays(1),
    hosted_verification_url: `https://payments.stripe.com/microdeposit/${entry.id}`,
    microdeposit_type: 'descriptor_code',
  };
  entry.next_action = {
    type: 'verify_with_microdeposits',
    verify_with_microdeposits: verify,
  } as Stripe.SetupIntent.NextAction;
  entry.status = 'requires_action';
  noteAttempt(world, { entry, method }, 'requires_action');
  world.events.emit('setup_intent.requires_action', entry);
  world.clock.at(world.clock.afterDays(10), () => {
    if (entry.status !== 'requires_action') return;
    failEntry(world, entry, method, { code: 'payment_method_microdeposit_verification_timeout' });
  });
  return entry;
}

// The code and the amounts that Stripe publishes: good, too many wrong ones. All others are wrong.
const RIGHT = new Set(['SM11AA', '32,45']);
const TOO_MANY = new Set(['SM33CC', '10,11']);

export function verifyDeposits(world: World, { params, id }: Asked): Stripe.SetupIntent {
  const entry = world.store.get('setup_intent', id);
  if (entry.next_action?.type !== 'verify_with_microdeposits') throw notNow(entry);
  const { amounts, descriptor_code } = params as Stripe.SetupIntentVerifyMicrodepositsParams;
  const told = descriptor_code ?? (amounts ?? []).toSorted((a, b) => a - b).join(',');
  const method = world.store.get('payment_method', entry.payment_method);
  if (RIGHT.has(told)) return finishEntry(world, entry, method);
  const kind = descriptor_code ? 'descriptor_code_mismatch' : 'amounts_mismatch';
  const prefix = 'payment_method_microdeposit_verification';
  if (TOO_MANY.has(told)) throw failEntry(world, entry, method, { code: `${prefix}_attempts_exceeded` }, 400);
  throw invalid({ code: `${prefix}_${kind}`, message: 'These are not what was sent to the account.' });
}

function finishEntry(
  world: World,
  entry: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Stripe.SetupIntent {
  Object.assign(entry, { status: 'succeeded', next_action: null, last_setup_error: null });
  noteAttempt(world, { entry, method }, 'succeeded');
  const mandate = world.store.find(entry.mandate) as Stripe.Mandate | undefined;
  if (mandate) mandate.status = 'active';
  if (entry.customer) {
    method.customer = entry.customer as string;
    world.events.emit('payment_method.attached', method);
  }
  world.events.emit('setup_intent.succeeded', entry);
  return entry;
}

function failEntry(
  world: World,
  entry: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  { isBlocked: _, ...decline }: Decline,
  status = 402,
) {
  const message = 'The method was refused.';
  const error = { type: status === 402 ? 'card_error' : 'invalid_request_error', ...decline, message };
  Object.assign(entry, { status: 'requires_payment_method', payment_method: null, next_action: null });
  noteAttempt(world, { entry, method }, 'failed');
  entry.last_setup_error = { ...error, payment_method: structuredClone(method) } as LastError;
  world.events.emit('setup_intent.setup_failed', entry);
  const said = { ...error, setup_intent: structuredClone(entry) } as Partial<Stripe.StripeRawError>;
  return status === 402 ? refusedByBank(said) : invalid({ ...said, message });
}

const notNow = (entry: Stripe.SetupIntent) =>
  invalid({
    code: 'setup_intent_unexpected_state',
    message: `This SetupIntent's status is ${entry.status}.`,
    setup_intent: structuredClone(entry),
  });

function signMandate(
  world: World,
  method: Stripe.PaymentMethod,
  status: 'active' | 'pending',
): Stripe.Mandate {
  return world.store.add(
    made<Stripe.Mandate>('Mandate', {
      id: world.store.nextId('mandate'),
      customer_acceptance: {
        accepted_at: world.clock.now(),
        type: 'online',
        online: { ip_address: '127.0.0.1', user_agent: 'a browser' },
      },
      livemode: false,
      multi_use: {},
      payment_method: method.id,
      payment_method_details: { type: 'us_bank_account', us_bank_account: {} },
      status,
      type: 'multi_use',
    } as Partial<Stripe.Mandate>),
  );
}

/** A method as Stripe's fields make it: known to Stripe, of no customer yet. */
export function typeIn(world: World, typed: Typed, { name, email, zip }: Holder): Stripe.PaymentMethod {
  const plan = planOf(typed);
  const method = made<Stripe.PaymentMethod>('PaymentMethod', {
    id: world.store.nextId('pm'),
    allow_redisplay: 'unspecified',
    billing_details: made<Stripe.PaymentMethod.BillingDetails>('PaymentMethod.BillingDetails', {
      name: name ?? null,
      email: email ?? null,
      ...(zip && { address: addressAt(zip) }),
    }),
    metadata: {},
    ...detailsOf(typed, plan),
    ...stamp(world),
  });
  world.plans.set(method.id, plan);
  return world.store.add(method);
}

const addressAt = (postal_code: string): Stripe.Address => ({
  city: null,
  country: 'US',
  line1: null,
  line2: null,
  postal_code,
  state: null,
});

function detailsOf(typed: Typed, plan: Plan): Partial<Stripe.PaymentMethod> {
  if ('number' in typed) return { type: 'card', card: cardOf(typed, plan as CardPlan) };
  const blocked = { network_code: 'R02', reason: 'bank_account_closed' } as const;
  const us_bank_account = made<Stripe.PaymentMethod.UsBankAccount>('PaymentMethod.UsBankAccount', {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: (plan as BankPlan).bank_name,
    fingerprint: hash(typed.account).slice(0, 16),
    last4: typed.account.slice(-4),
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: typed.routing ?? '110000000',
    status_details: plan.charge === 'blocked' ? { blocked } : {},
  });
  return { type: 'us_bank_account', us_bank_account };
}

const cardOf = (
  typed: Extract<Typed, { number: string }>,
  { brand, funding }: CardPlan,
): Stripe.PaymentMethod.Card =>
  made<Stripe.PaymentMethod.Card>('PaymentMethod.Card', {
    brand,
    country: 'US',
    display_brand: brand,
    exp_month: typed.exp_month ?? 12,
    exp_year: typed.exp_year ?? 2030,
    // A wallet has a number of its own for the same card.
    fingerprint: hash(`${typed.wallet ?? ''}${typed.number}`).slice(0, 16),
    funding,
    last4: typed.number.slice(-4),
    wallet: typed.wallet ? walletOf(typed.wallet) : null,
  });

const walletOf = (type: Wallet): Stripe.PaymentMethod.Card.Wallet =>
  made<Stripe.PaymentMethod.Card.Wallet>('PaymentMethod.Card.Wallet', { type, dynamic_last4: '0017' });

export function attachMethod(world: World, { params, id }: Asked): Stripe.PaymentMethod {
  const method = world.store.get('payment_method', id);
  const { customer } = params as Stripe.PaymentMethodAttachParams;
  world.store.get('customer', customer, 'customer');
  method.customer = customer ?? null;
  world.events.emit('payment_method.attached', method);
  return method;
}

export function detachMethod(world: World, { id }: Asked): Stripe.PaymentMethod {
  const method = world.store.get('payment_method', id);
  if (!method.customer)
    throw invalid({ message: 'The payment method you provided is not attached to a customer.' });
  const previous = { customer: method.customer };
  method.customer = null;
  world.events.emit('payment_method.detached', method, previous);
  return method;
}

const hash = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('base64url')
    .replaceAll(/[\d_-]/g, 'x');
