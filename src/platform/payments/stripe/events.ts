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

const OF_INTENTS = new Set(['succeeded', 'processing', 'payment_failed', 'canceled', 'requires_action']);

const OF_ENTRIES = new Set(['succeeded', 'setup_failed', 'requires_action']);
const OF_METHODS = new Set(['automatically_updated', 'detached']);

/** @returns undefined for what says nothing of what the portal looks at */
function observedIn({ id, created, type, data }: Stripe.Event): ProcessorEvent | undefined {
  const object = observedObject(type, data?.object as unknown as Record<string, unknown>);
  return object && { id, at: new Date(created * 1000), object };
}

function observedObject(type: string, object: Record<string, unknown> = {}): ObservedObject | undefined {
  const [group, ...rest] = type.split('.');
  const called = (kind: ObservedObject['kind'], ref: unknown): ObservedObject | undefined =>
    typeof ref === 'string' ? { kind, ref } : undefined;
  if (group === 'payment_intent' && OF_INTENTS.has(rest.join('.'))) return called('charge', object.id);
  // Of a debit it is a return; which it is, its reading says.
  if (type.startsWith('charge.dispute.')) return called('dispute', object.id);
  if (type === 'radar.early_fraud_warning.created') return called('warning', object.payment_intent);
  if (group === 'setup_intent' && OF_ENTRIES.has(rest.join('.'))) return called('entry', object.id);
  if (group === 'payment_method' && OF_METHODS.has(rest.join('.'))) return called('method', object.id);
  if (type === 'mandate.updated') return called('mandate', object.id);
  if (group === 'payout') return called('payout', object.id);
  return group === 'refund' ? called('refund', object.id) : undefined;
}
