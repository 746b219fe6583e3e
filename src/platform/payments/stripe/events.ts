import type { Stripe } from 'stripe';
import type { Secret } from '#kit/secret.ts';
import type { DeliveredEvent } from '#platform/payments/delivered-event.ts';
import type { ObservedObject, ProcessorEvent } from '#platform/payments/gateway.ts';
import { type Account, askForAll } from './ask.ts';

/* Only the name of the changed object is read from an event, and nothing is stored. */

/** the largest age of a delivered event, in seconds, against replays of old events */
const MAX_AGE = 300;

export class BadSignature extends Error {}

export async function* eventsSince(account: Account, at: Date): AsyncGenerator<ProcessorEvent> {
  // Stripe counts whole seconds.
  const asked = { created: { gte: Math.ceil(at.getTime() / 1000) } };
  const list = (from: object) => account.stripe.events.list({ ...asked, ...from });
  for await (const event of askForAll<Stripe.Event>(account, list, { object: 'event' })) {
    const observed = observedIn(event);
    if (observed) yield observed;
  }
}

/** There are two secrets while a secret is replaced. @throws BadSignature */
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
      // Signed, but of another kind: events of the second API of Stripe have no object.
      if (type !== 'StripeSignatureVerificationError') return undefined;
    }
  }
  throw new BadSignature('no secret of ours has signed this');
}

type Seen = ObservedObject['kind'];

/** The endpoint is set up for these events (docs/operations.md). */
export const EVENT_KINDS: Readonly<Record<string, Seen>> = {
  'payment_intent.succeeded': 'charge',
  'payment_intent.processing': 'charge',
  'payment_intent.payment_failed': 'charge',
  'payment_intent.canceled': 'charge',
  'payment_intent.requires_action': 'charge',
  // For a debit, the dispute is a return; only reading the dispute shows the difference.
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

function observedIn({ id, created, type, data }: Stripe.Event): ProcessorEvent | undefined {
  const object = observedObject(type, data?.object as unknown as Record<string, unknown>);
  return object && { id, at: new Date(created * 1000), object };
}

function observedObject(type: string, object: Record<string, unknown> = {}): ObservedObject | undefined {
  const kind = Object.hasOwn(EVENT_KINDS, type) ? EVENT_KINDS[type] : undefined;
  // A warning is handled by the charge under suspicion.
  const ref = kind === 'warning' ? object.payment_intent : object.id;
  return kind && typeof ref === 'string' ? { kind, ref } : undefined;
}
