import type { Stripe } from 'stripe';
import { openDispute } from './disputes.ts';
import { type BankPlan, type CardPlan, type Decline, WORDS } from './instruments.ts';
import { feeOf, makeAvailable, move, type Movement } from './ledger.ts';
import { made } from './store.ts';
import { stamp, type World } from './world.ts';

/* What becomes of a confirmed payment intent: charges of cards at once, debits of accounts in days. */

type Intent = Stripe.PaymentIntent;
type Method = Stripe.PaymentMethod;

const SETTLES_AFTER = 4;

export function chargeCard(world: World, intent: Intent, method: Method): void {
  const charge = makeCharge(world, intent, method, 'succeeded');
  capture(world, intent, charge);
  disputeAtOnce(world, charge, world.plans.get(method.id) as CardPlan);
}

/** A card whose bank takes its time. */
export function chargeSlowly(world: World, intent: Intent, method: Method): void {
  const charge = makeCharge(world, intent, method, 'pending');
  Object.assign(intent, { status: 'processing', next_action: null });
  world.events.emit('payment_intent.processing', intent);
  world.clock.at(world.clock.now() + 3600, () => {
    Object.assign(charge, { status: 'succeeded', paid: true });
    capture(world, intent, charge);
  });
}

function capture(world: World, intent: Intent, charge: Stripe.Charge): void {
  const movement = move(world, {
    type: 'charge',
    category: 'charge',
    amount: charge.amount,
    fee: feeOf('card', charge.amount),
    source: charge.id,
    availableAfter: 2,
  });
  charge.balance_transaction = movement.id;
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, next_action: null });
  world.events.emit('charge.succeeded', charge);
  world.events.emit('payment_intent.succeeded', intent);
}

function disputeAtOnce(world: World, charge: Stripe.Charge, { later }: CardPlan): void {
  if (later === 'dispute') openDispute(world, charge, { reason: 'fraudulent' });
  if (later === 'not_received') openDispute(world, charge, { reason: 'product_not_received' });
  if (later === 'prevented') openDispute(world, charge, { reason: 'fraudulent', isPrevented: true });
  if (later === 'inquiry') openDispute(world, charge, { reason: 'fraudulent', isInquiry: true });
  if (later === 'warning')
    world.events.emit('radar.early_fraud_warning.created', {
      id: world.store.nextId('issfr'),
      object: 'radar.early_fraud_warning',
      actionable: true,
      charge: charge.id,
      fraud_type: 'made_with_stolen_card',
      payment_intent: intentOf(charge),
      ...stamp(world),
    });
}

/** A charge that the bank refused, and what the intent says of it. */
export function declineCard(world: World, intent: Intent, method: Method, decline: Decline): Stripe.Charge {
  const charge = makeCharge(world, intent, method, 'failed');
  const { code, decline_code, isBlocked = false, ...advice } = decline;
  Object.assign(charge, { failure_code: code, failure_message: 'Your card was declined.' });
  charge.outcome = made<Stripe.Charge.Outcome>('Charge.Outcome', {
    ...advice,
    network_status: isBlocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: isBlocked ? 'highest_risk_level' : (decline_code ?? code),
    type: isBlocked ? 'blocked' : 'issuer_declined',
  });
  failIntent(intent, method, { code, decline_code, ...advice, charge: charge.id });
  world.events.emit('charge.failed', charge);
  world.events.emit('payment_intent.payment_failed', intent);
  return charge;
}

export function failIntent(
  intent: Intent,
  method: Method,
  error: Partial<Stripe.PaymentIntent.LastPaymentError>,
): void {
  const said = { type: 'card_error', message: 'The payment was refused.', ...error } as const;
  intent.last_payment_error = { ...said, payment_method: structuredClone(method) };
  Object.assign(intent, { status: 'requires_payment_method', payment_method: null, next_action: null });
}

export function debit(world: World, intent: Intent, method: Method): void {
  const charge = makeCharge(world, intent, method, 'pending');
  const movement = move(world, {
    type: 'payment',
    category: 'charge',
    amount: charge.amount,
    source: charge.id,
    fee: feeOf('us_bank_account', charge.amount),
    availableAfter: null,
  });
  charge.balance_transaction = movement.id;
  Object.assign(intent, { status: 'processing', next_action: null });
  world.events.emit('charge.pending', charge);
  world.events.emit('payment_intent.processing', intent);
  schedule(world, { intent, method, charge, movement });
}

type Debit = { intent: Intent; method: Method; charge: Stripe.Charge; movement: Movement };

