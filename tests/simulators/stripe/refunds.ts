import type { Stripe } from 'stripe';
import type { CardPlan } from './instruments.ts';
import { move } from './ledger.ts';
import { made } from './store.ts';
import { invalid } from './stripe-error.ts';
import { type Asked, metadataOf, stamp, type World } from './world.ts';

/* Refunds: at once, on their way for days, and come back after they had succeeded. */

type Refund = Stripe.Refund;

const DAYS = 86_400;
const DEBIT_DAYS = 180;

export function createRefund(world: World, { params }: Asked): Refund {
  const sent = params as Stripe.RefundCreateParams;
  const charge = chargeOf(world, sent);
  const amount = sent.amount ?? charge.amount - charge.amount_refunded;
  checkRefund(world, charge, amount);
  const refund = made<Refund>('Refund', {
    id: world.store.nextId('re'),
    amount,
    charge: charge.id,
    created: stamp(world).created,
    currency: charge.currency,
    metadata: metadataOf(params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: sent.reason ?? null,
    status: 'pending',
  } as Partial<Refund>);
  world.store.add(refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  begin(world, refund, charge);
  world.events.emit('refund.created', refund);
  return refund;
}

function chargeOf(world: World, { charge, payment_intent }: Stripe.RefundCreateParams): Stripe.Charge {
  if (charge) return world.store.get('charge', charge, 'charge');
  if (!payment_intent)
    throw invalid({
      code: 'parameter_missing',
      param: 'payment_intent',
      message: 'One of charge, payment_intent.',
    });
  const intent = world.store.get('payment_intent', payment_intent, 'payment_intent');
  if (!intent.latest_charge || intent.status === 'requires_payment_method')
    throw invalid({ param: 'payment_intent', message: 'This PaymentIntent has no successful charge.' });
  return world.store.get('charge', intent.latest_charge);
}

function checkRefund(world: World, charge: Stripe.Charge, amount: number): void {
  const left = charge.amount - charge.amount_refunded;
  if (charge.disputed && !mayRefundDisputed(world, charge))
    throw invalid({ code: 'charge_disputed', message: `Charge ${charge.id} has been charged back.` });
  if (left === 0)
    throw invalid({
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw invalid({
      code: 'parameter_invalid_integer',
      param: 'amount',
      message: `Invalid amount: ${amount}`,
    });
  if (amount > left)
    throw invalid({
      param: 'amount',
      message: `Refund amount (${amount}) is greater than what is left (${left}).`,
    });
  if (world.switches.refunds[0] === 'refused_for_balance') {
    world.switches.refunds.shift();
    throw invalid({ code: 'balance_insufficient', message: 'The balance does not reach for this refund.' });
  }
  const isDebit = charge.payment_method_details?.type === 'us_bank_account';
  // With which words Stripe refuses the refund of an old debit is assumed.
  if (isDebit && world.clock.now() > charge.created + DEBIT_DAYS * DAYS)
    throw invalid({ code: 'charge_not_refundable', message: 'Debits can be refunded for 180 days.' });
}

const mayRefundDisputed = (world: World, { id }: Stripe.Charge): boolean =>
  world.store
    .list('dispute')
    .filter(({ charge }) => charge === id)
    .every(({ is_charge_refundable, status }) => is_charge_refundable || status === 'won');

function begin(world: World, refund: Refund, charge: Stripe.Charge): void {
  const { clock } = world;
  const isDebit = charge.payment_method_details?.type === 'us_bank_account';
  const plan = world.plans.get(charge.payment_method!) as CardPlan | undefined;
  const how = world.switches.refunds.shift() ?? plan?.refund ?? (isDebit ? 'pending' : 'succeeds');
  if (charge.status === 'pending') return wait(world, refund, charge, 'charge_pending');
  if (how === 'no_balance') return wait(world, refund, charge, 'insufficient_funds');
  takeOut(world, refund, charge);
  if (how === 'pending') {
    refund.pending_reason = 'processing';
    clock.at(clock.afterBankDays(2), () => succeed(world, refund));
    return;
  }
  refund.status = 'succeeded';
  if (how === 'comes_back') clock.at(clock.afterDays(3), () => fail(world, refund));
}

/** A refund whose money is not there yet: until the debit settles, or our balance is topped up. */
function wait(
  world: World,
  refund: Refund,
  charge: Stripe.Charge,
  reason: Stripe.Refund.PendingReason,
): void {
  refund.pending_reason = reason;
  world.clock.at(world.clock.afterBankDays(5), () => {
    if (refund.status !== 'pending') return;
    if (charge.status !== 'succeeded' || !isCovered(world, refund)) return fail(world, refund);
    takeOut(world, refund, charge);
    succeed(world, refund);
  });
}

const isCovered = (world: World, { pending_reason }: Refund): boolean =>
  pending_reason === 'charge_pending' || !world.switches.refunds.includes('no_balance');

function takeOut(world: World, refund: Refund, charge: Stripe.Charge): void {
  const isDebit = charge.payment_method_details?.type === 'us_bank_account';
  const movement = move(world, {
    type: isDebit ? 'payment_refund' : 'refund',
    category: 'refund',
    amount: -refund.amount,
    source: refund.id,
    availableAfter: 0,
  });
  refund.balance_transaction = movement.id;
  world.events.emit('charge.refunded', charge);
}

function succeed(world: World, refund: Refund): void {
  if (refund.status !== 'pending') return;
  refund.status = 'succeeded';
  delete refund.pending_reason;
  world.events.emit('refund.updated', refund);
}

/** The money comes back to our balance, days after we were told that it had gone. */
export function fail(world: World, refund: Refund, reason = world.switches.failure_reason): void {
  const charge = world.store.get('charge', refund.charge);
  Object.assign(refund, { status: 'failed', failure_reason: reason });
  delete refund.pending_reason;
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  if (refund.balance_transaction) {
    const back = move(world, {
      type: 'refund_failure',
      category: 'refund_failure',
      amount: refund.amount,
      source: refund.id,
      availableAfter: 0,
    });
    refund.failure_balance_transaction = back.id;
  }
  world.events.emit('refund.failed', refund);
}

/** @throws StripeRefusal  Stripe cancels only what waits for the payer, which none of ours does */
export function cancelRefund(world: World, { id }: Asked): Refund {
  const refund = world.store.get('refund', id);
  if (refund.status !== 'requires_action')
    throw invalid({ message: `A refund that is ${refund.status} cannot be canceled.` });
  refund.status = 'canceled';
  world.events.emit('refund.updated', refund);
  return refund;
}
