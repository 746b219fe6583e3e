import type { Stripe } from 'stripe';
import { made } from './store.ts';
import { stamp, type World } from './world.ts';

type Noted = { entry: Stripe.SetupIntent; method: Stripe.PaymentMethod };

/** Keeps each try to save a method; one that waits for its payer goes on as the same. */
export function noteAttempt(
  world: World,
  { entry, method }: Noted,
  status: 'requires_action' | 'succeeded' | 'failed',
): void {
  const { store } = world;
  const last = store.find(entry.latest_attempt) as Stripe.SetupAttempt | undefined;
  if (last?.status === 'requires_action' && last.payment_method === method.id) {
    last.status = status;
    return;
  }
  const attempt = made<Stripe.SetupAttempt>('SetupAttempt', {
    id: store.nextId('setatt'),
    customer: entry.customer,
    payment_method: method.id,
    payment_method_details: { type: method.type },
    setup_intent: entry.id,
    status,
    usage: entry.usage,
    ...stamp(world),
  });
  entry.latest_attempt = store.add(attempt).id;
}
