import { randomUUID } from 'node:crypto';
import type { EntryRequest } from '#platform/payments/gateway.ts';
import type { Port } from './port.ts';
import { PAYER } from './port-requests.ts';
import { enterAtStripe, type OpenStripe, typedAtStripe } from './stripe-hands.ts';

/** Apart from the numbers of the suite of entries. */
let lastEntry = 10_000;

/**
 * The adapter of Stripe with what families, banks and others do at a simulated account.
 * @param lost  how many requests one lost answer takes: the SDK asks again where there is a line
 */
export function portAtStripe({ gateway, simulated, another }: OpenStripe, lost?: number): Port {
  const { simulator } = simulated;
  const { browser, outside, world } = simulator;
  return {
    gateway,
    enter: enterAtStripe(simulated, lost),
    type: async (instrument) => {
      const customer = await gateway.ensureCustomer(PAYER, 'customer-1');
      const kind = 'ach' in instrument ? 'bank' : 'card';
      const request: EntryRequest = { entry_id: (lastEntry += 1), user_id: PAYER.user_id, kind, customer };
      const begun = await gateway.beginEntry(request, randomUUID());
      if (begun.k !== 'begun') throw new Error(`not begun: ${begun.k}`);
      const { ref, client_secret } = begun;
      browser.confirmSetup(client_secret, typedAtStripe(simulated, instrument, lost), {
        holder: { name: PAYER.name },
      });
      return {
        customer,
        read: () => gateway.readEntry(ref, request),
        verify: async () => {
          await simulator.advance(2);
          browser.verifyMicrodeposits(client_secret, { amounts: [32, 45] });
        },
      };
    },
    confirm: async (secret, isConfirmed) => browser.handleNextAction(secret, isConfirmed ? 'good' : 'fails'),
    advance: (days) => simulator.advance(days),
    // Stripe's card is disputed at once.
    openDispute: async () => undefined,
    decideDispute: async (charge_ref, ending) => {
      const dispute = world.store.list('dispute').find((one) => one.payment_intent === charge_ref);
      outside.moveDispute(dispute!.id, ending === 'lost' ? 'lost' : 'won');
    },
    // Another portal, whose attempts have the same numbers.
    chargeElsewhere: async (request) => {
      const theirs = await (await another('other')).charge(request, randomUUID());
      return (theirs as { ref: string }).ref;
    },
    reopen: () => another(),
  };
}
