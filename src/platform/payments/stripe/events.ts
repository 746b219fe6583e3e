import type { Stripe } from 'stripe';
import type { Secret } from '#kit/secret.ts';
import type { DeliveredEvent } from '#platform/payments/delivered-event.ts';
import type { ObservedObject, ProcessorEvent } from '#platform/payments/gateway.ts';
import { type Account, askForAll } from './ask.ts';

/* Events only name an object that has changed; nothing else of them is read, and none of it is kept. */

/** How old a delivered event may be, in seconds, so that nobody plays an old one again. */
const MAX_AGE = 300;

/** A delivered event is not what Stripe has signed, or was signed too long ago. */
export class BadSignature extends Error {}

/** Everything that has happened since an instant of Stripe's clock. @throws Unanswered */
export async function* eventsSince(account: Account, at: Date): AsyncGenerator<ProcessorEvent> {
  // Stripe counts whole seconds.
  const asked = { created: { gte: Math.ceil(at.getTime() / 1000) } };
  const list = (from: object) => account.stripe.events.list({ ...asked, ...from });
  for await (const event of askForAll<Stripe.Event>(account, list, { object: 'event', id: /^evt_/ })) {
    const observed = observedIn(event);
    if (observed) yield observed;
  }
}

/**
 * Reads an event that was delivered: the bytes as they came, and the header with their signature. While a
 * secret is rolled there are two.
 * @throws BadSignature
 */
export function parseEvent(
  { stripe, isLive }: Account,
  secrets: readonly Secret[],
  delivered: DeliveredEvent,
): ProcessorEvent | 'not_ours' {
  const event = signedBy(stripe, secrets, delivered);
  if (event?.object !== 'event' || event.livemode !== isLive || event.account) return 'not_ours';
  return observedIn(event) ?? 'not_ours';
}

function signedBy(
  stripe: Stripe,
  secrets: readonly Secret[],
  { raw, signature = '', now }: DeliveredEvent,
): Stripe.Event | undefined {
  for (const secret of secrets) {
    try {
      const at = now.getTime();
      return stripe.webhooks.constructEvent(raw, signature, secret.reveal(), MAX_AGE, undefined, at);
    } catch (error) {
      const { type } = error as Stripe.errors.StripeError;
      // Otherwise it is signed and of another kind: events of Stripe's second API have no object.
      if (type !== 'StripeSignatureVerificationError') return undefined;
    }
  }
  throw new BadSignature('no secret of ours has signed this');
}

type Seen = ObservedObject['kind'];

/**
 * The events that the portal looks at, by Stripe's names of them, each with what it tells of: the endpoint is
 * told of these (docs/operations.md).
 */
export const EVENT_KINDS: Readonly<Record<string, Seen>> = {
  'payment_intent.succeeded': 'charge',
  'payment_intent.processing': 'charge',
  'payment_intent.payment_failed': 'charge',
  'payment_intent.canceled': 'charge',
  'payment_intent.requires_action': 'charge',
  // Of a debit it is a return; which it is, its reading says.
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'radar.early_fraud_warning.created': 'warning',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'setup_intent.succeeded': 'entry',
  'setup_intent.setup_failed': 'entry',
  'setup_intent.requires_action': 'entry',
  'payment_method.automatically_updated': 'method',
  'payment_method.detached': 'method',
  'mandate.updated': 'mandate',
  'payout.created': 'payout',
  'payout.updated': 'payout',
  'payout.paid': 'payout',
  'payout.failed': 'payout',
  'payout.canceled': 'payout',
  'payout.reconciliation_completed': 'payout',
};

/** @returns undefined for what says nothing of what the portal looks at */
function observedIn({ id, created, type, data }: Stripe.Event): ProcessorEvent | undefined {
  const object = observedObject(type, data?.object as unknown as Record<string, unknown>);
  return object && { id, at: new Date(created * 1000), object };
}

function observedObject(type: string, object: Record<string, unknown> = {}): ObservedObject | undefined {
  const kind = Object.hasOwn(EVENT_KINDS, type) ? EVENT_KINDS[type] : undefined;
  // A warning is looked at by the charge that it warns of.
  const ref = kind === 'warning' ? object.payment_intent : object.id;
  return kind && typeof ref === 'string' ? { kind, ref } : undefined;
}