function schedule(world: World, one: Debit): void {
  const { clock } = world;
  const plan = world.plans.get(one.method.id) as BankPlan;
  const { charge: outcome, days, isAfterSettling = false } = plan;
  if (outcome === 'stays') return;
  const isReturned = typeof outcome === 'object' && 'returns' in outcome;
  const returns = isReturned ? outcome.returns : limitLater(world, plan);
  if (!returns || isAfterSettling)
    clock.at(clock.afterBankDays((isAfterSettling ? undefined : days) ?? SETTLES_AFTER), () =>
      settle(world, one),
    );
  if (returns && !isAfterSettling)
    clock.at(clock.afterBankDays(days ?? 2), () => returnDebit(world, one, returns, plan));
  if (returns && isAfterSettling)
    clock.at(clock.afterBankDays(SETTLES_AFTER) + (days ?? 1) * 86_400, () => {
      const says = codesOf(returns, plan);
      openDispute(world, one.charge, {
        reason: returns === 'R10' ? 'debit_not_authorized' : (says.word ?? 'bank_cannot_process'),
        network_reason_code: says.network_code,
        isFinal: true,
      });
    });
}

/** A debit that the company's limit stops only after it was taken. */
function limitLater({ switches }: World, { charge }: BankPlan): string | null {
  const planned = typeof charge === 'object' && 'limit' in charge ? charge : null;
  const limit = switches.debitLimit ?? planned;
  return limit?.answer === 'days_later' ? limit.limit : null;
}

function settle(world: World, { intent, charge, movement }: Debit): void {
  Object.assign(charge, { status: 'succeeded', paid: true });
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
  makeAvailable(movement);
  world.events.emit('charge.succeeded', charge);
  world.events.emit('payment_intent.succeeded', intent);
}

/** The bank returns a debit that has not settled: the movement of its submission is taken back. */
function returnDebit(
  world: World,
  { intent, method, charge, movement }: Debit,
  code: string,
  plan: BankPlan,
): void {
  const { word, network_code } = codesOf(code, plan);
  makeAvailable(movement);
  const back = move(world, {
    type: 'payment_failure_refund',
    category: 'charge_failure',
    amount: -charge.amount,
    source: charge.id,
    availableAfter: 0,
  });
  Object.assign(charge, {
    status: 'failed',
    failure_code: word ?? 'bank_account_declined',
    failure_message: 'The bank returned the debit.',
    failure_balance_transaction: back.id,
  });
  charge.outcome = made<Stripe.Charge.Outcome>('Charge.Outcome', {
    network_decline_code: network_code,
    network_status: 'declined_by_network',
    reason: word,
    type: 'issuer_declined',
  });
  failIntent(intent, method, {
    code: codeOfFailure(word) as never,
    ...(network_code && { network_decline_code: network_code }),
    charge: charge.id,
  });
  if (network_code === 'R02' && method.us_bank_account)
    method.us_bank_account.status_details = {
      blocked: { network_code: 'R02', reason: 'bank_account_closed' },
    };
  world.events.emit('charge.failed', charge);
  world.events.emit('payment_intent.payment_failed', intent);
}

/** The description of an intent's error has no weekly limit; a call and a charge may say it. */
export const codeOfFailure = (word: string | null): string =>
  word === 'charge_exceeds_weekly_limit'
    ? 'charge_exceeds_source_limit'
    : (word ?? 'payment_intent_payment_attempt_failed');

function codesOf(code: string, { says = 'code' }: BankPlan) {
  if (!/^R\d\d$/.test(code)) return { word: code, network_code: null };
  return {
    word: says === 'nothing' ? null : (WORDS[code] ?? 'bank_account_declined'),
    network_code: says === 'code' ? code : null,
  };
}

const intentOf = ({ payment_intent }: Stripe.Charge): string => payment_intent as string;

function makeCharge(
  world: World,
  intent: Intent,
  method: Method,
  status: Stripe.Charge['status'],
): Stripe.Charge {
  const charge = made<Stripe.Charge>('Charge', {
    id: world.store.nextId(method.type === 'card' ? 'ch' : 'py'),
    amount: intent.amount,
    amount_captured: status === 'failed' ? 0 : intent.amount,
    amount_refunded: 0,
    billing_details: { ...method.billing_details, tax_id: null } as Stripe.Charge.BillingDetails,
    captured: status !== 'failed',
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    metadata: { ...intent.metadata },
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(world, method),
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    outcome: made<Stripe.Charge.Outcome>('Charge.Outcome', {
      network_status: 'approved_by_network',
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    }),
    ...stamp(world),
  });
  intent.latest_charge = charge.id;
  return world.store.add(charge);
}

function detailsOf(
  world: World,
  { id, type, card, us_bank_account: bank }: Method,
): Stripe.Charge.PaymentMethodDetails {
  if (card) {
    const { brand, country, exp_month, exp_year, funding, last4, fingerprint } = card;
    const shown = { brand, country, exp_month, exp_year, funding, last4, fingerprint };
    return { type, card: made('Charge.PaymentMethodDetails.Card', shown as never) };
  }
  const { routing_number, last4, bank_name, fingerprint, account_type, account_holder_type } = bank!;
  const shown = { routing_number, last4, bank_name, fingerprint, account_type, account_holder_type };
  const mandate = world.store.list('mandate').find((one) => one.payment_method === id);
  return {
    type,
    us_bank_account: made('Charge.PaymentMethodDetails.UsBankAccount', {
      ...shown,
      ...(mandate && { mandate: mandate.id }),
    } as never),
  };
}
