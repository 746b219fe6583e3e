import type { Stripe } from 'stripe';
import { failIntent } from './charges.ts';
import { ConfirmationTokens, type Released, type ShownToken } from './confirmation-tokens.ts';
import { type Confirmation, enter, type Holder, typeIn, verifyDeposits } from './entries.ts';
import type { Typed } from './instruments.ts';
import { pay } from './intents.ts';
import type { Kinds } from './store.ts';
import { StripeRefusal } from './stripe-error.ts';
import type { World } from './world.ts';

/** What Stripe's script gives a page: the object as it now stands, or an error to show. */
export type Shown<T> = { object: T; error?: undefined } | { error: Partial<Stripe.StripeRawError> };

/** What a page has told Stripe's fields of an intent before there was one. */
export type Told = {
  allowedPaymentMethodTypes: string[];
  paymentMethodOptions?: {
    us_bank_account?: { verification_method?: string; financial_connections?: { permissions?: string[] } };
  };
};

type Entering = { holder?: Holder; confirmation?: Confirmation; told?: Told };

type Deposits = { amounts: number[] } | { descriptor_code: string };

/**
 * What a family does in its browser with Stripe's script. It knows client secrets alone, as a browser does;
 * numbers are typed here and nowhere else.
 */
export class StripeBrowser {
  private readonly world: World;
  private readonly tokens: ConfirmationTokens;

  constructor(world: World) {
    this.world = world;
    this.tokens = new ConfirmationTokens(world);
  }

  confirmSetup(
    client_secret: string,
    typed: Typed,
    { holder = {}, confirmation = 'good', told }: Entering = {},
  ): Shown<Stripe.SetupIntent> {
    const entry = this.entryOf(client_secret);
    const mismatch = told && mismatchOf(entry, told);
    if (mismatch) return { error: { type: 'invalid_request_error', message: mismatch } };
    return shown(() => enter(this.world, entry, typeIn(this.world, typed, holder), confirmation));
  }

  /** The payer releases a card in a wallet: the page learns kind and last digits, and nothing is saved. */
  createConfirmationToken(released: Released): Shown<ShownToken> {
    return shown(() => this.tokens.make(released));
  }

  confirmSetupByToken(
    client_secret: string,
    confirmation_token: string,
    confirmation: Confirmation = 'good',
  ): Shown<Stripe.SetupIntent> {
    const entry = this.entryOf(client_secret);
    if (!entry.payment_method_types.includes('card'))
      return { error: { type: 'invalid_request_error', message: 'The SetupIntent takes no cards.' } };
    return shown(() => enter(this.world, entry, this.tokens.use(confirmation_token), confirmation));
  }

  readSetup(client_secret: string): Stripe.SetupIntent {
    return structuredClone(this.entryOf(client_secret));
  }

  /** The payer confirms the card that he enters, fails to, or closes the window of his bank. */
  handleNextSetupAction(client_secret: string, confirmation: Confirmation): Shown<Stripe.SetupIntent> {
    const entry = this.entryOf(client_secret);
    const method = this.world.store.get('payment_method', entry.payment_method);
    return shown(() => enter(this.world, entry, method, confirmation));
  }

  /** The payer confirms, fails to, or closes the window of his bank. */
  handleNextAction(client_secret: string, confirmation: Confirmation = 'good'): Shown<Stripe.PaymentIntent> {
    const { store, events } = this.world;
    const intent = this.bySecret('payment_intent', client_secret);
    const method = store.get('payment_method', intent.payment_method);
    if (confirmation === 'never' || intent.status !== 'requires_action') return { object: intent };
    return shown(() => {
      if (confirmation === 'fails') {
        const code = 'payment_intent_authentication_failure';
        const message = 'The payer could not be authenticated.';
        failIntent(intent, method, { type: 'invalid_request_error', code, message });
        events.emit('payment_intent.payment_failed', intent);
        throw new StripeRefusal(400, { type: 'invalid_request_error', code, message });
      }
      pay(this.world, intent, method, 'confirmed');
      return intent;
    });
  }

  /** What a family does on Stripe's page of verification, once the deposits have arrived. */
  verifyMicrodeposits(client_secret: string, told: Deposits): Shown<Stripe.SetupIntent> {
    const { id } = this.entryOf(client_secret);
    return shown(() => verifyDeposits(this.world, { params: { ...told }, id, key: null }));
  }

  private entryOf(client_secret: string): Stripe.SetupIntent {
    return this.bySecret('setup_intent', client_secret);
  }

  private bySecret<K extends 'setup_intent' | 'payment_intent'>(kind: K, client_secret: string): Kinds[K] {
    const found = this.world.store.list(kind).find((one) => one.client_secret === client_secret);
    if (!found) throw new Error('No such client secret');
    return found;
  }
}

/** Fields that were drawn before their intent are held against it. */
function mismatchOf(entry: Stripe.SetupIntent, told: Told): string | undefined {
  const given = told.paymentMethodOptions?.us_bank_account;
  const expected = entry.payment_method_options?.us_bank_account;
  const pairs = [
    ['payment_method_types', told.allowedPaymentMethodTypes, entry.payment_method_types],
    ['verification_method', given?.verification_method, expected?.verification_method],
    ['permissions', given?.financial_connections?.permissions, expected?.financial_connections?.permissions],
  ] as const;
  for (const [name, theirs, ours] of pairs) {
    const [provided, wanted] = [theirs, ours].map((one) => JSON.stringify(one) ?? 'none');
    if (provided !== wanted)
      return `The provided ${name} (${provided}) does not match the expected ${name} (${wanted}).`;
  }
  return undefined;
}

function shown<T>(act: () => T): Shown<T> {
  try {
    return { object: structuredClone(act()) };
  } catch (error) {
    if (error instanceof StripeRefusal) return { error: error.error };
    throw error;
  }
}
