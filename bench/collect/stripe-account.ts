/**
 * The Stripe that a bench's portal asks, in a process of its own, with a door to the bench: it types a
 * card, and copies a family's customer and method or the movement of a charge.
 */
import { startStripe } from '#tests/simulators/stripe/http.ts';
import type { AccountDoor } from './at-stripe.ts';

const { origin, simulator } = await startStripe({ now: new Date() });
const { store, plans, events } = simulator.world;

const DAY = 86_400;

const DOOR: AccountDoor = {
  type: ({ client_secret, number }) => {
    const shown = simulator.browser.confirmSetup(
      client_secret,
      { number },
      { holder: { name: 'Ada Bench' } },
    );
    if (shown.error) throw new Error(String(shown.error.message));
  },
  copy: ({ method: ref, count }) => {
    const method = store.get('payment_method', ref);
    const customer = store.get('customer', method.customer);
    for (let k = 1; k <= count; k += 1) {
      const [id, of] = [`${ref}-${k}`, `${customer.id}-${k}`];
      store.add({ ...customer, id: of });
      store.add({ ...method, id, customer: of });
      plans.set(id, plans.get(ref)!);
    }
    // Nobody reads what was told of the preparation.
    events.lose();
  },
  copyMovement: ({ from, to, daysAgo }) => {
    const original = store.list('balance_transaction').at(-1)!;
    const charge = store.get('charge', original.source);
    const created = Math.floor(Date.now() / 1000) - daysAgo * DAY;
    original.created = created;
    for (let k = from; k <= to; k += 1) {
      const source = `${charge.id}-${k}`;
      store.add({ ...charge, id: source, payment_intent: `${String(charge.payment_intent)}-${k}` });
      store.add({ ...original, id: `${original.id}-${k}`, source, created });
    }
  },
  mostInASecond: () => simulator.rate.mostInASecond(),
  expectNoFaults: () => simulator.expectNoFaults(),
};

process.on('message', ({ call, given }: { call: keyof AccountDoor; given: never }) => {
  try {
    process.send!({ answer: DOOR[call](given) ?? null });
  } catch (error) {
    process.send!({ error: String(error) });
  }
});
process.on('disconnect', () => process.exit());
process.send!({ answer: origin });
