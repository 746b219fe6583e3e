import type { Stripe } from 'stripe';
import { chargeCard, chargeSlowly, codeOfFailure, debit, declineCard, failIntent } from './charges.ts';
import type { CardPlan, DebitLimit, Decline, Plan } from './instruments.ts';
import { made } from './store.ts';
import { invalid, refusedByBank, StripeRefusal } from './stripe-error.ts';
import { type Asked, metadataOf, stamp, type World } from './world.ts';

/* Payment intents: created, confirmed by the server or by the payer, and ended. */

type Intent = Stripe.PaymentIntent;
type Method = Stripe.PaymentMethod;

const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;

/** @throws StripeRefusal 402 when the method is refused: the intent stays, and says why */
export function createIntent(world: World, { params }: Asked): Intent {
  const sent = params as unknown as Stripe.PaymentIntentCreateParams;
  checkAmount(sent);
  const { customer, payment_method } = sent;
  if (customer) world.store.get('customer', customer, 'customer');
  const method = payment_method ? usableMethod(world, sent) : undefined;
  if (sent.off_session && !sent.confirm)
    throw invalid({ param: 'off_session', message: 'off_session may be sent only with confirm.' });
  checkReturn(sent);
  checkUsage(sent);
  const id = world.store.nextId('pi');
  const intent = made<Intent>('PaymentIntent', {
    id,
    amount: sent.amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${'x'.repeat(16)}`,
    confirmation_method: 'automatic',
    currency: sent.currency,
    customer: customer ?? null,
    description: sent.description ?? null,
    metadata: metadataOf(params),
    payment_method: method?.id ?? null,
    payment_method_types: sent.allowed_payment_method_types ?? ['card'],
    statement_descriptor: sent.statement_descriptor ?? null,
    statement_descriptor_suffix: sent.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    ...stamp(world),
  } as Partial<Intent>);
  world.store.add(intent);
  world.events.emit('payment_intent.created', intent);
  if (sent.confirm) pay(world, intent, method, sent.off_session ? 'away' : 'here');
  return intent;
}

/** Whether a payer at the screen needs an address for the way back is assumed: the stricter rule. */
function checkReturn({ confirm, off_session, return_url }: Stripe.PaymentIntentCreateParams): void {
  if (return_url === undefined && confirm && !off_session)
    throw invalid({
      param: 'return_url',
      message: 'Provide a return_url: the payer may have to be sent to a page of the bank.',
    });
  if (return_url === undefined) return;
  if (!confirm) throw invalid({ param: 'return_url', message: 'return_url may be sent only with confirm.' });
  if (!/^https?:$/.test(URL.parse(return_url)?.protocol ?? ''))
    throw invalid({ code: 'url_invalid', param: 'return_url', message: `Not a valid URL: ${return_url}` });
}

/** The usage of a saved card is told where its payer is away, and beside no other use of it. */
function checkUsage({
  payment_method_options,
  off_session,
  ...sent
}: Stripe.PaymentIntentCreateParams): void {
  const card = payment_method_options?.card;
  if (!card || card.stored_credential_usage === undefined) return;
  const param = 'payment_method_options[card][stored_credential_usage]';
  if (!off_session || sent.setup_future_usage)
    throw invalid({ param, message: 'stored_credential_usage is for payments with off_session.' });
  if (!(sent.allowed_payment_method_types ?? ['card']).includes('card'))
    throw invalid({ param, message: 'The payment takes no cards.' });
}

function checkAmount({
  amount,
  currency,
  statement_descriptor,
  ...sent
}: Stripe.PaymentIntentCreateParams): void {
  const types = sent.allowed_payment_method_types ?? ['card'];
  if (!Number.isSafeInteger(amount))
    throw invalid({
      code: 'parameter_invalid_integer',
      param: 'amount',
      message: `Invalid integer: ${amount}`,
    });
  if (currency !== 'usd') throw invalid({ param: 'currency', message: `Invalid currency: ${currency}` });
  if (amount < MIN_CENTS)
    throw invalid({
      code: 'amount_too_small',
      param: 'amount',
      message: 'Amount must be at least $0.50 usd',
    });
  if (amount > MAX_CENTS)
    throw invalid({
      code: 'amount_too_large',
      param: 'amount',
      message: 'Amount must be no more than $999,999.99',
    });
  if (statement_descriptor && types.includes('card'))
    throw invalid({
      param: 'statement_descriptor',
      message: 'Cards take statement_descriptor_suffix instead.',
    });
  const text = statement_descriptor ?? sent.statement_descriptor_suffix ?? 'NONE';
  if (text.length > 22 || /[<>\\'"*]/.test(text) || !/[A-Za-z]/.test(text))
    throw invalid({ param: 'statement_descriptor', message: `Invalid statement descriptor: ${text}` });
}

// How Stripe refuses another customer's method is assumed; of a detached one it says neither code nor param.
function usableMethod(
  world: World,
  { customer, payment_method, ...sent }: Stripe.PaymentIntentCreateParams,
): Method {
  const method = world.store.get('payment_method', payment_method, 'payment_method');
  const types: readonly string[] = sent.allowed_payment_method_types ?? ['card'];
  if (!method.customer)
    throw invalid({
      message: 'The provided PaymentMethod was detached from a Customer. It may not be used again.',
    });
  if (method.customer !== customer)
    throw invalid({
      code: 'resource_missing',
      param: 'payment_method',
      message: `The customer does not have a payment method with the ID ${method.id}.`,
    });
  if (!types.includes(method.type))
    throw invalid({
      code: 'payment_intent_incompatible_payment_method',
      param: 'payment_method',
      message: `The PaymentMethod is a ${method.type}.`,
    });
  return method;
}

type Presence = 'here' | 'away' | 'confirmed';

/** @throws StripeRefusal 402 or 400 when the method is refused */
export function pay(world: World, intent: Intent, method: Method | undefined, presence: Presence): void {
  if (!method) throw invalid({ param: 'payment_method', message: 'A payment method is needed to confirm.' });
  Object.assign(intent, { payment_method: method.id, last_payment_error: null });
  const plan = world.plans.get(method.id)!;
  if (plan.kind === 'bank') return payByBank(world, intent, method);
  const decline = world.switches.declines.shift() ?? declineOf(plan);
  if (typeof decline === 'object') {
    const charge = declineCard(world, intent, method, decline);
    throw refused(intent, method, { ...decline, charge: charge.id });
  }
  if (decline === 'confirm' && presence === 'away') {
    const asked = { code: 'authentication_required', decline_code: 'authentication_required' };
    const charge = declineCard(world, intent, method, asked);
    throw refused(intent, method, { ...asked, charge: charge.id });
  }
  if (decline === 'confirm' && presence === 'here') {
    Object.assign(intent, {
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    });
    world.events.emit('payment_intent.requires_action', intent);
    return;
  }
  if (plan.goodCharges) plan.goodCharges -= 1;
  if (decline === 'slow') return chargeSlowly(world, intent, method);
  chargeCard(world, intent, method);
}

function declineOf({ charge, goodCharges }: CardPlan): Decline | 'confirm' | 'slow' | undefined {
  if (goodCharges || charge === 'good') return undefined;
  return charge;
}

// Whether a blocked account is refused with 400, and how the company's limit is answered, is assumed.
function payByBank(world: World, intent: Intent, method: Method): void {
  const plan = world.plans.get(method.id);
  const blocked = method.us_bank_account?.status_details?.blocked;
  if (plan?.charge === 'blocked' || blocked) {
    const error = {
      type: 'invalid_request_error',
      code: 'payment_method_bank_account_blocked',
      message: 'The bank has blocked debits of this account.',
    } as const;
    failIntent(intent, method, error);
    world.events.emit('payment_intent.payment_failed', intent);
    throw invalid({ ...error, payment_intent: structuredClone(intent) });
  }
  const limit = limitOf(world, plan);
  if (limit && limit.answer !== 'days_later') throw beyondLimit(world, intent, method, limit);
  debit(world, intent, method);
}

function limitOf({ switches }: World, plan: Plan | undefined): DebitLimit | undefined {
  if (switches.debitLimit) return switches.debitLimit;
  const charge = plan?.charge;
  return typeof charge === 'object' && 'limit' in charge ? charge : undefined;
}

function beyondLimit(world: World, intent: Intent, method: Method, { limit, answer }: DebitLimit) {
  failIntent(intent, method, { code: codeOfFailure(limit) as never });
  world.events.emit('payment_intent.payment_failed', intent);
  if (!answer || answer === 'card_error') return refused(intent, method, { code: limit });
  const said = { code: limit, message: 'The payment would exceed your limit.' };
  const error = { type: 'invalid_request_error', ...said, payment_intent: structuredClone(intent) } as const;
  return new StripeRefusal(answer === 'invalid_402' ? 402 : 400, error);
}

function refused(
  intent: Intent,
  method: Method,
  { isBlocked: _, ...said }: Decline & { charge?: string },
): StripeRefusal {
  const objects = { payment_intent: structuredClone(intent), payment_method: structuredClone(method) };
  return refusedByBank({ message: 'Your card was declined.', ...said, ...objects });
}

/** The call of a server that confirms later; the portal confirms as it creates. */
export function confirmIntent(world: World, { params, id }: Asked): Intent {
  const intent = world.store.get('payment_intent', id);
  const { payment_method = intent.payment_method, off_session } = params as Stripe.PaymentIntentConfirmParams;
  if (!['requires_confirmation', 'requires_payment_method'].includes(intent.status)) throw notNow(intent);
  const chosen = payment_method
    ? usableMethod(world, {
        amount: intent.amount,
        currency: intent.currency,
        customer: intent.customer as string,
        payment_method: payment_method as string,
        allowed_payment_method_types: intent.payment_method_types as never,
      })
    : undefined;
  pay(world, intent, chosen, off_session ? 'away' : 'here');
  return intent;
}

export function cancelIntent(world: World, { params, id }: Asked): Intent {
  const intent = world.store.get('payment_intent', id);
  // A debit that is on its way cannot be called back.
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw notNow(intent);
  const { cancellation_reason = null } = params as Stripe.PaymentIntentCancelParams;
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: world.clock.now(),
    cancellation_reason,
    next_action: null,
  });
  world.events.emit('payment_intent.canceled', intent);
  return intent;
}

const notNow = (intent: Intent) =>
  invalid({
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent's status is ${intent.status}.`,
    payment_intent: structuredClone(intent),
  });
